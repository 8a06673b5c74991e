import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { endingOf, NEWEST, type Filter } from '@paydesk/contract/kernel/filters.ts';
import { beginningOf } from '@paydesk/contract/kernel/schemes.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import { merchantOfAll, saidBy } from '../db/rows.ts';
import { patternOf } from '../plain.ts';
import { daysOf, instantsOf } from './days.ts';
import type { ListDefinition } from './definition.ts';
import { hasIt } from './partly.ts';
import { byName } from './plain-names.ts';
import type { ListRequest } from './query.ts';
import { merchantsOf, scopeOf, seesAll, type Value } from './scope.ts';

type Fragment = RawBuilder<unknown>;

/** What every statement of a request shares: scope first, then the filters, and the joins they need. */
export interface Base {
  where: Fragment;
  /** With these of the request's filters alone. */
  whereOf(filters: ListRequest['filters']): Fragment;
  /** Not all rows are this person's. */
  scoped: boolean;
  /** Joins for the filters alone, and with the sort's. */
  filterJoins: Fragment;
  sortJoins: Fragment;
  order: Fragment;
  /** What the order is made of: the sort's expression and its direction, and that of the id. */
  sorted: Fragment;
  direction: Fragment;
  idDirection: Fragment;
  value: Value;
  /** Of one filter alone; of words, such that no index is asked for them where rows are read anyway. */
  conditionOf(filter: ListRequest['filters'][number], read?: boolean): Fragment;
}

/** Scope, filters and order of one request as SQL. */
export function baseOf(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  value: Value,
  parentId?: string,
): Base {
  const expression = (key: string) => list.columns[key]!;
  const conditions: Fragment[] = [scopeOf(list.resource, list.tenant, actor, value)];
  if (list.where) conditions.push(sql.raw(list.where));
  if (list.parent) conditions.push(sql`${value(parentId!)}::uuid = ${sql.raw(list.parent.column)}`);
  const theirs = sql.join(conditions, sql` and `);
  const conditionOf: Base['conditionOf'] = ({ key, filter }, read = false) => {
    const asked = sql.raw(expression(key));
    if (filter.op === 'ends') return endsWith(list, key, filter.value, theirs, value);
    if (filter.op === 'named') {
      const { ids, value: name } = filter;
      const ending = endingOf(name);
      const either = [
        ...(ids?.length
          ? [sql`${asked} in (${sql.join(ids.map((id) => sql`${value(id)}::uuid`))})`]
          : []),
        ...(ending ? [endsWith(list, key, ending, theirs, value)] : []),
      ];
      return either.length ? sql`(${sql.join(either, sql` or `)})` : sql`false`;
    }
    if (filter.op === 'contains') {
      const named = byName(list, key, filter.value, value);
      if (named) return named;
      const idsOf = list.idsOf?.[key];
      // as one array, which an index is gone through by in its order: it may be most of a merchant's rows, or a handful
      if (idsOf)
        return sql`${sql.raw(list.id)} = any(array(select ${sql.raw(idsOf)}(${value(patternOf(filter.value))})))`;
    }
    const column = list.resource.columns[key]!;
    // not as an index has it
    const unindexed = () => condition(sql`(${asked} || '')`, column, filter, request, value);
    if (read && isOfWords(filter)) return unindexed();
    const partly = list.partly?.[key];
    // what other tables say is asked of those alone that an index finds
    if (partly) {
      const within = condition(sql.raw(partly.by), column, filter, request, value);
      return sql`(${sql.raw(partly.indexed)} and ${within} and ${sql.raw(hasIt(partly))})`;
    }
    const whole = condition(asked, column, filter, request, value);
    const bounds = list.bounds?.[key]?.(namesIn(filter));
    if (bounds) return sql`(${sql.raw(bounds.where)} and ${whole})`;
    const rare = list.sparse?.includes(key) ? rarestIn(filter) : null;
    if (rare === null) return whole;
    // so that the index is asked for the rare part alone
    return sql`(${asked} ilike ${value(patternOf(rare))} and ${unindexed()})`;
  };
  if (request.dateFrom || request.dateTo) {
    const days: Filter = {
      op: 'days',
      ...(request.dateFrom ? { from: request.dateFrom } : {}),
      ...(request.dateTo ? { to: request.dateTo } : {}),
    };
    const key = list.resource.csv!.dateRange!;
    conditions.push(
      condition(sql.raw(expression(key)), list.resource.columns[key]!, days, request, value),
    );
  }
  const whereOf = (filters: ListRequest['filters']) =>
    sql.join([...conditions, ...filters.map((one) => conditionOf(one))], sql` and `);
  const filtered = request.filters.map(({ key }) => expression(key));
  const sorted = list.sorts?.[request.sort.key] ?? expression(request.sort.key);
  const direction = sql.raw(request.sort.direction);
  // what is empty comes last, whichever way; without the words where an index serves the sort
  const nulls = list.resource.columns[request.sort.key]!.nullable ? ' nulls last' : '';
  const said = merchantSaid(list, actor, value);
  return {
    where: whereOf(request.filters),
    whereOf,
    scoped: merchantsOf(actor) !== null || !seesAll(list.resource, actor) || Boolean(list.parent),
    filterJoins: said(joinTexts(list, filtered)),
    sortJoins: said(joinTexts(list, [...filtered, sorted])),
    // the id makes the order total, so that pages neither repeat nor lose a row
    order: sql`${sql.raw(sorted)} ${direction}${sql.raw(nulls)}, ${sql.raw(list.id)} ${direction}`,
    sorted: sql.raw(sorted),
    direction: sql.raw(`${request.sort.direction}${nulls}`),
    idDirection: direction,
    value,
    conditionOf,
  };
}

