import { randomUUIDv7 } from 'node:crypto';
import { consentSentence } from '@paydesk/contract/consent.ts';
import { NO_ACQUIRER } from '@paydesk/contract/gateways.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { markConsent } from '../checkouts/marks.ts';
import { refuseUnlessPayable } from '../checkouts/payable.ts';
import { returnAddress } from './addresses.ts';
import { advance, ENDS, hold, NOBODY, whyNotWanted, type Attempt } from './attempts.ts';
import { cardPageOf } from './card-page.ts';

/** How soon somebody looks whether a card was typed by a payer who did not come back. */
const LOOK_SECONDS = 60;

export interface Begun {
  attemptId: string;
  /** The acquirer's page for the card; null where the payment is further already. */
  url: string | null;
  framed: boolean;
}

/**
 * Begins to pay: a try of the order, one however often it is asked for, and the acquirer's page for its card
 * (AM-108). The page is asked for with no lock held, and is the same for the same try.
 */
export async function beginPayment(
  services: Services,
  checkoutId: string,
  { frame }: { frame: boolean },
  by: Parameters<typeof audit>[1] = NOBODY,
): Promise<Begun> {
  const { database } = services;
  const { attempt, merchantName } = await database.transaction('all', (tx) =>
    open(tx, services, checkoutId, frame, by),
  );
  const { id } = attempt;
  if (attempt.stage !== 'CARD') return { attemptId: id, url: null, framed: attempt.frame };
  const returnTo = returnAddress(services, checkoutId);
  const page = await cardPageOf(services, attempt, merchantName, returnTo, 'payment');
  await database.transaction('all', async (tx) => {
    const held = await hold(tx, id);
    if (held?.attempt.stage !== 'CARD') return;
    await (page.outcome === 'opened'
      ? advance(tx, attempt, 'CARD', {
          page_url: page.url,
          frame: held.attempt.frame && page.framed,
        })
      : advance(tx, attempt, 'FAILED', { reason: page.reason }));
  });
  if (page.outcome === 'refused') throw invalid('payment', page.reason);
  return { attemptId: id, url: page.url, framed: attempt.frame && page.framed };
}

/** A loan goes before a card until it has failed. */
async function whyByLoan(
  tx: Tx,
  order: { id: string; merchant_id: string; payment_method: string | null },
): Promise<string | null> {
  const loans = await tx
    .selectFrom('consumer_credits')
    .select('status')
    .where('order_id', '=', order.id)
    .where('merchant_id', '=', order.merchant_id)
    .execute();
  const wanted = order.payment_method === 'CONSUMER_CREDIT' && !loans.length;
  return wanted || loans.some(({ status }) => status !== 'FAILED')
    ? 'The order is paid by a loan'
    : null;
}

async function open(
  tx: Tx,
  services: Services,
  checkoutId: string,
  frame: boolean,
  by: Parameters<typeof audit>[1],
): Promise<{ attempt: Attempt; merchantName: string }> {
  const found = await tx
    .selectFrom('checkouts')
    .select(['id', 'merchant_id', 'order_id', 'purchase_id'])
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  if (!found) throw notFound();
  const { merchant_id: merchantId } = found;
  await lockMerchant(tx, merchantId, 'kept');
  // of several at once the second sees what the first has begun
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'amount_cents', 'currency', 'customer_email', 'payment_method'])
    .where(theRow(found.order_id, merchantId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['id', 'merchant_id', 'first_name', 'last_name', 'cancelled_date'])
    .select(['recurring_unit', 'recurring_every', 'recurring_most_cents'])
    .select(sql<boolean>`expires_date <= now()`.as('over'))
    .where(theRow(checkoutId, merchantId))
    .executeTakeFirstOrThrow();
  const purchase = await tx
    .selectFrom('purchases')
    .select(['id', 'status'])
    .where(theRow(found.purchase_id, merchantId))
    .executeTakeFirstOrThrow();
  const merchant = await tx
    .selectFrom('merchants')
    .select(['name', 'status', 'acquirer_url'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const merchantName = merchant.name;
  const earlier = await tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('merchant_id', '=', merchantId)
    .where('stage', 'not in', ENDS)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const refused =
    whyNotWanted({ order: { ...order, merchant_id: merchantId }, purchase, merchant }) ??
    (checkout.over ? 'The time to pay is over' : null) ??
    (checkout.cancelled_date ? 'The payment was given up' : null) ??
    (await whyByLoan(tx, { ...order, merchant_id: merchantId }));
  if (
    earlier &&
    (earlier.stage !== 'CARD' || (!refused && earlier.amount_cents === order.amount_cents))
  )
    return { attempt: earlier, merchantName };
  if (refused) throw invalid('payment', refused);
  if (!order.customer_email || !checkout.first_name || !checkout.last_name)
    throw invalid('email', 'Please say who pays first');
  const gateway = services.addressOf('ACQUIRER', merchant.acquirer_url);
  if (gateway === null) throw invalid('payment', NO_ACQUIRER);
  // what it comes to has changed since its card was asked for
  if (earlier) await advance(tx, earlier, 'ABANDONED', { reason: 'The amount has changed' });
  // of a link for one payment one begins
  await refuseUnlessPayable(tx, checkoutId);
  const { recurring_unit: unit, recurring_every: every } = checkout;
  const words =
    unit === null
      ? null
      : consentSentence(
          {
            unit,
            every: every!,
            mostCents: checkout.recurring_most_cents ?? order.amount_cents,
          },
          { shop: merchantName, amountCents: order.amount_cents, currency: order.currency },
        );
  await markConsent(tx, checkout, words);
  const attempt = await tx
    .insertInto('payment_attempts')
    .values({
      id: randomUUIDv7(),
      checkout_id: checkoutId,
      merchant_id: merchantId,
      order_id: order.id,
      purchase_id: purchase.id,
      stage: 'CARD',
      amount_cents: order.amount_cents,
      currency: order.currency,
      frame,
      gateway,
      next_attempt_date: sql`now() + make_interval(secs => ${LOOK_SECONDS})`,
      created_date: sql<string>`now()`,
      updated_date: sql<string>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(tx, by, {
    action: 'BEGIN_PAYMENT',
    entityType: 'ORDER',
    entityId: order.id,
    merchantId,
    result: 'SUCCESS',
    details: {
      transactionId: attempt.id,
      changes: { stage: { before: null, after: attempt.stage } },
      amount: fromCents(attempt.amount_cents),
      currency: attempt.currency,
    },
  });
  return { attempt, merchantName };
}
