import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mailLetter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import { paymentUrl } from '../checkouts.ts';
import { itemsOf } from '../orders/items.ts';
import type { Held } from './attempts.ts';
import { MAILED_MINUTES } from './patience.ts';

/** A mail that has not left after so long tells nobody anything new. */
const MINUTES_TO_TRY = 7 * 24 * 60;

/** Tells the shopper what was paid, for what and to whom, in the transaction in which it was. */
export async function mailReceipt(
  tx: Tx,
  services: Services,
  { attempt, order, merchant, payer }: Held,
): Promise<void> {
  if (!order.customer_email) return;
  const items = await itemsOf(tx, order, MOST_LINES);
  const { name: shop, email: shopEmail } = merchant;
  const money = (cents: bigint) => `${formatAmount(fromCents(cents))} ${attempt.currency}`;
  const what = order.external_order_number ? `order ${order.external_order_number}` : 'your order';
  const mail = {
    to: order.customer_email,
    subject: `Receipt from ${shop}: ${money(attempt.amount_cents)}`,
    heading: `You paid ${money(attempt.amount_cents)}`,
    before: [
      `${shop} has your payment for ${what}, by card ending in ${payer.card_pan?.slice(-4) ?? '····'}.`,
      ...items.map(
        ({ label, count, amount_cents: cents }) =>
          `${count} × ${label}: ${money(cents * BigInt(count))}`,
      ),
    ],
    action: { label: 'See the payment', link: paymentUrl(services, attempt.checkout_id) },
    after: [
      `Payment ${attempt.id}. What you bought comes from ${shop}${shopEmail ? `; write to ${shopEmail} about it` : ''}.`,
    ],
  };
  await mailLetter(tx, services, () => mail, {
    minutes: MINUTES_TO_TRY,
    merchantId: attempt.merchant_id,
  });
}

const MOST_LINES = 30;

interface Away {
  subject: (shop: string) => string;
  heading: string;
  /** `payment`: 'your payment of 42.00 EUR to Amber & Oak for order AO-1'. */
  before: (payment: string, shop: string) => string;
  label: string;
  after?: string;
  minutes: number;
}

const AWAY = {
  // it may go on, and their bank wants them for it
  CHALLENGE: {
    subject: (shop) => `Please confirm your payment to ${shop}`,
    heading: 'Your bank asks you to confirm a payment',
    before: (payment) =>
      `A person has looked at ${payment}, and it can go on. Your bank wants to hear from you that it is you who pays: nothing is taken before.`,
    label: 'Confirm the payment',
    after:
      'Please do it soon: banks wait for a while only. If yours has not waited, nothing is taken, and you can pay anew on the same page.',
    minutes: MAILED_MINUTES,
  },
  // it may go on, and their bank holds the money until the shop takes it by hand
  HELD: {
    subject: (shop) => `Your payment to ${shop} can go on`,
    heading: 'The money is held on your card',
    before: (payment, shop) =>
      `A person has looked at ${payment}, and it can go on. ${shop} takes the money when your order is ready; what is not taken within seven days is free again.`,
    label: 'See the payment',
    minutes: MINUTES_TO_TRY,
  },
  // it was refused, by whoever looked at it or by their bank, or they did not come back
  NOT_TAKEN: {
    subject: (shop) => `Your payment to ${shop} was not taken`,
    heading: 'Nothing was taken',
    before: (payment) =>
      `We told you that somebody looks at ${payment}. It was not accepted, or not confirmed in time.`,
    label: 'See the payment',
    after: 'Where the order is still open, you can pay it anew on that page.',
    minutes: MINUTES_TO_TRY,
  },
} as const satisfies Record<string, Away>;

/** Tells whoever has gone while a person looked at their payment, and was told that a mail says how it is decided. */
export async function mailAway(
  tx: Tx,
  services: Services,
  { attempt, order, merchant: { name: shop, email: shopEmail } }: Held,
  came: keyof typeof AWAY,
): Promise<void> {
  if (!order.customer_email) return;
  const { subject, heading, before, label, after, minutes }: Away = AWAY[came];
  const { external_order_number: number } = order;
  const money = `${formatAmount(fromCents(attempt.amount_cents))} ${attempt.currency}`;
  const payment = `your payment of ${money} to ${shop}${number ? ` for order ${number}` : ''}`;
  const mail = {
    to: order.customer_email,
    subject: subject(shop),
    heading,
    before: [before(payment, shop)],
    action: { label, link: paymentUrl(services, attempt.checkout_id) },
    after: [
      ...(after ? [after] : []),
      `Payment ${attempt.id}. What you buy comes from ${shop}${shopEmail ? `; write to ${shopEmail} about it` : ''}.`,
    ],
  };
  await mailLetter(tx, services, () => mail, { minutes, merchantId: attempt.merchant_id });
}

interface Back {
  subject: (shop: string, money: string) => string;
  heading: (money: string) => string;
  before: (shop: string, money: string) => string;
}

const TO_CARD = 'to the card that you paid with. Your bank shows it within some days.';

const BACK = {
  REFUND: {
    subject: (shop, money) => `Refund from ${shop}: ${money}`,
    heading: (money) => `${money} goes back to you`,
    before: (shop, money) => `${shop} gives back ${money} of what you paid, ${TO_CARD}`,
  },
  MANUAL_REFUND: {
    subject: (shop, money) => `Refund from ${shop}: ${money}`,
    heading: (money) => `${money} was given back to you`,
    before: (shop, money) =>
      `${shop} says that it has given back ${money} of what you paid, in another way than to the card that you paid with.`,
  },
  REVERSAL: {
    subject: (shop, money) => `Payment to ${shop} reversed: ${money}`,
    heading: (money) => `${money} goes back to you`,
    before: (shop, money) => `${shop} has reversed your payment: ${money} goes back ${TO_CARD}`,
  },
} as const satisfies Record<string, Back>;

/**
 * Tells the shopper of money that goes back, where they paid here; of what else was paid nobody knows an address. What
 * was given back another way comes to no card, and the merchant alone knows that it was. A refund that is taken back is
 * no payment of theirs.
 */
export async function mailBack(
  tx: Tx,
  services: Services,
  of: { transaction_id: string; merchant_id: string; amount_cents: bigint; currency: string },
  kind: keyof typeof BACK,
): Promise<void> {
  const { transaction_id: id, merchant_id: merchantId, currency } = of;
  const paid = await tx
    .selectFrom('payment_attempts')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.id', '=', 'payment_attempts.order_id')
        .onRef('orders.merchant_id', '=', 'payment_attempts.merchant_id'),
    )
    .innerJoin('merchants', 'merchants.id', 'orders.merchant_id')
    .select(['payment_attempts.checkout_id', 'orders.customer_email', 'merchants.name as shop'])
    .where('payment_attempts.id', '=', id)
    .where('payment_attempts.merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!paid?.customer_email) return;
  const { shop } = paid;
  const { subject, heading, before }: Back = BACK[kind];
  const money = `${formatAmount(fromCents(of.amount_cents))} ${currency}`;
  const mail = {
    to: paid.customer_email,
    subject: subject(shop, money),
    heading: heading(money),
    before: [before(shop, money)],
    action: { label: 'See the payment', link: paymentUrl(services, paid.checkout_id) },
    after: [`Payment ${id}.`],
  };
  await mailLetter(tx, services, () => mail, { minutes: MINUTES_TO_TRY, merchantId });
}
