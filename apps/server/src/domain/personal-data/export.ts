import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { CLASSES } from '../../platform/db/classes.ts';
import { openedPaper } from '../../platform/sealed-papers.ts';
import { openedText, SEALED_VALUES, sealedSql } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { ofCustomer } from './erase.ts';
import { ROWS } from './held.ts';
import { within } from './held/whose.ts';
import { filled, type Of } from './sql.ts';

type Row = Record<string, unknown>;
type By = Pick<Services, 'encryption'>;

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
};

/** What opens something is nobody's to read; whose saved view it is, another person's. */
const NOT_THEIRS = ['saved_views', 'approvals'];

/** The papers of loans as they were read and signed, and as PostgreSQL writes bytes. */
async function papersOf(db: Db, { encryption }: By, of: Of, where: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row; id: string; bytes: Buffer; bytes_sealed: Buffer }>`
    select to_jsonb(t) - 'bytes_sealed' as row, t.id, t.bytes, t.bytes_sealed
    from loan_documents t where ${filled(where, of)}`.execute(db);
  return rows.map(({ row, id, ...kept }) => ({
    ...row,
    bytes: `\\x${openedPaper(encryption, id, kept).toString('hex')}`,
  }));
}

async function rowsOf(db: Db, by: By, of: Of, table: string, where: string): Promise<Row[]> {
  if (table === 'loan_documents') return papersOf(db, by, of, where);
  const secret = CLASSES[table]?.secret?.split(' ') ?? [];
  const value = SEALED_VALUES.find((one) => one.table === table);
  const sealed = value
    ? sql`, ${sql.raw(sealedSql('t', value))} as sealed, ${sql.ref(`t.${value.id ?? 'id'}`)} as id`
    : sql``;
  const { rows } = await sql<{ row: Row; sealed: string | null; id: string }>`
    select to_jsonb(t) - ${secret}::text[] as row ${sealed} from ${sql.table(table)} t
    where ${filled(where, of)}`.execute(db);
  if (!value) return rows.map(({ row }) => row);
  return rows.map(({ row, sealed: text, id }) => {
    const all = { ...row, [value.column]: openedText(by.encryption, value, id, text) };
    delete all[`${value.column}_masked`];
    return all;
  });
}

/** All that is held of a person, by table, without what opens anything. */
export async function heldOf(db: Db, by: By, customerId: string): Promise<Record<string, Row[]>> {
  const of = await ofCustomer(db, by, customerId);
  const tables: Record<string, Row[]> = {};
  for (const [table, where] of Object.entries({ ...ROWS, ...MORE })) {
    if (NOT_THEIRS.includes(table)) continue;
    const rows = await rowsOf(db, by, of, table, where);
    if (rows.length) tables[table] = rows;
  }
  return tables;
}
