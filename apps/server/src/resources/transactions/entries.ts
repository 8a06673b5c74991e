import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isManual, type Operation } from './reserve.ts';

type Moved = Pick<
  Operation,
  'id' | 'kind' | 'transaction_id' | 'merchant_id' | 'amount_cents' | 'currency'
>;

/** What moved, in the money journal, which is only added to. */
export async function journal(tx: Tx, operation: Moved, reference: string) {
  await tx
    .insertInto('money_journal')
    .values({
      id: randomUUIDv7(),
      created_date: sql`now()`,
      operation_id: operation.id,
      kind: operation.kind,
      transaction_id: operation.transaction_id,
      merchant_id: operation.merchant_id,
      amount_cents: operation.amount_cents,
      currency: operation.currency,
      acquirer_reference: isManual(operation.kind) ? null : reference,
    })
    .execute();
}
