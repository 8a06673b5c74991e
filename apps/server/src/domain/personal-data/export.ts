import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { CLASSES } from '../../platform/db/classes.ts';
import { ofCustomer } from './erase.ts';
import { HELD } from './held.ts';
import { ENTITIES, within } from './held/whose.ts';
import { filled, type Of } from './sql.ts';

type Row = Record<string, unknown>;

/** Beside what an erasure changes: what was done about them, and what they owe. */
const MORE: Readonly<Record<string, string>> = {
  loan_instalments: within(
    'select y.merchant_id, y.id from consumer_credits y where y.customer_id = $C',
    'consumer_credit_id',
  ),
  offers: within(
    'select y.merchant_id, y.id from consumer_credits y where y.customer_id = $C',
    'consumer_credit_id',
  ),
  money_journal: within(
    'select y.merchant_id, y.id from transactions y where y.customer_id = $C',
    'transaction_id',
  ),
  audit_logs: `t.entity_id in (${ENTITIES})`,
};

/** What opens something is nobody's to read; whose saved view it is, another person's. */
const NOT_THEIRS = ['saved_views', 'approvals'];

async function rowsOf(db: Db, of: Of, table: string, where: string): Promise<Row[]> {
  const secret = CLASSES[table]?.secret?.split(' ') ?? [];
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) - ${secret}::text[] as row from ${sql.table(table)} t
    where ${filled(where, of)}`.execute(db);
  return rows.map(({ row }) => row);
}

/** All that is held of a person, by table, without what opens anything. */
export async function heldOf(db: Db, customerId: string): Promise<Record<string, Row[]>> {
  const of = await ofCustomer(db, customerId);
  const whole = HELD.filter(({ table }) => !NOT_THEIRS.includes(table)).map(
    ({ table, where, kept }) => [table, kept ? `(${where} or ${kept})` : where] as const,
  );
  const tables: Record<string, Row[]> = {};
  for (const [table, where] of [...whole, ...Object.entries(MORE)]) {
    const rows = await rowsOf(db, of, table, where);
    if (rows.length) tables[table] = rows;
  }
  return tables;
}
