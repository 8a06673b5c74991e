import type { Stripe } from 'stripe';
import type { Settlement, SettlementLine } from '../acquirer.ts';
import type { StripeBooks } from './books.ts';

const DAY_SECONDS = 86_400;

/**
 * What Stripe booked on one day of UTC, a line a payment of ours: out of the entries of its balance, each with the
 * payout that has it. Entries of payments that are none of ours are left out.
 */
export async function settlementOf(
  stripe: Stripe,
  books: StripeBooks,
  day: string,
): Promise<Settlement> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  const lines = new Map<string, SettlementLine>();
  /** By Stripe’s entry of it. */
  const taken = new Map<string, SettlementLine>();
  const entries = stripe.balanceTransactions.list({
    created: { gte: from, lt: from + DAY_SECONDS },
    expand: ['data.source'],
    limit: 100,
  });
  for await (const entry of entries) {
    const { source } = entry;
    // what a payer's bank claims back or gives back again is no refund and no capture
    const moved =
      source &&
      typeof source === 'object' &&
      (source.object === 'charge' || source.object === 'refund')
        ? source
        : null;
    const intent = moved?.payment_intent;
    const id = intent && typeof intent === 'object' ? intent.id : intent;
    const payment = id && (await books.paymentBy(id));
    if (!payment) continue;
    const line = lines.get(payment.payment_id) ?? {
      paymentId: payment.payment_id,
      capturedCents: 0n,
      refundedCents: 0n,
      feeCents: 0n,
      currency: entry.currency.toUpperCase(),
      payout: null,
    };
    const cents = BigInt(entry.amount);
    // a refund that did not arrive comes back as its own opposite
    if (moved!.object === 'refund') line.refundedCents -= cents;
    else {
      line.capturedCents += cents;
      taken.set(entry.id, line);
    }
    line.feeCents += BigInt(entry.fee);
    lines.set(payment.payment_id, line);
  }
  if (taken.size) await notePayouts(stripe, from, taken);
  return { outcome: 'settled', lines: [...lines.values()] };
}

/** Stripe tells of a payout which entries it has, and of no entry which payout: asked only until all are found. */
async function notePayouts(
  stripe: Stripe,
  from: number,
  taken: ReadonlyMap<string, SettlementLine>,
): Promise<void> {
  let left = taken.size;
  for await (const payout of stripe.payouts.list({ created: { gte: from }, limit: 100 })) {
    // of one that somebody asked for by hand Stripe does not say what is in it
    if (!payout.automatic || payout.status === 'failed' || payout.status === 'canceled') continue;
    const day = new Date(payout.arrival_date * 1000).toISOString().slice(0, 10);
    for await (const { id } of stripe.balanceTransactions.list({ payout: payout.id, limit: 100 })) {
      const line = taken.get(id);
      if (!line || line.payout) continue;
      line.payout = { reference: payout.id, day };
      left--;
    }
    if (left <= 0) return;
  }
}
