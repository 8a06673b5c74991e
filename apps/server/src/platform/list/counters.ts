import type { Filter } from '@paydesk/contract/kernel/filters.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import { patternOf } from '../plain.ts';
import { instantsOf } from './days.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';
import { merchantsOf, seesAll, type Value } from './scope.ts';

type Fragment = RawBuilder<unknown>;

/** Counts of a list's rows by UTC day, kept beside the table: folded ones and deltas not folded yet. */
export interface Counters {
  counts: string;
  deltas: string;
  /** Their number of rows. */
  rows: string;
  /** Their sum, in cents, and of which column of the list it is. */
  cents: string;
  of: string;
  /** The list's column whose UTC day they are by. */
  day: string;
  /** The other columns that they are by: the list's key to their column. */
  by: Readonly<Record<string, string>>;
  merchant: string;
}

export const EVERY_MERCHANT = '00000000-0000-0000-0000-000000000000';

/** What the counters say about a request: whole UTC days, and what sticks out at either end. */
export interface Counted {
  /** Rows of both counter tables, as a relation of `day`, `rows`, `cents` and what they are by. */
  relation: Fragment;
  /**
   * Conditions on the list's own rows for the parts of days, each to be read by itself: with an `or` between them the
   * rows of all days between are read, where the planner thinks that the ends are many.
   */
  edges: readonly Fragment[];
  /** The rows that the counters count begin, and end, with a whole day. */
  wholeFrom: boolean;
  wholeTo: boolean;
}

/** Null where a filter asks for something that the counters do not keep. */
export function counted(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  value: Value,
): Counted | null {
  const { resource, counters, columns, tenant } = list;
  if (!counters || !(actor.merchantId || seesAll(resource, actor))) return null;
  let from: Temporal.Instant | null = null;
  let to: Temporal.Instant | null = null;
  const wanted: Fragment[] = [];
  let merchants = merchantsOf(actor);
  let named: Fragment | null = null;
  const ranges: Filter[] = [];
  for (const { key, filter } of request.filters) {
    if (key === counters.day) ranges.push(filter);
    else if (filter.op === 'anyOf' && counters.by[key])
      wanted.push(sql`${sql.raw(counters.by[key])} in (${sql.join(filter.values.map(value))})`);
    else if (filter.op === 'contains' && list.owners?.[key]?.of === tenant && !named)
      named = ownersNamed(list, key, filter.value, value);
    else if (filter.op !== 'equals' || !counters.by[key]) return null;
    else if (columns[key] === tenant) {
      // one merchant and another at once: no row, which the plain count finds at once too
      if (merchants && !merchants.includes(String(filter.value))) return null;
      merchants = [String(filter.value)];
    } else wanted.push(sql`${sql.raw(counters.by[key])} = ${value(filter.value)}`);
  }
  if (resource.csv?.dateRange === counters.day && (request.dateFrom || request.dateTo))
    ranges.push({ op: 'days', ...days(request.dateFrom, request.dateTo) });
  for (const range of ranges) {
    const [begin, end] = instantsOf(range, request.timeZone);
    if (begin && (!from || Temporal.Instant.compare(begin, from) > 0)) from = begin;
    if (end && (!to || Temporal.Instant.compare(end, to) < 0)) to = end;
  }

  if (merchants && named) return null;
  const firstDay = from && dayAt(from, 'up');
  const endDay = to && dayAt(to, 'down');
  // no whole day in between: a plain count reads a day or two
  if (firstDay && endDay && Temporal.PlainDate.compare(firstDay, endDay) >= 0) return null;
  if (firstDay) wanted.push(sql`day >= ${value(firstDay.toString())}::date`);
  if (endDay) wanted.push(sql`day < ${value(endDay.toString())}::date`);
  const wholeFrom = !from || midnight(firstDay!).equals(from);
  const wholeTo = !to || midnight(endDay!).equals(to);
  const column = sql.raw(columns[counters.day]!);
  const edges = [
    ...(wholeFrom ? [] : [sql`${column} < ${value(midnight(firstDay!).toString())}::timestamptz`]),
    ...(wholeTo ? [] : [sql`${column} >= ${value(midnight(endDay!).toString())}::timestamptz`]),
  ];
  const owner = sql.raw(counters.merchant);
  // what some of them come to is the sum of theirs
  const whose = (of: readonly string[]) =>
    of.length === 1
      ? sql`${owner} = ${value(of[0]!)}::uuid`
      : sql`${owner} = any(${value(`{${of.join(',')}}`)}::uuid[])`;
  const part = (table: string, of: readonly string[] | null) => {
    const mine = named ? sql`${owner} in (${named})` : of && whose(of);
    const where = [...(mine ? [mine] : []), ...wanted];
    const by = sql.raw(Object.values(counters.by).join(', '));
    return sql`select day, ${sql.raw(counters.rows)} as rows, ${sql.raw(counters.cents)} as cents, ${by} from ${sql.raw(table)}
      ${where.length ? sql`where ${sql.join(where, sql` and `)}` : sql``}`;
  };
  return {
    relation: sql`(${part(counters.counts, merchants ?? [EVERY_MERCHANT])}
      union all ${part(counters.deltas, merchants)})`,
    edges,
    wholeFrom,
    wholeTo,
  };
}

/** The owners whose words have the text in them. */
const ownersNamed = (
  { owners, columns }: ListDefinition,
  key: string,
  text: string,
  value: Value,
) => {
  const { from, id } = owners![key]!;
  const named = sql.raw(columns[key]!);
  return sql`select ${sql.raw(id)} from ${sql.raw(from)} where ${named} ilike ${value(patternOf(text))}`;
};

const days = (from: string | undefined, to: string | undefined) => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});

const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime('UTC').toInstant();

function dayAt(instant: Temporal.Instant, round: 'up' | 'down'): Temporal.PlainDate {
  const day = instant.toZonedDateTimeISO('UTC').toPlainDate();
  return round === 'down' || midnight(day).equals(instant) ? day : day.add({ days: 1 });
}
