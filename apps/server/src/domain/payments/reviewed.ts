import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mailLetter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import { paymentUrl } from '../checkouts.ts';
import type { Held } from './attempts.ts';
import { CHALLENGE_MINUTES } from './patience.ts';

/** What came of a payment that a person looked at; once its money is taken the receipt says so. */
export type Reviewed = 'DECLINED' | 'CHALLENGE' | 'AUTHORISED';

const WEEK_MINUTES = 7 * 24 * 60;

/**
 * Tells its shopper, who was told on the page that a mail comes and that they may close it: what the bank still asks of
 * them, and that nothing was taken. Why is not for them to read.
 */
export async function mailReviewed(
  tx: Tx,
  services: Services,
  { attempt, order, merchant: { name: shop, email: shopEmail } }: Held,
  came: Reviewed,
): Promise<void> {
  if (!order.customer_email) return;
  const money = `${formatAmount(fromCents(attempt.amount_cents))} ${attempt.currency}`;
  const what = order.external_order_number ? `order ${order.external_order_number}` : 'your order';
  const { minutes = WEEK_MINUTES, ...words } = {
    DECLINED: {
      subject: `Your payment to ${shop} did not go through`,
      says: `Your payment of ${money} for ${what} was looked at, and did not go through. Nothing was taken.`,
      label: 'See the order',
    },
    CHALLENGE: {
      subject: `Please confirm your payment to ${shop}`,
      says: `Your payment of ${money} for ${what} was looked at, and can go on: your bank asks you to confirm it. Please do so within ${CHALLENGE_MINUTES} minutes; without it nothing is taken.`,
      label: 'Confirm the payment',
      minutes: CHALLENGE_MINUTES,
    },
    AUTHORISED: {
      subject: `Your payment to ${shop} can go on`,
      says: `Your payment of ${money} for ${what} was looked at, and is held on your card. ${shop} takes it when your order is ready; what is not taken within seven days is free again.`,
      label: 'See the payment',
    },
  }[came] as { subject: string; says: string; label: string; minutes?: number };
  const mail = {
    to: order.customer_email,
    subject: words.subject,
    heading: words.subject,
    before: [words.says],
    action: { label: words.label, link: paymentUrl(services, attempt.checkout_id) },
    after: [
      `Payment ${attempt.id}.${shopEmail ? ` Write to ${shopEmail} about what you buy there.` : ''}`,
    ],
  };
  await mailLetter(tx, services, () => mail, { minutes, merchantId: attempt.merchant_id });
}
