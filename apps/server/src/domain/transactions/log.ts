import { randomUUIDv7 } from 'node:crypto';
import type { TRANSACTION_EVENTS } from '@paydesk/contract/resources/transactions.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** One line of a transaction's own log, in the transaction of the change (API-34). */
export async function log(
  tx: Tx,
  by: { userName: string },
  transaction: { id: string; merchant_id: string },
  event: keyof typeof TRANSACTION_EVENTS,
  fromStatus: string | null,
  toStatus: string | null,
  note: string | null = null,
): Promise<void> {
  await tx
    .insertInto('transaction_logs')
    .values({
      id: randomUUIDv7(),
      transaction_id: transaction.id,
      merchant_id: transaction.merchant_id,
      created_date: sql`now()`,
      event,
      from_status: fromStatus,
      to_status: toStatus,
      user_name: by.userName,
      note,
    })
    .execute();
}
