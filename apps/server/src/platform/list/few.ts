import { sql, type RawBuilder } from 'kysely';
import type { Base } from './base.ts';
import type { Counted } from './counters.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';

type Fragment = RawBuilder<unknown>;

/** So many matches are sorted sooner than a list is walked through to where they lie. */
export const FEW = 50_000;

/**
 * Of a filter whose matches may lie together far from the list's beginning, as the payments of one batch, or be a
 * handful of the whole, as large amounts: the planner takes matches to be spread evenly, and would walk the list to
 * the first of them. So up to a bound they are found by the filter's own index, without an order, and are page and
 * total both; where there are more, they are met soon by walking.
 */
export interface Few {
  tables: Fragment;
  page: Fragment;
  /** The total, given how else it is counted. */
  total(count: Fragment): Fragment;
}

export function fewOf(
  list: ListDefinition,
  { page, size, filters }: ListRequest,
  base: Base,
  counts: Counted | null,
): Few | null {
  const sparse = filters.some(
    ({ key, filter }) =>
      list.sparse?.includes(key) &&
      (filter.op === 'contains' ||
        (filter.op === 'cents' && (filter.from === undefined) !== (filter.to === undefined))),
  );
  if (counts || !sparse) return null;
  const merchant = list.tenant ? `, ${list.tenant} as page_merchant` : '';
  const from = sql`from ${sql.raw(list.from)} ${base.sortJoins} where ${base.where}`;
  const part = sql`limit ${size} offset ${page * size}`;
  const all = sql`(select rows <= ${FEW} from few)`;
  return {
    tables: sql`found as materialized (
        select ${sql.raw(list.id)} as page_id, ${base.sorted} as by ${sql.raw(merchant)} ${from} limit ${FEW + 1}
      ), few as materialized (select count(*) as rows from found)`,
    page: sql`page as materialized (
        (select page_id ${sql.raw(list.tenant ? ', page_merchant' : '')} from found where ${all}
          order by by ${base.direction}, page_id ${base.idDirection} ${part})
        union all
        (select ${sql.raw(list.id)} as page_id ${sql.raw(merchant)} ${from} and not ${all}
          order by ${base.order} ${part})
      )`,
    total: (count) => sql`case when ${all} then (select rows from few) else ${count} end`,
  };
}
