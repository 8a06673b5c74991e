import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mailLetter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import { paymentUrl } from '../checkouts.ts';
import { itemsOf } from '../orders/items.ts';
import type { Held } from './attempts.ts';

/** A mail that has not left after so long tells nobody anything new. */
const DAYS_TO_TRY = 7;

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
    action: { label: 'See the receipt', link: paymentUrl(services, attempt.checkout_id) },
    after: [
      `Payment ${attempt.id}. What you bought comes from ${shop}${shopEmail ? `; write to ${shopEmail} about it` : ''}.`,
    ],
  };
  await mailLetter(tx, services, () => mail, {
    minutes: DAYS_TO_TRY * 24 * 60,
    merchantId: attempt.merchant_id,
  });
}

const MOST_LINES = 30;

/**
 * Tells the shopper of money that goes back, where they paid here; of what else was paid nobody knows an address. What
 * was given back another way comes to no card, and the merchant alone knows that it was.
 */
export async function mailRefund(
  tx: Tx,
  services: Services,
  refund: { transaction_id: string; merchant_id: string; amount_cents: bigint; currency: string },
  elsewhere: boolean,
): Promise<void> {
  const { transaction_id: id, merchant_id: merchantId, currency } = refund;
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
  const money = `${formatAmount(fromCents(refund.amount_cents))} ${currency}`;
  const mail = {
    to: paid.customer_email,
    subject: `Refund from ${paid.shop}: ${money}`,
    heading: elsewhere ? `${money} was given back to you` : `${money} goes back to you`,
    before: [
      elsewhere
        ? `${paid.shop} says that it has given back ${money} of what you paid, in another way than to the card that you paid with.`
        : `${paid.shop} gives back ${money} of what you paid, to the card that you paid with. Your bank shows it within some days.`,
    ],
    action: { label: 'See the payment', link: paymentUrl(services, paid.checkout_id) },
    after: [`Payment ${id}.`],
  };
  await mailLetter(tx, services, () => mail, { minutes: DAYS_TO_TRY * 24 * 60, merchantId });
}
