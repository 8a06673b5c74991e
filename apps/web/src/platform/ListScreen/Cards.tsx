import { Fragment, memo, type ReactNode } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { Chip } from '../../ui/Chip.tsx';
import { BooleanValue, dash } from '../../ui/values.tsx';
import { currencyIn, renderValue, unitOf, type AnyRow } from './cells.tsx';
import styles from './list.module.css';
import type { Selected } from './selection.ts';
import { besideOf, RowEnd, SelectRow, type Shape } from './Table.tsx';

/** What a phone shows of a row: the amount and the status first, then when and what, then the ids. */
interface CardLines {
  first: [string, Column][];
  second: [string, Column][];
  third: [string, Column][];
  /** Behind them, where a window is wider than a phone's. */
  more: [string, Column][];
  /** Of two states that say why each has a line. */
  two: true | undefined;
}

/** Whether the row counts at all: what is off says so beside what it is, what is on nothing. */
const isSwitch = ([key, { kind }]: [string, Column]) =>
  kind === 'boolean' && (key === 'active' || key === 'enabled');

const isDate = ([, { kind }]: [string, Column]) => kind === 'dateTime';

const some = (...list: ([string, Column] | undefined)[]) => list.filter((one) => one !== undefined);

export function cardLines({ columns, overrides }: Shape, made: string): CardLines {
  const lines: CardLines = { first: [], second: [], third: [], more: [], two: undefined };
  const currency = columns.find(([key]) => key === 'currency');
  const [status, ...also] = columns.filter(([, { kind }]) => kind === 'status');
  const name = columns.find(([key]) => key === 'name');
  // an amount of what has a name is a limit or a price, and no money that moves
  const amount = name ? undefined : columns.find(([, column]) => column.kind === 'amount');
  // what not every row has can't lead: what the row is about does
  if (amount?.[1].nullable)
    lines.first.push(
      ...columns.filter(([, { kind }]) => kind === 'choice' || kind === 'text').slice(0, 1),
    );
  if (amount) lines.first.push(amount, ...(currency ? [currency] : []));
  // without an amount the row is somebody or something: its name leads
  else if (status)
    lines.first.push(
      ...(name ? [name] : columns.filter(([, { kind }]) => kind === 'text').slice(0, 2)),
    );
  // a second one that says why is as much of what the row is about: of an order that of its loan
  const second = also.filter(([, { because }]) => because);
  if (status) lines.first.push(status, ...second);
  if (second.length) lines.two = true;
  const on = columns.find(isSwitch);
  // how it ended stands beside its time
  const ended = columns.find(([key]) => overrides[key]?.reckoned);
  const rest = columns.filter(
    (column) => column !== on && column !== ended && !lines.first.includes(column),
  );
  // a number without its label says nothing
  const worth = rest.filter(([, { kind }]) => !['id', 'payload', 'number'].includes(kind));
  const leading = ended ? worth.filter((column) => !isDate(column)) : worth;
  if (!lines.first.length) lines.first.push(...leading.slice(0, 2));
  if (on) lines.first.push(on);
  const left = worth.filter((column) => !lines.first.includes(column));
  const dated = left.filter(isDate);
  const others = left.filter((column) => !isDate(column));
  if (ended) others.unshift(ended);
  // a status alone would say what nobody asked: of whom, or of what, it is stands before it
  const says = lines.first.some(([, { kind, nullable }]) => kind === 'text' && !nullable);
  if (status && !amount && !says) lines.first.unshift(...others.splice(0, 1));
  // what a message says before what it is of
  const ids = ['payload', 'id'].flatMap((of) => rest.filter(([, { kind }]) => kind === of));
  // what it is about before a day that is not when it was made, and how to reach somebody before any day
  const isTerm = dated[0] !== undefined && dated[0][0] !== made;
  const main = isTerm ? others.find(([key]) => overrides[key]?.main) : undefined;
  if (main) others.splice(others.indexOf(main), 1);
  const who = others.findIndex(([key]) => overrides[key]?.who);
  if (who >= 0) {
    lines.second = some(dated[0], ...others.splice(who, 1));
    lines.third = [...ids, ...others.slice(0, 2)];
    lines.more = others.slice(2);
    return lines;
  }
  const isPerson = lines.first.filter(([, column]) => column.name).length > 1;
  const [what, besides, ...more] = others;
  // a number that says what it counts, and whose it is, which stands below who and what: beside them neither could be read
  const whose = [
    ...rest.filter(([key, { kind }]) => kind === 'number' && overrides[key]?.words),
    ...more.filter(([key]) => key === 'merchantName' || key === 'customerName'),
  ];
  // four digits, by which a payer tells a payment, or what it is for
  const card = others.find(([, column], at) => at > 0 && column.card);
  // beside the name of a day and its time there is room for one of them
  const crowded = card !== undefined && dated[0] !== undefined && dated[0][0] !== made;
  // words take the room of a name, which can't be read beside them
  const beside = crowded || card?.[1].card === 'alone' ? card : undefined;
  lines.more = more.filter((column) => !whose.includes(column) && column !== beside);
  if (main) {
    lines.second = [main];
    lines.third = some(...ids, dated[0], what, ...whose);
    lines.more.unshift(...some(besides));
    return lines;
  }
  if (isPerson) {
    const isRead = besides?.[1].kind === 'text';
    lines.second = some(what, isRead ? besides : undefined);
    lines.third = some(...ids, dated[0], isRead ? undefined : besides, ...whose);
    return lines;
  }
  lines.second = some(dated[0], crowded ? card : what, crowded ? undefined : beside);
  lines.third = some(...ids, besides, crowded ? what : undefined, ...whose).filter(
    (column) => column !== beside,
  );
  return lines;
}

