import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { dayOf } from '../../platform/business-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mailLetter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import { postPurchaseCallback } from '../callbacks.ts';
import { payBase } from '../checkouts.ts';
import { nextCharge } from './hold.ts';
import type { Recurring, RecurringDue } from './rows.ts';
import { wordsOf, type Told } from './words.ts';

/** What happens to a recurring payment, as its merchant is told by callback (docs/merchant-api.md) and its payer by mail. */
export type Happened =
  | 'BEGUN'
  | 'CHARGED'
  | 'DECLINED'
  | 'UNPAID'
  | 'MISSED'
  | 'PAUSED'
  | 'RESUMED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'AMOUNT_CHANGED'
  | 'CARD_CHANGED'
  | 'CARD_EXPIRING';

export interface About {
  due?: RecurringDue;
  transactionId?: string;
  code?: string | null;
  /** When a declined one is tried again. */
  again?: string;
  /** What the last decline came to. */
  ended?: 'SUSPEND' | 'CANCEL' | null;
  by?: 'MERCHANT' | 'CUSTOMER';
}

const DAYS_TO_TRY = 7;

/** The payer's own page of it; the token is all that opens it. */
export const recurringUrl = (
  services: Services,
  { access_token }: Pick<Recurring, 'access_token'>,
) => `${payBase(services)}/r/${access_token}`;

/** Tells merchant and payer, in the transaction of the change. */
export async function told(
  tx: Tx,
  services: Services,
  { id, merchant_id }: Pick<Recurring, 'id' | 'merchant_id'>,
  happened: Happened,
  about: About = {},
): Promise<void> {
  const { rows } = await sql<Recurring & Told>`
    select r.*, m.name as shop, m.email as shop_email, right(r.card_pan, 4) as last4,
      (select status from recurring_dues d where d.id = ${about.due?.id ?? null}::uuid
        and d.merchant_id = r.merchant_id) as due_status
    from recurring_payments r join merchants m on m.id = r.merchant_id
    where r.id = ${id} and r.merchant_id = ${merchant_id}`.execute(tx);
  const { nextChargeAt } = await nextCharge(tx, rows[0]!);
  const one = { ...rows[0]!, next_charge_at: nextChargeAt };
  await postPurchaseCallback(tx, services, one.payment_request_id, {
    event: `RECURRING_${happened}`,
    recurringPaymentId: one.id,
    recurringStatus: one.status,
    suspendReason: one.suspend_reason,
    recurringAmount: fromCents(one.amount_cents).toFixed(2),
    nextChargeAt,
    ...(about.due && { dueDay: about.due.due_day, dueStatus: one.due_status }),
    ...(about.transactionId && { transactionId: about.transactionId }),
    ...(about.code && { declineCode: about.code }),
    ...(about.again && { triedAgainAt: about.again }),
    ...(about.by && { by: about.by }),
  });
  const words = one.payer_email
    ? wordsOf(one, happened, about, (at) => formatIsoDay(dayOf(services, at)))
    : null;
  if (!words || !one.payer_email) return;
  const { shop, shop_email: address, status } = one;
  const isOver = status === 'CANCELLED' || status === 'EXPIRED';
  const mail = {
    to: one.payer_email,
    subject: words.subject,
    heading: words.heading,
    before: words.lines,
    action: { label: words.button ?? 'See, pause or cancel it', link: recurringUrl(services, one) },
    after: [
      `What you buy comes from ${shop}${address ? `; write to ${address} about it` : ''}. On the page of the button you see what ${isOver ? 'was charged' : 'is charged when, and pause or cancel at any time'}.`,
    ],
  };
  await mailLetter(tx, services, () => mail, {
    minutes: DAYS_TO_TRY * 24 * 60,
    merchantId: one.merchant_id,
  });
}
