import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { ONE_CURRENCY } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { TextButton } from '../../ui/Button.tsx';
import { AppLink } from '../AppLink.tsx';
import { browserTimeZone, formatCount } from '../format.ts';
import { LISTED, queryOf } from '../query.ts';
import { searchText } from '../search-text.ts';
import { OpenPanel } from './OpenPanel.tsx';
import styles from './list.module.css';
import { alsoCents, cents, netOf, type Total } from './net.ts';
import sheet from './totals.module.css';
import { toQuery, writeState, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';
import { useOneLine } from './useOneLine.ts';

const asAmount = (sum: bigint) => formatAmount(Number(sum) / 100);

const countOf = (parts: readonly Total[]) => parts.reduce((sum, { count }) => sum + count, 0);
/** ‘1,020 of 1,201’, ‘12’ of which each is meant. */
const share = (some: number, all: number) =>
  some === all ? formatCount(all) : `${formatCount(some)} of ${formatCount(all)}`;

/** What the rows under the filters come to, once they are there: exact, and never kinds or currencies mixed. */
export default function Totals({
  resource,
  state,
  brief,
}: {
  resource: AnyResource;
  state: ListState;
  /** Its room on a phone is one line. */
  brief: true | undefined;
}) {
  const { of: summed, called, by, within = [], back, also = [], counts } = resource.totals!;
  const { page: _page, size: _size, sort: _sort, ...query } = toQuery(state, browserTimeZone());
  const key = `GET ${resource.path}/totals` as 'GET /api/transactions/totals';
  const { data, isError } = useQuery({ ...queryOf(key, { query }), meta: LISTED });
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const line = useRef<HTMLSpanElement>(null);
  const parts = useRef<HTMLSpanElement>(null);
  const several = within.length > 0 && (data?.totals.length ?? 0) > 1;
  useOneLine(line, parts, JSON.stringify(data), several);
  if (isError)
    return (
      <span className={styles.totals} data-brief={brief}>
        The totals could not be counted
      </span>
    );
  if (!data) return <span className={styles.totals} data-brief={brief} />;
  const words = (of: Total, name: string) =>
    resource.columns[name]!.enumeration?.[of.by[name]!] ?? of.by[name]!;
  const goesBack = (of: Total) => back?.values.includes(of.by[back.key]!) ?? false;
  const sign = (of: Total) => (goesBack(of) ? '−' : '');
  // what came back of money that went back is money again
  const undone = (of: Total, sum: bigint) =>
    `${goesBack(of) ? '' : '−'}${asAmount(sum)} ${of.by.currency ?? ONE_CURRENCY}`;
  const left = (sum: bigint) =>
    `${sum < 0n ? '−' : ''}${asAmount(sum < 0n ? -sum : sum)} ${data.totals[0]?.by.currency ?? ONE_CURRENCY}`;
  // of several amounts it says which
  const SUM = called ?? (summed === 'amount' ? 'Sum' : resource.columns[summed]!.label);
  const withinWords = within.map((name) => resource.columns[name]!.label.toLowerCase()).join(', ');
  const apart = by.filter((name) => !within.includes(name));
  // in the order of their enumerations: payments before what went back
  const place = (of: Total) =>
    by.map((name) => {
      const at = Object.keys(resource.columns[name]!.enumeration ?? {}).indexOf(of.by[name]!);
      return String(at).padStart(3, '0');
    });
  const totals = data.totals.toSorted((a, b) => (place(a).join() < place(b).join() ? -1 : 1));
  const kinds = Map.groupBy(totals, (of) => apart.map((name) => of.by[name]).join());
  const besides = also.filter((name) => alsoCents(totals, name) > 0n);
  // a currency stands beside its sum
  const named = by.filter((name) => name !== 'currency');
  /** The list as it stands, of these rows alone. */
  const rowsOf = (of: Total) => {
    const own = Object.fromEntries(named.map((name) => [name, of.by[name]!]));
    const view = { ...state, page: 0, filters: { ...state.filters, ...own } };
    return `${location.pathname}?${searchText(writeState(view))}`;
  };
  const isMoney = (part: Total) => counts?.values.includes(part.by[counts.key]!) ?? true;
  const sums = [...kinds.values()].map((parts) => {
    const money = parts.filter(isMoney);
    // where nothing of them counts they come to what was asked for
    const own = money.length ? money : parts;
    const rows = countOf(parts);
    const reversed = countOf(
      parts.filter((part) => counts?.undone?.values.includes(part.by[counts.key]!)),
    );
    const sum = own.reduce((all, part) => all + cents(part), 0n);
    return {
      first: parts[0]!,
      rows,
      money: countOf(money),
      // named where there is any of it
      also: also
        .map((name) => ({ name, sum: alsoCents(parts, name) }))
        // what all of it came to is not said twice
        .filter(({ sum: any }) => any > 0n && !(reversed === rows && any === sum)),
      reversed,
      sum,
    };
  });
  const net = back ? netOf(totals.filter(isMoney), back) : null;
  const elsewhere = totals.find(({ by: { [back?.key ?? '']: kind } }) =>
    back?.elsewhere?.includes(kind!),
  );
  const netWords = `Net: paid, less what was refunded and reversed${
    elsewhere
      ? `; no ${words(elsewhere, back!.key).toLowerCase()} is in it, which moves no money here`
      : ''
  }`;
  // several kinds are told in a line or two: the first whole, of the others what they come to
  const told = ({ first: of, rows, money, reversed, sum }: (typeof sums)[number], at: number) => {
    const kind = apart.filter((name) => name !== 'currency').map((name) => words(of, name));
    const short = at > 0 && kind.length > 0;
    const alone = reversed === rows && counts?.undone?.alone;
    // ‘3 of 4 payments succeeded’
    const nouns = kind.map((one) => `${one.toLowerCase()}${rows === 1 ? '' : 's'}`);
    const many =
      counts && !short
        ? [share(money, rows), ...nouns, alone || counts.word].join(' ')
        : !counts && sums.length > 1
          ? formatCount(rows)
          : '';
    const named = counts ? kind.map((one) => `${one}s`) : kind;
    // a list that has no column of it has the one there is
    const currency = ` ${of.by.currency ?? ONE_CURRENCY}`;
    return {
      many,
      kind:
        counts && !short
          ? many
          : [named.join(', ') || SUM, many || alone].filter(Boolean).join(' '),
      amount: `${sum ? sign(of) : ''}${asAmount(sum)}${currency}`,
      after:
        counts && !money
          ? ` ${counts.without ?? 'asked for'}`
          : reversed && !alone
            ? `, ${formatCount(reversed)} ${counts!.undone!.word}`
            : '',
    };
  };
  const alsoOf = ({ first, also }: (typeof sums)[number]) =>
    also.map(({ name, sum }) => (
      <span key={name} className={sheet.also}>
        {resource.columns[name]!.label} <strong>{undone(first, sum)}</strong>
      </span>
    ));
  const rest = besides[0] && <td aria-hidden colSpan={besides.length} className={sheet.beside} />;
  /** A row of the table, or what those of one kind come to together. */
  const tableRow = (of: Total, parts: readonly Total[]) => {
    const whole = parts.length > 1;
    return (
      <tr key={whole ? 'total' : Object.values(of.by).join()} data-total={whole || undefined}>
        {named.map((name, at) => (
          <td key={name}>
            {whole && within.includes(name) ? (
              'Total'
            ) : !whole && at === named.length - 1 ? (
              <AppLink href={rowsOf(of)} onClick={() => setOpen(false)}>
                {words(of, name)}
              </AppLink>
            ) : (
              words(of, name)
            )}
          </td>
        ))}
        <td data-align="right">{formatCount(countOf(parts))}</td>
        <td data-align="right">
          {sign(of)}
          {asAmount(parts.reduce((sum, part) => sum + cents(part), 0n))}{' '}
          {of.by.currency ?? ONE_CURRENCY}
        </td>
        {besides.map((name) => (
          <td key={name} data-align="right" className={sheet.beside}>
            {alsoCents(parts, name) ? undone(of, alsoCents(parts, name)) : ''}
          </td>
        ))}
      </tr>
    );
  };
  return (
    <span ref={line} className={`${styles.totals} ${sheet.totals}`} data-brief={brief}>
      <span ref={parts} aria-live="polite" data-kinds={sums.length > 1 || undefined}>
        {sums.map((one, at) => {
          const { kind, many, amount, after } = told(one, at);
          return (
            <Fragment key={`${kind} ${amount}`}>
              <span>
                {kind} {kind === SUM || (at > 0 && !many) ? null : <i>· </i>}
                <strong>{amount}</strong>
                <span className={sheet.after}>{after}</span>
                {alsoOf(one)}
              </span>
              {/* before the other kinds, which give way to it where there is little room */}
              {at === 0 && net !== null ? (
                <span className={sheet.net} title={netWords}>
                  Net <strong>{left(net.net)}</strong>
                </span>
              ) : null}
            </Fragment>
          );
        })}
      </span>
      {several ? (
        <TextButton ref={button} onClick={() => setOpen(true)}>
          By {withinWords}
        </TextButton>
      ) : null}
      {open ? (
        <OpenPanel wide label="Totals" anchor={button} onClose={() => setOpen(false)}>
          <h2 className={sheet.heading}>Totals by {withinWords}</h2>
          <table className={sheet.totalsTable}>
            <thead>
              <tr>
                {named.map((name) => (
                  <th key={name} scope="col">
                    {resource.columns[name]!.label}
                  </th>
                ))}
                <th scope="col" data-align="right">
                  Rows
                </th>
                <th scope="col" data-align="right">
                  Sum
                </th>
                {besides.map((name) => (
                  <th key={name} scope="col" data-align="right" className={sheet.beside}>
                    {resource.columns[name]!.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...kinds.values()].map((parts) => (
                <Fragment key={Object.values(parts[0]!.by).join()}>
                  {parts.map((of) => tableRow(of, [of]))}
                  {parts.length > 1 ? tableRow(parts[0]!, parts) : null}
                </Fragment>
              ))}
              {net?.steps.map(({ of, undone: was, sum }, at) => (
                <tr key={`${words(of, back!.key)} ${was}`} data-first={at === 0 || undefined}>
                  <td colSpan={named.length + 1}>
                    {words(of, back!.key)}s{was ? ' reversed' : ''}
                  </td>
                  <td data-align="right">{left(sum)}</td>
                  {rest}
                </tr>
              ))}
              {net ? (
                <tr data-total>
                  <td colSpan={named.length + 1}>{netWords}</td>
                  <td data-align="right">{left(net.net)}</td>
                  {rest}
                </tr>
              ) : null}
            </tbody>
          </table>
          {sums.map((one) =>
            one.also.length ? (
              <p key={Object.values(one.first.by).join()} className={sheet.below}>
                {words(one.first, apart[0]!)}
                {alsoOf(one)}
              </p>
            ) : null,
          )}
        </OpenPanel>
      ) : null}
    </span>
  );
}
