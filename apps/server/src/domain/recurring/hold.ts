import type { ChargeHold } from '@paydesk/contract/charging.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { openTo } from '../merchant-features.ts';
import type { Recurring } from './rows.ts';

/**
 * Why nothing is charged for the recurring payment `r` of the merchant `m`, or null: what the task asks
 * that charges (due.ts), for whoever reads when the next charge is. `amount`: what it would take, where a day has its own.
 */
export const chargeHold = (amount: string) => `case when m.status <> 'ACTIVE' then 'MERCHANT'
  when not ${openTo('r.merchant_id', 'RECURRING')} then 'RECURRING'
  else coalesce(charge_refusal(r.customer_id, r.card_pan), case when ${amount} > r.most_cents then 'AGREED' end) end`;
export const CHARGE_HOLD = chargeHold('r.amount_cents');

/** The same of one that is known, and when it is charged next: not where its agreement is over by then. */
export async function nextCharge(
  tx: Tx,
  one: Pick<Recurring, 'id' | 'merchant_id' | 'status' | 'next_charge_at' | 'expiration_date'>,
): Promise<{ onHold: ChargeHold | null; nextChargeAt: string | null }> {
  const { status, next_charge_at: at, expiration_date: until } = one;
  if (status !== 'ACTIVE') return { onHold: null, nextChargeAt: null };
  const { rows } = await sql<{ hold: ChargeHold | null }>`
    select ${sql.raw(CHARGE_HOLD)} as hold
    from recurring_payments r join merchants m on m.id = r.merchant_id
    where r.id = ${one.id} and r.merchant_id = ${one.merchant_id}`.execute(tx);
  const { hold } = rows[0]!;
  return { onHold: hold, nextChargeAt: hold || (at && until && at >= until) ? null : at };
}