/**
 * What reads other rows of the same merchant names it, where it is one merchant's person who asks: where rows are
 * spread, one machine is asked then, and the whole statement goes there.
 */
export const merchantSaid =
  ({ tenant }: ListDefinition, { merchantId }: Actor, value: Value) =>
  (text: string): Fragment =>
    merchantId && tenant ? saidBy(text, tenant, sql`${value(merchantId)}::uuid`) : sql.raw(text);

/** The joins that these expressions need, with those that they go by themselves. */
export function joinTexts({ joins = {} }: ListDefinition, expressions: string[]): string {
  const used: string[] = [];
  // one that goes by another stands after it
  for (const [alias, join] of Object.entries(joins).toReversed())
    if ([...expressions, ...used].some((text) => new RegExp(`\\b${alias}\\.`).test(text)))
      used.unshift(join);
  return used.join(' ');
}

/** Among the newest of this person's rows: no index has the ends of ids. */
function endsWith(
  list: ListDefinition,
  key: string,
  ending: string,
  theirs: Fragment,
  value: Value,
): Fragment {
  const of = list.columns[key]!;
  const ends = (id: Fragment) =>
    sql`right(${id}::text, ${sql.lit(ending.length)}) = ${value(ending)}`;
  // of one record they are few
  if (list.parent) return ends(sql.raw(of));
  const joins = sql.raw(joinTexts(list, [of, list.where ?? '', list.tenant ?? '']));
  const merchant = merchantOfAll(list.tenant, list.from);
  const known = merchant ? [merchant, list.id] : [list.id];
  const keys = sql.raw(known.join(', '));
  const named = sql.raw(known.map((one, at) => `${one} as key${at}`).join(', '));
  return sql`(${keys}) in (select ${sql.raw(known.map((_, at) => `key${at}`).join(', '))} from (
      select ${named}, ${sql.raw(of)} as asked from ${sql.raw(list.from)} ${joins} where ${theirs}
      order by ${sql.raw(list.id)} desc limit ${sql.lit(NEWEST)}) newest
    where ${ends(sql.raw('asked'))})`;
}

function condition(
  expression: Fragment,
  column: Column,
  filter: Exclude<Filter, { op: 'ends' | 'named' }>,
  { timeZone }: ListRequest,
  value: Value,
): Fragment {
  switch (filter.op) {
    case 'contains':
      return sql`${expression} ilike ${value(patternOf(filter.value))}`;
    case 'scheme':
      return sql`${expression} ~ ${value(beginningOf(filter.value))}`;
    case 'anyOf':
      return sql`${expression} in (${sql.join(filter.values.map(value))})`;
    case 'equals':
      return column.kind === 'id'
        ? sql`${expression} = ${value(filter.value)}::uuid`
        : sql`${expression} = ${value(filter.value)}`;
    case 'cents':
      return between(
        filter.from === undefined ? null : sql`${expression} >= ${value(filter.from)}::bigint`,
        filter.to === undefined ? null : sql`${expression} <= ${value(filter.to)}::bigint`,
      );
    case 'numbers':
      return between(
        filter.from === undefined ? null : sql`${expression} >= ${value(filter.from)}`,
        filter.to === undefined ? null : sql`${expression} <= ${value(filter.to)}`,
      );
    case 'days':
    case 'relative': {
      if (column.day) {
        const { from, to } = daysOf(filter, timeZone);
        return between(
          from === undefined ? null : sql`${expression} >= ${value(from)}`,
          to === undefined ? null : sql`${expression} <= ${value(to)}`,
        );
      }
      const [from, to] = instantsOf(filter, timeZone);
      const at = (instant: Temporal.Instant) => sql`${value(instant.toString())}::timestamptz`;
      return between(
        from && sql`${expression} >= ${at(from)}`,
        to && sql`${expression} < ${at(to)}`,
      );
    }
  }
}

/** Trigrams may find it, where it is not asked of rows that are read anyway. */
const isOfWords = ({ op }: Filter) => op === 'contains' || op === 'scheme';

/** The names that a filter lets through. */
export const namesIn = (filter: Filter): string[] =>
  filter.op === 'anyOf' ? filter.values : filter.op === 'equals' ? [String(filter.value)] : [];

/**
 * Of words that stand together the one that few rows have, as the number of an order: by every trigram of 'Order
 * 4711, gift card' an index reads three times as long as by those of '4711,'. Null where no word is such.
 */
function rarestIn(filter: Filter): string | null {
  if (filter.op !== 'contains') return null;
  const [first, ...more] = filter.value.split(/\s+/);
  const numbered = more.length ? [first!, ...more].filter((word) => /\d.*\d.*\d/.test(word)) : [];
  return numbered.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function between(from: Fragment | null, to: Fragment | null): Fragment {
  const bounds = [from, to].filter((bound) => bound !== null);
  return bounds.length ? sql`(${sql.join(bounds, sql` and `)})` : sql`true`;
}
