import { sql, type RawBuilder } from 'kysely';
import type { Base } from './base.ts';
import type { ListDefinition, Partly } from './definition.ts';
import type { ListRequest } from './query.ts';

type Fragment = RawBuilder<unknown>;

/** The value of a column that some rows have, and the others not. */
export const valueOf = ({ by, indexed, where }: Partly) =>
  `case when ${indexed} and ${where} then ${by} end`;

/** A case of its own: of a bare condition the planner takes one row in 200 to meet it, and sorts them all. */
export const hasIt = ({ where }: Partly) => `case when ${where} then true else false end`;

/**
 * The page of a list in the order of a column that rows have or have not by what stands in other tables, which no
 * index can know; null where another order is asked for. An index has the order of those that may have it: they are
 * read in it, and those that have none come after, so that nobody asks of every row whether it has. Where rows are
 * spread each machine sorts its own.
 */
export function pagePartly(
  list: ListDefinition,
  { page, size, sort }: ListRequest,
  base: Base,
): Fragment | null {
  const of = list.partly?.[sort.key];
  if (!of || list.spread) return null;
  const [offset, upTo] = [page * size, page * size + size];
  const merchant = (text: string) => sql.raw(list.tenant ? `, ${text}` : '');
  const found = sql`select ${sql.raw(list.id)} as page_id ${merchant(`${list.tenant} as page_merchant`)}`;
  const from = sql`from ${sql.raw(list.from)} ${base.sortJoins} where ${base.where}`;
  const id = sql`${sql.raw(list.id)} ${base.idDirection}`;
  const has = sql.raw(hasIt(of));
  return sql`having_it as materialized (
      ${found}, ${sql.raw(of.by)} as by ${from} and ${sql.raw(of.indexed)} and ${has}
      order by ${sql.raw(of.by)} ${sql.raw(sort.direction)}, ${id} limit ${upTo}
    ), so_many as materialized (select count(*) as rows from having_it),
    page as materialized (
      (select page_id ${merchant('page_merchant')} from having_it
        order by by ${base.direction}, page_id ${base.idDirection} limit ${size} offset ${offset})
      union all
      (${found} ${from} and (select rows < ${upTo} from so_many)
          and (${sql.raw(of.indexed)} and ${has}) is not true
        order by ${id}
        limit ${size} - (select greatest(rows - ${offset}, 0) from so_many)
        offset (select greatest(${offset} - rows, 0) from so_many))
    )`;
}
