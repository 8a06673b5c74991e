import type { Database } from '../db/database.ts';
import type { ListDefinition } from '../list/definition.ts';
import { tableOf, ofTable, type Merged } from './watch.ts';

/**
 * Rows that say something of other tables' rows, though they refer to none of those: what is written there
 * is a change of them too.
 */
export async function withFollowing(
  database: Database,
  lists: readonly ListDefinition[],
  merged: Merged,
): Promise<Merged> {
  const all = new Map(merged);
  for (const list of lists)
    for (const [table, rowsOf] of Object.entries(list.follows ?? {})) {
      const of = merged.get(table);
      if (!of) continue;
      const ids = [...of.inserted, ...of.updated];
      const merchants = [...of.merchants].filter((one) => one !== null);
      const own = all.get(tableOf(list)) ?? ofTable();
      const found = ids.length ? await database.run(rowsOf(ids, merchants), 'all') : [];
      if (!found.length && !of.many) continue;
      all.set(tableOf(list), {
        ...own,
        // what is new is no change of something
        updated: new Set([
          ...own.updated,
          ...found.map(({ id }) => id).filter((id) => !own.inserted.has(id)),
        ]),
        merchants: new Set([...own.merchants, ...of.merchants]),
        many: own.many || of.many,
      });
    }
  return all;
}
