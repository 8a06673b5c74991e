import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { noteCharged } from './asked.ts';
import { holdRecurring, lookAgain, setRecurring, type RecurringDue } from './rows.ts';

/** A charge that a person marked as one that succeeded counts, and its day is paid: whichever of its tries it was. */
export async function chargeMarked(
  tx: Tx,
  services: Services,
  row: {
    id: string;
    merchant_id: string;
    recurring_payment_id: string | null;
    amount_cents: bigint;
    date: string;
  },
): Promise<void> {
  const { id, merchant_id, recurring_payment_id: recurringId } = row;
  if (!recurringId) return;
  const which = { id: recurringId, merchant_id };
  await setRecurring(tx, which, {
    count: sql`count + 1`,
    total_amount_cents: sql`total_amount_cents + ${row.amount_cents}`,
    last_charged_at: sql`greatest(last_charged_at, ${row.date}::timestamptz)`,
  });
  const { rows: paid } = await sql<RecurringDue>`
    update recurring_dues set status = 'PAID', transaction_id = ${id}, failure = null,
      next_attempt_at = null, updated_date = now()
    where recurring_payment_id = ${recurringId} and merchant_id = ${merchant_id}
      and status in ('UNPAID', 'RETRYING') and (transaction_id = ${id} or id = (
        select due_id from recurring_charges where ${theRow(id, merchant_id)}))
    returning *`.execute(tx);
  for (const day of paid)
    await noteCharged(tx, day, { refused: 'A payment of the day was marked as successful' });
  await lookAgain(tx, services, await holdRecurring(tx, which));
}
