import { sql, type RawBuilder } from 'kysely';
import { patternOf } from '../plain.ts';
import type { Base } from './base.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';

type Fragment = RawBuilder<unknown>;

/** So many different texts are looked through one by one. */
const MOST = 1000;

/**
 * The total of 'contains' on a column that has few different texts in very many rows, as what acquirers say of an
 * error: the texts themselves are read off the column's index, a step each, and the rows of those that match are
 * counted in it. Where there turn out to be more texts, the rows are counted as those of any other filter.
 */
export function totalByWords(
  list: ListDefinition,
  { filters, dateFrom, dateTo }: ListRequest,
  base: Base,
  count: Fragment,
): Fragment | null {
  // where rows are spread no machine goes on from what another has found
  if (list.spread) return null;
  const [only, ...others] = filters;
  if (!only || others.length || dateFrom || dateTo || base.scoped || list.where) return null;
  if (only.filter.op !== 'contains' || !list.repeated?.includes(only.key)) return null;
  const text = sql.raw(list.columns[only.key]!);
  const from = sql.raw(list.from);
  return sql`(
    with recursive steps as (
      (select ${text} as word from ${from} where ${text} is not null order by 1 limit 1)
      union all
      select (select ${text} from ${from} where ${text} > steps.word order by 1 limit 1)
      from steps where steps.word is not null
    ), words as (select word from steps where word is not null limit ${MOST + 1})
    select case when count(*) > ${MOST} then ${count} else coalesce(sum(
      case when word ilike ${base.value(patternOf(only.filter.value))} then (select count(*) from ${from} where ${text} = word) end
    ), 0)::bigint end
    from words
  )`;
}
