import { sql, type RawBuilder } from 'kysely';
import { joinTexts, type Base } from './base.ts';
import type { Counted } from './counters.ts';
import type { ListDefinition } from './definition.ts';
import { nearOf } from './few.ts';
import type { ListRequest } from './query.ts';

type Fragment = RawBuilder<unknown>;

/** So few owners are asked one by one; of more the list's beginning is looked through, and then all of theirs. */
const FEW_OWNERS = 20;
/** So many rows are asked of each. */
const MOST_ROWS = 1000;

/**
 * The page of a list in the order of its rows' owners, or of those owners alone whose words a filter names, read
 * owner by owner; null where neither is asked for. The planner can't: it takes each owner to have as many rows as
 * any other, and sorts half a million of the largest. Where rows are spread no machine takes a part of each owner, and
 * each sorts its own.
 */
export function pageByOwner(
  list: ListDefinition,
  request: ListRequest,
  base: Base,
  counts: Counted | null,
): Fragment | null {
  if (list.spread) return null;
  const { page, size, sort, filters } = request;
  const [offset, upTo] = [page * size, page * size + size];
  const merchant = sql.raw(list.tenant ? `, ${list.tenant} as page_merchant` : '');
  const part = sql`limit ${size} offset ${offset}`;
  const found = sql`select ${sql.raw(list.id)} as page_id, ${base.sorted} as by ${merchant}
    from ${sql.raw(list.from)}`;
  /** Of each owner the first ones, and of these the page; the owner is the row outside. */
  const ofEach = (key: string, inner: Fragment, outer: Fragment, which: Fragment) => {
    const { from, id, of } = list.owners![key]!;
    const expressions = [
      ...filters.map((filter) => filter.key),
      ...(sort.key === key ? [] : [sort.key]),
    ]
      .filter((one) => one !== key)
      .map((one) => list.columns[one]!);
    return sql`select one.page_id ${sql.raw(list.tenant ? ', one.page_merchant' : '')}
      from ${sql.raw(from)} cross join lateral (
        ${found} ${sql.raw(joinTexts(list, expressions))}
        where ${sql.raw(`${of} = ${id}`)} and ${base.where} order by ${inner} limit ${upTo}
      ) one
      where ${which} order by ${outer} ${part}`;
  };
  if (list.owners?.[sort.key]) {
    // other filters leave few rows, which are sorted sooner than looked for in each row of that table;
    // `offset 0` keeps the planner, who hopes to meet them early, from trying
    if (!counts && filters.length)
      return sql`page as materialized (
        select * from (${found} ${base.sortJoins} where ${base.where} offset 0) found
        order by by ${base.direction}, page_id ${base.idDirection} ${part}
      )`;
    const inner = sql`1 ${base.idDirection}`;
    const outer = sql`${sql.raw(list.columns[sort.key]!)} ${base.direction}, one.page_id ${base.idDirection}`;
    return sql`page as materialized (${ofEach(sort.key, inner, outer, sql`true`)})`;
  }
  const named = filters.find(({ key, filter }) => list.owners?.[key] && filter.op === 'contains');
  // with other filters the few that they leave are found by those
  if (!named || !counts || upTo > MOST_ROWS) return null;
  const { from } = list.owners![named.key]!;
  const few = sql`(select few from named)`;
  const near = nearOf(list, request, base);
  const enough = near ? sql`(select filled from enough)` : sql`false`;
  const nearest = sql`(select page_id ${sql.raw(list.tenant ? ', page_merchant' : '')} from near
    where not ${few} and ${enough} order by by ${base.direction}, page_id ${base.idDirection} ${part}) union all`;
  const outer = sql`one.by ${base.direction}, one.page_id ${base.idDirection}`;
  return sql`named as materialized (
      select count(*) <= ${FEW_OWNERS} as few from (
        select from ${sql.raw(from)} where ${base.conditionOf(named)} limit ${FEW_OWNERS + 1}
      ) owners
    ), ${near ? sql`${near},` : sql``} page as materialized (
      (${ofEach(named.key, base.order, outer, few)})
      union all ${near ? nearest : sql``}
      (select ${sql.raw(list.id)} as page_id ${merchant} from ${sql.raw(list.from)} ${base.sortJoins}
        where ${base.where} and not ${few} and not ${enough} order by ${base.order} ${part})
    )`;
}
