import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { PAGE_SIZES } from '@paydesk/contract/kernel/resource.ts';
import { isAllowed, type Requirements } from '@paydesk/contract/policy.ts';
import { LoadingWord } from '../../ui/Coming.tsx';
import { AppLink } from '../AppLink.tsx';
import { currencyIn, reasonOf, renderValue, type AnyRow } from '../ListScreen/cells.tsx';
import { DEFAULT_SORT } from '../ListScreen/state.ts';
import { Because } from '../ListScreen/Table.tsx';
import type { AnyResource } from '../ListScreen/useList.ts';
import { queryOf } from '../query.ts';
import { useActor } from '../session.ts';
import { DetailCard } from './blocks.tsx';
import styles from './latest.module.css';
import { RelatedTable } from './RelatedTable.tsx';

const ROWS = 5;

/** What is shown of another list on a record's page: its newest rows, and the way to all of them. */
export interface Latest {
  title: string;
  list: Pick<AnyResource, 'path' | 'read' | 'columns'>;
  columns: readonly string[];
  /** A phone has no room for them beside the others. */
  wideOnly?: readonly string[];
  /** Short ones, which leave the room to the longer text beside them. */
  fits?: readonly string[];
  /** Several of one day are told apart by the hour. */
  clock?: boolean;
  /** How a column is shown, where its kind alone does not say it. */
  cells?: Readonly<Record<string, (row: AnyRow) => ReactNode>>;
  /** What is said beside a status that its list's reason leaves open. */
  beside?: Readonly<Record<string, (row: AnyRow) => string | null>>;
  /** Of which record, by the list's filters; a list that has the id in its path needs none. */
  filters?: (id: string) => Record<string, string>;
  /** Where a row leads, by its first column. */
  row?: (row: AnyRow & { id: string }, id: string) => string;
  all: (id: string) => string;
  /** They have a tab above, which counts them: the way there is said where there are more than stand here. */
  tabbed?: true;
  /** That there are none is not said: another word of the screen says what they would come from. */
  unsaid?: true;
  /** One more is made where all of them stand, by whoever may: the link opens its dialog there. */
  write?: { label: string; asks: Requirements; href: (id: string) => string };
}

type Rows = ListAnswer<AnyRow & { id: string }>;

export const asked = ({ list, filters }: Pick<Latest, 'list' | 'filters'>, id: string) =>
  queryOf(
    `GET ${list.path}` as Key,
    {
      ...(list.path.includes('{id}') && { params: { id } }),
      query: { page: 0, size: PAGE_SIZES[0], sort: DEFAULT_SORT, ...filters?.(id) },
    } as never,
  );

/** Those that the reader may read, all at once: one that comes late pushes no other down. */
export function LatestCards({ of, id }: { of: readonly Latest[]; id: string }): ReactNode {
  const actor = useActor();
  const shown = of.filter(({ list }) => isAllowed(actor, { anyOf: list.read }));
  const answers = useQueries({ queries: shown.map((one) => asked(one, id)) });
  // one that is asked again keeps its place, and the others theirs
  if (answers.some(({ isPending, errorUpdateCount }) => isPending && !errorUpdateCount))
    return <LatestComing cards={shown.length} />;
  const isEmpty = (one: Latest) =>
    (answers[shown.indexOf(one)]!.data as Rows | undefined)?.content.length === 0;
  const writes = ({ write }: Latest) => write && isAllowed(actor, write.asks);
  // one that has nothing leaves a hole beside one that has: they share a line
  const empty = shown.filter(isEmpty);
  const none = empty.filter(({ unsaid }) => !unsaid);
  return (
    <div className={styles.cards}>
      {shown.map((one, at) => {
        const { data, error, refetch } = answers[at]!;
        const rows = data as Rows | undefined;
        return empty.includes(one) ? null : (
          <DetailCard
            key={one.title}
            onRetry={refetch}
            flush={Boolean(rows)}
            title={one.title}
            beside={
              <span className={styles.beside}>
                {writes(one) ? (
                  <AppLink href={one.write!.href(id)}>{one.write!.label}</AppLink>
                ) : null}
                {rows && !(one.tabbed && rows.totalElements <= ROWS) ? (
                  <AppLink
                    href={one.all(id)}
                    aria-label={`${viewAll(rows)} ${one.title.toLowerCase()}`}
                  >
                    {viewAll(rows)}
                  </AppLink>
                ) : null}
              </span>
            }
          >
            {rows ? (
              <div className={styles.table} data-clock={one.clock}>
                <Table of={one} id={id} rows={rows.content.slice(0, ROWS)} />
              </div>
            ) : (
              <Missing error={error} />
            )}
          </DetailCard>
        );
      })}
      {none.length ? (
        <p className={styles.nothing}>
          {noneOf(none)}
          {none.filter(writes).map(({ write }) => (
            <AppLink key={write!.label} href={write!.href(id)}>
              {write!.label}
            </AppLink>
          ))}
        </p>
      ) : null}
    </div>
  );
}

/** How many there are where they are more than stand here. */
const viewAll = ({ totalElements: all }: Rows) => (all > ROWS ? `View all ${all}` : 'View all');

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** 'No recurring payments, loans or notes.' */
const noneOf = (empty: readonly Latest[]) =>
  `No ${OR.format(empty.map(({ title }) => title.toLowerCase()))}.`;

/** What did not come is said by its card, which asks for it again. */
function Missing({ error }: { error: Error | null }): ReactNode {
  if (error) throw error;
  return null;
}

/** As many cards of the size of what comes. */
export const LatestComing = ({ cards }: { cards: number }): ReactNode => (
  <div className={styles.cards} data-coming>
    <LoadingWord />
    {Array.from({ length: cards }, (_, at) => (
      <div key={at} className={styles.coming} aria-hidden>
        <span />
      </div>
    ))}
  </div>
);

function Table({ of, id, rows }: { of: Latest; id: string; rows: Rows['content'] }) {
  const { title, list, columns, wideOnly = [], fits = [], row: hrefOf } = of;
  const { cells: own = {}, beside = {} } = of;
  // what a list hides until somebody chooses it may be what its few rows are told by
  const shown = columns.map((key): [string, Column] => {
    const { hidden: _, ...column } = list.columns[key]!;
    return [key, column];
  });
  const cells = shown.map(([key, column], at) => [
    key,
    (row: Rows['content'][number]) => {
      const value = own[key]
        ? own[key](row)
        : column.kind === 'amount'
          ? `${formatAmount(row[key] as number)} ${currencyIn(column, row)}`
          : renderValue(column, row[key]);
      const words =
        reasonOf(list.columns[column.because ?? ''], row[column.because ?? '']) ??
        beside[key]?.(row) ??
        null;
      if (words) return <Because words={words}>{value}</Because>;
      if (fits.includes(key)) return <span className={styles.fits}>{value}</span>;
      if (at > 0 || !hrefOf) return value;
      return (
        <>
          <AppLink href={hrefOf(row, id)}>{value}</AppLink>
          {/* what a phone has no column for */}
          {wideOnly.map((each) => (
            <small key={each} className={styles.narrow}>
              {row[each] === null ? null : renderValue(list.columns[each]!, row[each])}
            </small>
          ))}
        </>
      );
    },
  ]);
  return (
    <RelatedTable
      caption={title}
      columns={Object.fromEntries(shown)}
      rows={rows}
      cells={Object.fromEntries(cells)}
      wideOnly={wideOnly}
    />
  );
}
