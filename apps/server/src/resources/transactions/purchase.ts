import { sql } from 'kysely';
import { postPurchaseCallback } from '../../platform/callbacks.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';

/**
 * The purchase follows its payments: REFUNDED when nothing is left of any charge that succeeded,
 * CANCELLED when all were reversed in full (SB-15, SB-16); its merchant is told (AM-48).
 */
export async function updatePurchase(
  tx: Tx,
  services: Services,
  transactionId: string,
): Promise<void> {
  const { purchase_id: id } = await tx
    .selectFrom('transactions')
    .select('purchase_id')
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow();
  if (!id) return;
  // of two charges that settle at once the second sees what became of the first
  const held = await sql<{ status: string }>`
    select status from purchases where id = ${id} for no key update`.execute(tx);
  const back = await sql<{ status: string | null }>`
    select case
        when bool_and(reversed_cents = amount_cents) then 'CANCELLED'
        when bool_and(amount_cents in (refunded_cents, reversed_cents)) then 'REFUNDED'
      end as status
    from transactions
    where purchase_id = ${id} and refunded_transaction_id is null
      and status in ('SUCCESS', 'REVERSED')`.execute(tx);
  const before = held.rows[0]!.status;
  const status = back.rows[0]!.status ?? (before === 'REFUNDED' ? 'SETTLED' : before);
  if (status === before) return;
  await tx.updateTable('purchases').set({ status }).where('id', '=', id).execute();
  await postPurchaseCallback(tx, services, id);
}
