import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { CLASSED } from '../../platform/db/classes.ts';
import { blindOf, SEALED_VALUES } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';

export interface Found {
  where: string;
  rows: number;
}

/** What an erasure itself writes down, and what can name nobody as it stands: an erased paper is empty. */
const NOT_SEARCHED = ['erasures.words', 'loan_documents.bytes', 'external_ids.digest'];
const SEARCHED = Map.groupBy(
  CLASSED.filter(
    ({ table, column, of }) =>
      !['none', 'secret', 'actor'].includes(of) && !NOT_SEARCHED.includes(`${table}.${column}`),
  ),
  ({ table }) => table,
);

/**
 * Looks for these words through every column that may tell something of a person, of all tables and all
 * rows: not by whose rows they are, so that what was written where nobody thought of is found.
 */
export async function searchFor(
  db: Db,
  { encryption }: Pick<Services, 'encryption'>,
  words: readonly string[],
): Promise<Found[]> {
  const found: Found[] = [];
  if (!words.length) return found;
  for (const [table, columns] of SEARCHED) {
    const { rows } = await sql<Record<string, number>>`
      select ${sql.join(
        columns.map(
          ({ column }) =>
            sql`count(*) filter (where exists (select from unnest(${words}::text[]) w
              where strpos(lower(t.${sql.ref(column)}::text), w) > 0))::integer
              as ${sql.ref(column)}`,
        ),
      )} from ${sql.table(table)} t`.execute(db);
    for (const [column, count] of Object.entries(rows[0]!))
      if (count) found.push({ where: `${table}.${column}`, rows: count });
  }
  // what lies sealed is found by what follows from it
  for (const { table, column, kind, indexed } of SEALED_VALUES) {
    if (!indexed) continue;
    const blind = words.flatMap((word) => blindOf(encryption, kind, word));
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} t
      where ${sql.ref(`t.${column}_index`)} = any(${blind}::bytea[])`.execute(db);
    if (rows[0]!.count) found.push({ where: `${table}.${column}`, rows: rows[0]!.count });
  }
  return found;
}
