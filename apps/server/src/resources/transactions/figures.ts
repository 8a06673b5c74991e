import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';

/** Locks the transaction; gives what an operation changes on it, as the audit log shows it. */
export async function lockRow(tx: Tx, id: string, merchantId: string) {
  const row = await tx
    .selectFrom('transactions')
    .select(['status', 'refunded_cents', 'pending_refund_cents'])
    .select(['reversed_cents', 'pending_reversal_cents'])
    .where(theRow(id, merchantId))
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    status: row.status,
    refunded_amount: fromCents(row.refunded_cents),
    pending_refund_amount: fromCents(row.pending_refund_cents),
    reversed_amount: fromCents(row.reversed_cents),
    pending_reversal_amount: fromCents(row.pending_reversal_cents),
  };
}

/** What is reserved, in the same words. */
export const pendingOf = (
  column: 'pending_refund_cents' | 'pending_reversal_cents',
  cents: bigint,
) => ({
  [column.replace(/_cents$/, '_amount')]: fromCents(cents),
});
