import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';

/** A charge that a person marked as one that succeeded counts, and its day is paid. */
export async function chargeMarked(
  tx: Tx,
  row: {
    id: string;
    merchant_id: string;
    recurring_payment_id: string | null;
    amount_cents: bigint;
    date: string;
  },
): Promise<void> {
  const { recurring_payment_id: recurringId } = row;
  if (!recurringId) return;
  await tx
    .updateTable('recurring_payments')
    .set({
      count: sql`count + 1`,
      total_amount_cents: sql`total_amount_cents + ${row.amount_cents}`,
      last_charged_at: sql`greatest(last_charged_at, ${row.date}::timestamptz)`,
    })
    .where(theRow(recurringId, row.merchant_id))
    .execute();
  await tx
    .updateTable('recurring_dues')
    .set({ status: 'PAID', next_attempt_at: null, updated_date: sql`now()` })
    .where('transaction_id', '=', row.id)
    .where('merchant_id', '=', row.merchant_id)
    .where('status', 'in', ['UNPAID', 'RETRYING'])
    .execute();
}
