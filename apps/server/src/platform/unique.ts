import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { sql } from 'kysely';
import type { Tx } from './db/database.ts';
import { invalid } from './errors.ts';
import type { ListDefinition } from './list/definition.ts';

/** The column behind each field that is one. */
export const columnNames = ({ columns }: ListDefinition): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(columns).map(([key, expression]) => [key, expression.split('.').at(-1)!]),
  );

/**
 * Refuses what another record has already, of the same merchant where they are merchants'. For what
 * is made anew too, which has no id yet.
 */
export async function refuseTaken(
  tx: Tx,
  { table, whole }: { table: string; whole: ListDefinition },
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  { id, merchantId }: { id: string | null; merchantId: string | null },
): Promise<void> {
  for (const [key, { unique }] of Object.entries(fields)) {
    if (!unique) continue;
    // two at the same moment would both find it free
    await sql`select pg_advisory_xact_lock(hashtext(${table}), hashtext(${merchantId ?? ''}))`.execute(
      tx,
    );
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(columnNames(whole)[key]!)} = ${values[key]}
        and id is distinct from ${id}::uuid
        and ${merchantId ? sql`merchant_id = ${merchantId}::uuid` : sql`true`}`.execute(tx);
    if (rows.length) throw invalid(key, unique);
  }
}
