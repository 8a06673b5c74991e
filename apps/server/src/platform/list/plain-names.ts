import { sql, type RawBuilder } from 'kysely';
import { hasTrigram, patternOf, plain } from '../plain.ts';
import type { ListDefinition } from './definition.ts';
import type { Value } from './scope.ts';

/**
 * 'muller' finds Müller, and 'novak jana' Jana Novák: each word is in the name as `search_text` of the database has
 * it, which an index of trigrams knows of the whole name. Null where the column is no name, and where no word has
 * three letters: those are found as they are written, since no index has them and each name would be made plain.
 */
export function byName(
  list: ListDefinition,
  key: string,
  typed: string,
  value: Value,
): RawBuilder<unknown> | null {
  const name = list.plainNames?.[key];
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (!name || !words.some(hasTrigram)) return null;
  const [whole, own] = [sql.raw(name.whole), sql.raw(list.columns[key]!)];
  const conditions = words.map((word) => {
    const pattern = value(patternOf(word));
    const inWhole = sql`${whole} like ${pattern}`;
    return name.part
      ? sql`${inWhole} and (${own} ilike ${pattern} or search_text(${own}) like ${pattern})`
      : inWhole;
  });
  return sql`(${sql.join(conditions, sql` and `)})`;
}
