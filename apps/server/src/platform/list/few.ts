import type { Filter } from '@paydesk/contract/kernel/filters.ts';
import { sql, type RawBuilder } from 'kysely';
import { hasTrigram } from '../plain.ts';
import { namesIn, type Base } from './base.ts';
import type { Counted } from './counters.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';

type Fragment = RawBuilder<unknown>;

/** So many matches are sorted sooner than a list is walked through to where they lie. */
export const FEW = 50_000;
/** Those of a day lie together, and are read three times as fast. */
const FEW_OF_DAYS = 150_000;

/** So many rows from the list's beginning are looked through for each that is wanted, before anything else is tried. */
const ROWS_EACH = 100;
const [LEAST_NEAR, MOST_NEAR] = [5000, 20_000];
/** Where at least one in so many of the wanted was there, so many times as many rows are looked through. */
const FURTHER = 5;

/**
 * Of a filter whose matches may be frequent, or lie together far from the list's beginning, as the payments of one
 * batch, or be a handful of the whole, as large amounts: the planner takes matches to be spread evenly, and knows
 * little of words. So the beginning of the list is looked through first, where frequent ones are met. Where they do
 * not fill the page, up to a bound they are found by the filter's own index, without an order, and are page and
 * total both; where there are more, they are met by walking.
 */
export interface Few {
  tables: Fragment;
  page: Fragment;
  /** The total, given how else it is counted. */
  total(count: Fragment): Fragment;
}

export function fewOf(
  list: ListDefinition,
  request: ListRequest,
  base: Base,
  counts: Counted | null,
): Few | null {
  // a short list is read whole sooner
  if (counts || !list.sparse) return null;
  const { page, size, filters } = request;
  const loose = filters.filter(({ key }) => list.sparse?.includes(key));
  const rare = loose.some(({ filter }) => filter.op !== 'cents' || isHalfOpen(filter));
  // an index that can't be asked reads the whole, where walking soon comes to the first
  const hasIndex = (rare || filters.length > 1) && loose.some(({ filter }) => isIndexed(filter));
  const limit = loose.some(({ filter }) => filter.op === 'days') ? FEW_OF_DAYS : FEW;
  const near = nearOf(list, request, base);
  if (!near && !hasIndex) return null;
  const merchant = list.tenant ? `, ${list.tenant} as page_merchant` : '';
  const pageMerchant = sql.raw(list.tenant ? ', page_merchant' : '');
  const from = sql`from ${sql.raw(list.from)} ${base.sortJoins} where ${base.where}`;
  const part = sql`limit ${size} offset ${page * size}`;
  const sorted = sql`order by by ${base.direction}, page_id ${base.idDirection} ${part}`;
  const enough = near ? sql`(select filled from enough)` : sql`false`;
  const all = hasIndex ? sql`(select rows <= ${limit} from few)` : sql`false`;
  const found = sql`found as materialized (
        select ${sql.raw(list.id)} as page_id, ${base.sorted} as by ${sql.raw(merchant)} ${from}
          and not ${enough} limit ${limit + 1}
      ), few as materialized (select count(*) as rows from found)`;
  const walked = sql`(select ${sql.raw(list.id)} as page_id ${sql.raw(merchant)} ${from} and not ${enough} and not ${all}
          order by ${base.order} ${part})`;
  const ways = [
    ...(near ? [sql`(select page_id ${pageMerchant} from near where ${enough} ${sorted})`] : []),
    ...(hasIndex ? [sql`(select page_id ${pageMerchant} from found where ${all} ${sorted})`] : []),
    walked,
  ];
  const tables = [...(near ? [near] : []), ...(hasIndex ? [found] : [])];
  return {
    tables: sql.join(tables),
    page: sql`page as materialized (${sql.join(ways, sql` union all `)})`,
    total: (count) => {
      const counted = hasIndex
        ? sql`case when not ${enough} and ${all} then (select rows from few) else ${count} end`
        : count;
      return near ? sql`coalesce((select rows from enough), ${counted})` : counted;
    },
  };
}

const isHalfOpen = (filter: Filter) =>
  filter.op === 'cents' && (filter.from === undefined) !== (filter.to === undefined);

/** Words have an index of their trigrams; how the cards of a scheme begin is too short for one. */
const isIndexed = (filter: Filter) =>
  filter.op !== 'scheme' && (filter.op !== 'contains' || hasTrigram(filter.value));

/**
 * `near`, the matches among the first rows of the list, in its own order, as far as the page goes, and `enough`,
 * whether these fill the page, or the first rows are all there are; `rows` of it is then the total, where it is known.
 * What an index has by the list's date is asked of these rows; the rest is asked of them once read.
 */
export function nearOf(
  list: ListDefinition,
  { page, size, sort, filters }: ListRequest,
  base: Base,
): Fragment | null {
  const { counters, from, resource, spread, tenant } = list;
  const day = counters?.day ?? resource.created;
  const wanted = (page + 1) * size;
  if (spread || sort.key !== day || wanted * ROWS_EACH > MOST_NEAR) return null;
  const alias = sql.raw(from.split(' ').at(-1)!);
  const bounds = filters.flatMap(({ key, filter }) => {
    const bound = list.bounds?.[key]?.(namesIn(filter));
    return bound?.byDate ? [sql`and ${sql.raw(bound.where)}`] : [];
  });
  const byDate = filters.filter(
    ({ key }) => key === day || list.byDate?.includes(key) || (counters && key in counters.by),
  );
  const asked = filters.filter((one) => !byDate.includes(one));
  // what has one value of its own is found by that
  const { columns } = resource;
  if (!asked.some(({ key }) => columns[key]!.kind !== 'id' && !columns[key]!.exact)) return null;
  // two letters of a payer would be looked for in all of them, where each row has one
  const others = asked.map((one) => base.conditionOf(one, !isIndexed(one.filter)));
  const first = Math.max(LEAST_NEAR, wanted * ROWS_EACH);
  const begun = (rows: number, where: Fragment) => sql`
      select * from ${sql.raw(from)}
        where ${base.whereOf(byDate)} ${sql.join(bounds, sql` `)} ${where}
        order by ${base.order} limit ${rows}`;
  const among = (rows: Fragment) => sql`
      select ${sql.raw(list.id)} as page_id, ${base.sorted} as by
        ${sql.raw(tenant ? `, ${tenant} as page_merchant` : '')}
      from ${rows} ${alias} ${base.sortJoins}
      where ${sql.join(others, sql` and `)} order by ${base.order} limit ${wanted}`;
  const further = sql`and (select not whole and rows < ${wanted} and rows * ${FURTHER} >= ${wanted} from seen)`;
  // of the beginning the rest is not read where the page is full
  return sql`beginning as materialized (${begun(first, sql``)}),
    nearest as materialized (${among(sql`beginning`)}),
    seen as materialized (
      select count(*) as rows,
        case when count(*) < ${wanted} then (select count(*) < ${first} from beginning) else false end as whole
      from nearest
    ),
    further as materialized (${among(sql`(${begun(first * FURTHER, further)})`)}),
    near as materialized (select * from nearest where (select rows = ${wanted} or whole from seen)
      union all select * from further),
    enough as materialized (
      select count(near.page_id) = ${wanted} or whole as filled,
        case when whole then count(near.page_id) end as rows
      from seen left join near on true group by whole
    )`;
}
