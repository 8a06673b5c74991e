import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { countedIn } from './erase.ts';
import { HELD } from './held.ts';
import { filled, type Of } from './sql.ts';

interface Stays {
  table: string;
  columns: string[];
  rows: number;
  why: string;
}

const LAW = 'required by the laws on money laundering and consumer credit';

const somethingIn = (columns: readonly string[]) =>
  columns.map((column) => `t.${column} is not null`).join(' or ');

/** What is of the person, or was said of them, and stays. */
export async function rowsThatStay(db: Db, of: Of): Promise<Stays[]> {
  const stays: Stays[] = [];
  for (const held of HELD) {
    const { table, where, kept } = held;
    for (const [why, some] of Map.groupBy(Object.entries(held.stays ?? {}), ([, why]) => why)) {
      const columns = some.map(([column]) => column);
      const { rows } = await sql<{ rows: number }>`
        select count(*)::integer as rows from ${sql.table(table)} t
        where ${filled(`${where} and (${somethingIn(columns)})`, of)}`.execute(db);
      if (rows[0]!.rows) stays.push({ table, columns, rows: rows[0]!.rows, why });
    }
    if (!kept) continue;
    const { rows, columns } = await countedIn(db, of, held, kept);
    if (rows) stays.push({ table, columns: Object.keys(columns), rows, why: LAW });
  }
  return stays;
}
