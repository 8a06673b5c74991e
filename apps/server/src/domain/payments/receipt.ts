import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { layOut } from '../../platform/mail-layout.ts';
import { post } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { paymentUrl } from './addresses.ts';
import type { Attempt } from './attempts.ts';

/** A mail that has not left after so long tells nobody anything new. */
const DAYS_TO_TRY = 7;

/** Tells the shopper what was paid, for what and to whom, in the transaction in which it was. */
export async function mailReceipt(tx: Tx, services: Services, attempt: Attempt): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .innerJoin('merchants', 'merchants.id', 'orders.merchant_id')
    .select(['orders.customer_email', 'orders.label', 'orders.external_order_number'])
    .select(['merchants.name as shop', 'merchants.email as shop_email'])
    .where('orders.id', '=', attempt.order_id)
    .where('orders.merchant_id', '=', attempt.merchant_id)
    .executeTakeFirstOrThrow();
  if (!order.customer_email) return;
  const items = await tx
    .selectFrom('order_items')
    .select(['label', 'count', 'amount_cents'])
    .where('order_id', '=', attempt.order_id)
    .where('merchant_id', '=', attempt.merchant_id)
    .orderBy('position')
    .limit(MOST_LINES)
    .execute();
  const { card_pan: pan } = await tx
    .selectFrom('transactions')
    .select('card_pan')
    .where(theRow(attempt.id, attempt.merchant_id))
    .executeTakeFirstOrThrow();
  const money = (cents: bigint) => `${formatAmount(fromCents(cents))} ${attempt.currency}`;
  const what = order.external_order_number ? `order ${order.external_order_number}` : 'your order';
  const mail = layOut({
    to: order.customer_email,
    subject: `Receipt from ${order.shop}: ${money(attempt.amount_cents)}`,
    heading: `You paid ${money(attempt.amount_cents)}`,
    before: [
      `${order.shop} has your payment for ${what}, by card ending in ${pan?.slice(-4) ?? '····'}.`,
      ...items.map(
        ({ label, count, amount_cents: cents }) =>
          `${count} × ${label}: ${money(cents * BigInt(count))}`,
      ),
    ],
    action: { label: 'See the receipt', link: paymentUrl(services, attempt.checkout_id) },
    after: [
      `Payment ${attempt.id}. What you bought comes from ${order.shop}${order.shop_email ? `; write to ${order.shop_email} about it` : ''}.`,
    ],
  });
  await post(tx, services, 'MAIL', mail, {
    minutes: DAYS_TO_TRY * 24 * 60,
    merchantId: attempt.merchant_id,
  });
}

const MOST_LINES = 30;