const RowCard = memo(function RowCard({
  row,
  shape,
  lines,
  made,
  selected,
}: {
  row: AnyRow;
  shape: Shape;
  lines: CardLines;
  made: string;
  selected: boolean;
}) {
  const href = shape.rowLink?.(row);
  const [firstKey] = shape.columns[0] ?? [];
  const leads = (key: string) => lines.first.some(([first]) => first === key);
  // the day a row was made is what everybody takes a date for that leads; another one says which it is
  const isNamed = ({ kind }: Column, key: string) =>
    kind === 'number' ||
    (shape.overrides[key]?.named && !leads(key)) ||
    (kind === 'amount' && !leads(key)) ||
    (kind === 'dateTime' && (key !== made || lines.third.some(([third]) => third === key)));
  const [when] = lines.second;
  const isDayNamed = when?.[1].kind === 'dateTime' && when[0] !== made;
  const reasons = lines.first.flatMap(([key, column]) => besideOf(shape, key, column, row) ?? []);
  let ends = shape.iconLinks;
  const value = ([key, column]: [string, Column]): ReactNode => {
    const cell = shape.overrides[key]?.cell;
    const link = key === firstKey ? href : undefined;
    // there is no head over it that would say what is true
    if (isSwitch([key, column])) return <Chip tone="ended">Not {column.label.toLowerCase()}</Chip>;
    if (column.kind === 'boolean')
      return (
        <>
          {column.label}: {cell ? cell(row) : <BooleanValue value={row[key] as boolean} />}
        </>
      );
    return (
      <>
        {isNamed(column, key) ? `${column.label}: ` : null}
        {cell ? (cell(row) ?? dash) : renderValue(column, row[key], link)}
        {column.kind === 'amount' && !leads(key) ? ` ${currencyIn(column, row)}` : null}
      </>
    );
  };
  const present = ([key, column]: [string, Column]) => {
    const given = row[key];
    if (isSwitch([key, column])) return given === false;
    if (column.kind === 'amount' && !(column.nullable && given === null))
      return given !== 0 || leads(key);
    const { cell, reckoned } = shape.overrides[key] ?? {};
    if (reckoned) return Boolean(cell?.(row));
    if (given === null || given === undefined || given === '') return false;
    // what its own cell has no words for
    return column.kind !== 'payload' || !cell || Boolean(cell(row));
  };
  return (
    <li data-href={href} data-selected={selected || undefined} className={styles.card}>
      <div className={styles.cardFirst} data-two={lines.two}>
        {shape.select ? <SelectRow row={row} shape={shape} selected={selected} /> : null}
        {/* a dash without a head over it says nothing, but for what leads */}
        {lines.first
          .filter((column, at) => at === 0 || present(column))
          .map((column) => (
            <Fragment key={column[0]}>
              <span
                data-kind={isSwitch(column) ? 'status' : column[1].kind}
                data-name={column[1].name}
              >
                {value(column)}
              </span>
              {/* no head says it, as a column of its own would */}
              {column[1].kind === 'amount' ? (
                <span data-kind="choice">{unitOf(column[1], shape.columns)}</span>
              ) : null}
            </Fragment>
          ))}
        {reasons.length ? <p className={styles.cardReason}>{reasons.join(', ')}</p> : null}
      </div>
      <div className={styles.cardSecond} data-named={isDayNamed || undefined}>
        {lines.second.filter(present).map((column) => (
          <span key={column[0]} data-kind={column[1].kind} data-card={column[1].card || undefined}>
            {value(column)}
          </span>
        ))}
      </div>
      <div className={styles.cardThird}>
        {[...lines.third, ...lines.more].filter(present).map((column) => {
          const [key, { kind }] = column;
          // a name leads where an icon beside it would, which takes the room that it is read in
          const link = ends.find(({ label }) => key === `${label.toLowerCase()}Name`);
          const to = link?.to(row);
          if (to) ends = ends.filter((end) => end !== link);
          const shown = value(column);
          return (
            <span key={key} data-kind={kind} data-more={lines.more.includes(column) || undefined}>
              {to ? (
                <a href={to} title={link!.label}>
                  {shown}
                </a>
              ) : (
                shown
              )}
            </span>
          );
        })}
        <RowEnd row={row} shape={{ ...shape, iconLinks: ends }} />
      </div>
    </li>
  );
});

/** The list on a phone: two or three lines a row. */
export function Cards({
  rows,
  shape,
  made,
  selected,
}: {
  rows: readonly AnyRow[];
  shape: Shape;
  /** The column of when a row was made. */
  made: string;
  selected: Selected;
}) {
  const lines = cardLines(shape, made);
  return rows.map((row, at) => (
    // by place, as the table's: until those below the window's edge are drawn some of them may stand here twice, and of
    // two of one key React would leave one for good
    // oxlint-disable-next-line react/no-array-index-key
    <RowCard
      key={at}
      row={row}
      shape={shape}
      lines={lines}
      made={made}
      selected={selected.has(row.id as string)}
    />
  ));
}
