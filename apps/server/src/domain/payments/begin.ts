import { randomUUIDv7 } from 'node:crypto';
import { consentSentence } from '@paydesk/contract/consent.ts';
import { NO_ACQUIRER } from '@paydesk/contract/gateways.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql, type Selectable } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { byKey } from '../../platform/db/plans.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Checkouts } from '../../platform/db/schema/checkouts.ts';
import type { Orders } from '../../platform/db/schema/orders.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { keepMerchant } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { consenting } from '../checkouts/marks.ts';
import { refuseUnlessPayable } from '../checkouts/payable.ts';
import { returnAddress } from './addresses.ts';
import { advance, at, NOBODY, openAttempt, whyNotWanted, type Attempt } from './attempts.ts';
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
  { frame, here = false }: { frame: boolean; here?: boolean | undefined },
  by: Parameters<typeof audit>[1] = NOBODY,
): Promise<Begun> {
  const { database } = services;
  const { attempt, merchantName } = await database.transaction('all', (tx) =>
    open(tx, services, checkoutId, { frame, here }, by),
  );
  const { id } = attempt;
  if (attempt.stage !== 'CARD') return { attemptId: id, url: null, framed: attempt.frame };
  const returnTo = returnAddress(services, checkoutId);
  const page = await cardPageOf(services, attempt, merchantName, returnTo, 'payment');
  // one row that is as it was is all that is needed: no lock, and nothing beside it
  await database.kysely
    .updateTable('payment_attempts')
    .set(
      page.outcome === 'opened'
        ? {
            page_url: page.url,
            frame: sql<boolean>`frame and ${page.framed}::boolean`,
            updated_date: sql<string>`now()`,
          }
        : at('FAILED', { reason: page.reason }),
    )
    .where(theRow(id, attempt.merchant_id))
    .where('stage', '=', 'CARD')
    .execute();
  if (page.outcome === 'refused') throw invalid('payment', page.reason);
  return { attemptId: id, url: page.url, framed: attempt.frame && page.framed };
}

interface Order extends Pick<
  Selectable<Orders>,
  | 'id'
  | 'merchant_id'
  | 'status'
  | 'amount_cents'
  | 'currency'
  | 'customer_email'
  | 'payment_method'
> {
  checkout_purchase_id: string;
}

interface Beside extends Pick<
  Selectable<Checkouts>,
  | 'first_name'
  | 'last_name'
  | 'cancelled_date'
  | 'recurring_unit'
  | 'recurring_every'
  | 'recurring_most_cents'
> {
  over: boolean;
  purchase_status: string;
  shop: string;
  merchant_status: string;
  acquirer_url: string | null;
  loans: readonly string[];
  tried: boolean;
}

/** A loan goes before a card until it has failed. */
function whyByLoan({ payment_method: method }: Order, { loans }: Beside): string | null {
  const wanted = method === 'CONSUMER_CREDIT' && !loans.length;
  return wanted || loans.some((status) => status !== 'FAILED')
    ? 'The order is paid by a loan'
    : null;
}

/** The order of a checkout, held: of several at once the second sees what the first has begun. */
async function orderOf(tx: Tx, checkoutId: string): Promise<Order> {
  const kept = await keepMerchant<{ merchant_id: string; order_id: string; purchase_id: string }>(
    tx,
    sql`select merchant_id, order_id, purchase_id from checkouts where id = ${checkoutId}`,
  );
  if (!kept) throw notFound();
  const { rows } = await sql<Omit<Order, 'checkout_purchase_id'>>`
    ${byKey} select id, merchant_id, status, amount_cents, currency, customer_email, payment_method
    from orders where ${theRow(kept.order_id, kept.merchant_id)} for no key update`.execute(tx);
  return { ...rows[0]!, checkout_purchase_id: kept.purchase_id };
}

/** What stands beside it, as it is now that the order is held. */
async function besideOf(tx: Tx, checkoutId: string, order: Order): Promise<Beside> {
  const { rows } = await sql<Beside>`
    ${byKey} select c.first_name, c.last_name, c.cancelled_date, c.recurring_unit, c.recurring_every,
      c.recurring_most_cents, c.expires_date <= now() as over, p.status as purchase_status,
      m.name as shop, m.status as merchant_status, m.acquirer_url,
      array(select l.status from consumer_credits l
        where l.order_id = ${order.id} and l.merchant_id = ${order.merchant_id}) as loans,
      exists (select from payment_attempts a
        where a.order_id = ${order.id} and a.merchant_id = ${order.merchant_id}) as tried
    from checkouts c
    join purchases p on p.id = c.purchase_id and p.merchant_id = c.merchant_id
    join merchants m on m.id = c.merchant_id
    where c.id = ${checkoutId} and c.merchant_id = ${order.merchant_id}`.execute(tx);
  return rows[0]!;
}

async function open(
  tx: Tx,
  services: Services,
  checkoutId: string,
  { frame, here }: { frame: boolean; here: boolean },
  by: Parameters<typeof audit>[1],
): Promise<{ attempt: Attempt; merchantName: string }> {
  const order = await orderOf(tx, checkoutId);
  const checkout = await besideOf(tx, checkoutId, order);
  const { merchant_id: merchantId } = order;
  const { shop: merchantName } = checkout;
  const earlier = checkout.tried ? await openAttempt(tx, order) : undefined;
  const refused =
    whyNotWanted({
      order,
      purchase: { status: checkout.purchase_status },
      merchant: { status: checkout.merchant_status },
    }) ??
    (checkout.over ? 'The time to pay is over' : null) ??
    (checkout.cancelled_date ? 'The payment was abandoned' : null) ??
    whyByLoan(order, checkout);
  if (
    earlier &&
    (earlier.stage !== 'CARD' || (!refused && earlier.amount_cents === order.amount_cents))
  )
    return { attempt: earlier, merchantName };
  if (refused) throw invalid('payment', refused);
  if (!order.customer_email || !checkout.first_name || !checkout.last_name)
    throw invalid('email', 'Please say who pays first');
  const gateway = services.addressOf('ACQUIRER', checkout.acquirer_url);
  if (gateway === null) throw invalid('payment', NO_ACQUIRER);
  // what it comes to has changed since its card was asked for
  if (earlier) await advance(tx, earlier, 'ABANDONED', { reason: 'The amount has changed' });
  // of a link for one payment one begins
  await refuseUnlessPayable(tx, checkoutId, merchantId, here);
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
  const attempt = await consenting(tx, { id: checkoutId, merchant_id: merchantId }, words)
    .insertInto('payment_attempts')
    .values({
      id: randomUUIDv7(),
      checkout_id: checkoutId,
      merchant_id: merchantId,
      order_id: order.id,
      purchase_id: order.checkout_purchase_id,
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
