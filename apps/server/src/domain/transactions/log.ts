import { randomUUIDv7 } from 'node:crypto';
import type { TRANSACTION_EVENTS } from '@paydesk/contract/resources/transactions/record.ts';
import { sql, type QueryCreator } from 'kysely';
import type { Tables } from '../../platform/db/schema.ts';

/** One line of a transaction's own log, in the transaction of the change (API-34), or in its very statement. */
export async function log(
  on: QueryCreator<Tables>,
  by: { userName: string },
  transaction: { id: string; merchant_id: string },
  event: keyof typeof TRANSACTION_EVENTS,
  fromStatus: string | null,
  toStatus: string | null,
  note: string | null = null,
): Promise<void> {
  const row = sql`${randomUUIDv7()}::uuid, ${transaction.id}::uuid, ${transaction.merchant_id}::uuid, now(),
    ${event}::text, ${fromStatus}::text, ${toStatus}::text, ${by.userName}::text, ${note}::text`;
  await on
    .insertInto('transaction_logs')
    .columns(COLUMNS)
    .expression(sql`values (${row})`)
    .execute();
}

const COLUMNS = [
  'id',
  'transaction_id',
  'merchant_id',
  'created_date',
  'event',
  'from_status',
  'to_status',
  'user_name',
  'note',
] as const;
