import { Suspense, useCallback, useMemo, type ReactNode } from 'react';
import type { Columns, RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import { formatCount } from '../format.ts';
import { ListScreen } from '../ListScreen/ListScreen.tsx';
import { reasonOf, type AnyRow } from '../ListScreen/cells.tsx';
import type { ListScreenProps } from '../ListScreen/types.ts';
import { useListState } from '../ListScreen/useList.ts';
import { useOpenRow } from '../ReadScreen/useOpenRow.ts';
import styles from './log.module.css';
import { LogPreview, Result } from './LogPreview.tsx';
import { saidOf } from './said.ts';
import type { LogOf } from './types.ts';
import { useExchanges, type Said } from './useExchanges.ts';
import { late } from '../late.tsx';

const LogPanel = late(() => import('./LogPanel.tsx'));
const CopyMessages = late(async () => ({ default: (await import('./LogPanel.tsx')).CopyMessages }));

interface Props<P extends string, C extends Columns> extends ListScreenProps<P, C> {
  resource: Resource<P, C>;
  log: LogOf<RowOf<C>>;
}

/** A list of messages; one opens beside it, with its other half, and has an address. */
export function LogScreen<P extends string, C extends Columns>(props: Props<P, C>): ReactNode {
  const { log, ...list } = props;
  const { open, show } = useOpenRow();
  const { payload, outcome, half, words, result } = log;
  const { columns: own, resource } = list;
  const { rows, asked, lines } = useExchanges(resource as never, log as never);
  const fold = useMemo(() => {
    for (const row of rows) if (asked.has(row.id)) askedBy.set(row, [asked.get(row.id)!.request]);
    // rows that came since this drawing are told whole
    const of = (given: readonly AnyRow[]) => (given === rows ? lines : given);
    return { of, rows: messages, counts };
  }, [rows, asked, lines]);
  // the same from one drawing to the next: rows are drawn anew for other columns
  const chosen = useListState(resource as never).state.columns;
  const apart = chosen?.includes(result) ?? true;
  const columns = useMemo(() => {
    const measured = 'durationMs' in resource.columns;
    const saying = (row: AnyRow) => {
      const { request, tookMs = null } = asked.get(String(row['id'])) ?? {};
      const known = [row, request ?? {}]
        .flatMap(({ [payload]: _text, ...others }: AnyRow) => Object.values(others))
        .filter((value) => typeof value === 'string');
      return {
        text: String(row[payload]),
        request: request ? String(request[payload]) : null,
        known,
        became: outcome?.(row as never) ?? null,
        tookMs: measured ? null : tookMs,
      };
    };
    const cell = (row: AnyRow) => (
      <LogPreview {...saying(row)} apart={apart} onOpen={() => show(String(row['id']))} />
    );
    const both = (row: AnyRow) => {
      const { request } = asked.get(String(row['id'])) ?? {};
      if (request)
        return (
          half.both?.(request as never, row as never) ?? (
            <span className={styles.both}>Request and answer</span>
          )
        );
      const code = reasonOf(resource.columns[half.column], row[half.column]) ?? '';
      return words ? <span title={code}>{words(row as never)}</span> : code;
    };
    const ended = (row: AnyRow) => {
      const said = saidOf(saying(row)).result;
      // as the protocol has it, where the column does
      const code = outcome || resource.columns[result]?.enumeration ? null : row[result];
      return said ? <Result of={said} code={typeof code === 'string' ? code : null} /> : null;
    };
    return {
      ...own,
      [half.column]: { ...own?.[half.column], cell: both },
      [result]: {
        width: 148,
        ...own?.[result as never],
        reckoned: true,
        cell: ended,
      },
      [payload]: { cell },
    };
  }, [own, resource, payload, outcome, half, words, result, apart, asked, show]);
  const bar = useCallback(
    (rows: readonly unknown[]) => (
      <CopyMessages
        messages={(rows as readonly Said[]).flatMap((row) => [...(askedBy.get(row) ?? []), row])}
        log={log as never}
      />
    ),
    [log],
  );
  return (
    <>
      <ListScreen
        {...(list as unknown as ListScreenProps<P, C>)}
        columns={columns as never}
        fold={fold}
        bar={bar}
      />
      {open ? (
        <Suspense fallback={null}>
          <LogPanel id={open} resource={list.resource as never} log={log as never} onShow={show} />
        </Suspense>
      ) : null}
    </>
  );
}

const messages = (count: number) => `${formatCount(count)} ${count === 1 ? 'message' : 'messages'}`;

/** One unit, and why there are fewer rows: a request and its answer share one. */
const counts = (lines: number, shown: number) =>
  lines < shown
    ? `${messages(shown)} in ${lines === 1 ? '1 exchange' : `${lines} exchanges`} · `
    : shown === 1
      ? 'message '
      : 'messages ';

/** The request of an answer's row, for as long as that is selected: it may be on another page by then. */
const askedBy = new WeakMap<Said, [Said]>();
