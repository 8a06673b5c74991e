import type { Stripe } from 'stripe';
import type { Settlement, SettlementLine } from '../acquirer.ts';
import type { StripeBooks } from './books.ts';

const DAY_SECONDS = 86_400;

/**
 * What Stripe booked on one day of UTC, a line a payment of ours: out of the entries of its balance. Entries of
 * payments that are none of ours, and payouts, are left out.
 */
export async function settlementOf(
  stripe: Stripe,
  books: StripeBooks,
  day: string,
): Promise<Settlement> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  const lines = new Map<string, SettlementLine>();
  const entries = stripe.balanceTransactions.list({
    created: { gte: from, lt: from + DAY_SECONDS },
    expand: ['data.source'],
    limit: 100,
  });
  for await (const entry of entries) {
    const { source } = entry;
    const intent =
      source && typeof source === 'object' && 'payment_intent' in source
        ? (source as Stripe.Charge | Stripe.Refund).payment_intent
        : null;
    const id = intent && typeof intent === 'object' ? intent.id : intent;
    const payment = id && (await books.paymentBy(id));
    if (!payment) continue;
    const line = lines.get(payment.payment_id) ?? {
      paymentId: payment.payment_id,
      capturedCents: 0n,
      refundedCents: 0n,
      feeCents: 0n,
      currency: entry.currency.toUpperCase(),
    };
    const cents = BigInt(entry.amount);
    if (cents > 0n) line.capturedCents += cents;
    else line.refundedCents -= cents;
    line.feeCents += BigInt(entry.fee);
    lines.set(payment.payment_id, line);
  }
  return { outcome: 'settled', lines: [...lines.values()] };
}
