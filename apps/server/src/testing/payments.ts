import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { TestCardName } from '@paydesk/contract/test-cards.ts';
import type { Stage } from '../platform/db/schema/checkouts.ts';
import type { Services } from '../platform/services.ts';
import { beginPayment } from '../domain/payments/begin.ts';
import { continuePayment } from '../domain/payments/continue.ts';
import { insertCustomer, insertPurchase, insertTransaction } from '../seed/factories.ts';
import { insertCard } from '../seed/factories/customers.ts';
import { insertOrder } from '../seed/factories/orders.ts';
import { typeCard } from './shopper.ts';

/** Payments that shoppers make, without a browser. */

interface Servers {
  pool: { query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };
  services: Services;
}

export interface Opened {
  checkoutId: string;
  orderId: string;
  purchaseId: string;
}

interface Given {
  merchantId: string;
  cents?: bigint;
  email?: string;
  capture?: 'AUTOMATIC' | 'MANUAL';
  orderStatus?: 'PENDING' | 'VERIFIED' | 'DRAFT' | 'EXPIRED' | 'REJECTED';
  successUrl?: string | null;
  expires?: Date;
}

/** An order, its purchase and the checkout in which it is paid; who pays has said so. */
export async function openCheckout(
  { pool }: Pick<Servers, 'pool'>,
  { merchantId, cents = 4200n, email = `${randomUUID()}@mail.test`, ...given }: Given,
): Promise<Opened> {
  const purchase = await insertPurchase(pool as never, {
    merchantId,
    amountCents: cents,
    status: 'UNSIGNED',
  });
  const order = await insertOrder(pool as never, {
    merchantId,
    amountCents: cents,
    taxCents: 0n,
    customerEmail: email,
    label: 'Oak stool',
    status: given.orderStatus ?? 'VERIFIED',
    paymentMethod: null,
    purchaseId: purchase.id,
  });
  const checkoutId = randomUUID();
  await pool.query(
    `insert into order_items (id, order_id, merchant_id, position, label, amount_cents, tax_rate, currency, count)
     values ($1, $2, $3, 1, 'Oak stool', $4, 0.21, 'EUR', 1)`,
    [randomUUIDv7(), order.id, merchantId, cents],
  );
  await pool.query(
    `insert into checkouts (id, merchant_id, order_id, purchase_id, source, capture, success_url, cancel_url,
       first_name, last_name, created_date, expires_date)
     values ($1, $2, $3, $4, 'API', $5, $6, null, 'Anna', 'Vale', now(), $7)`,
    [
      checkoutId,
      merchantId,
      order.id,
      purchase.id,
      given.capture ?? 'AUTOMATIC',
      given.successUrl ?? null,
      given.expires ?? new Date(Date.now() + 3_600_000),
    ],
  );
  return { checkoutId, orderId: order.id, purchaseId: purchase.id };
}

/** A payment that is not decided, of 42.00 EUR, without asking anybody; the acquirer has never heard of it. */
export async function insertHeld(
  { pool }: Pick<Servers, 'pool'>,
  merchantId: string,
  hold: 'REVIEW' | 'AUTHORISED',
): Promise<string> {
  const { checkoutId, orderId, purchaseId } = await openCheckout({ pool }, { merchantId });
  const customerId = (await insertCustomer(pool as never)).id;
  const card = await insertCard(pool as never, { customerId, token: randomUUID() });
  const { id } = await insertTransaction(pool as never, {
    merchantId,
    customerId,
    cardId: card.id,
    orderId,
    purchaseId,
    amountCents: 4200n,
    status: 'PROCESSING',
    hold,
  });
  await pool.query(
    `insert into payment_attempts (id, checkout_id, merchant_id, order_id, purchase_id, stage, amount_cents,
       currency, frame, card_id, gateway, authorised_date, capture_before, created_date, updated_date)
     values ($1, $2, $3, $4, $5, $6, 4200, 'EUR', false, $7, 'sandbox',
       case when $6 = 'AUTHORISED' then now() end, case when $6 = 'AUTHORISED' then now() + interval '7 days' end,
       now(), now())`,
    [id, checkoutId, merchantId, orderId, purchaseId, hold, card.id],
  );
  return id;
}

/** An authorised one whose money the acquirer does hold: what is taken of it, or let go, it does. */
export async function insertAuthorised(server: Servers, merchantId: string): Promise<string> {
  const id = await insertHeld(server, merchantId, 'AUTHORISED');
  const route = { gateway: 'sandbox', of: merchantId };
  const payment = { transactionId: id, amountCents: 4200n, currency: 'EUR', route };
  // its books are there from the first question on
  await server.services.acquirer.inquirePayment(payment);
  await server.pool.query(
    `insert into acquirer_sandbox.requests (operation_id, kind, transaction_id, amount_cents, currency,
       reference, booked_date) values (gen_random_uuid(), 'AUTHORISE', $1, 4200, 'EUR', '00004200', now())`,
    [id],
  );
  return id;
}

/** Types a test card and comes back; gives the transaction's id. */
export async function payBy(
  { services }: Pick<Servers, 'services'>,
  checkoutId: string,
  card: TestCardName = 'approve',
  options: Parameters<typeof typeCard>[2] = {},
): Promise<string> {
  const { attemptId, url } = await beginPayment(services, checkoutId, { frame: false });
  await typeCard(url!, card, options);
  await continuePayment(services, checkoutId);
  return attemptId;
}

/** How all that hangs on a checkout stands, in one line each. */
export async function standingOf({ pool }: Pick<Servers, 'pool'>, { checkoutId }: Opened) {
  const { rows } = await pool.query(
    `select o.status as "order", p.status as purchase, a.stage, t.status as transaction, t.hold
     from checkouts c join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id join purchases p on p.id = c.purchase_id and p.merchant_id = c.merchant_id
     left join lateral (select * from payment_attempts a where a.checkout_id = c.id and a.merchant_id = c.merchant_id
       order by a.created_date desc, a.id desc limit 1) a on true
     left join transactions t on t.id = a.id and t.merchant_id = a.merchant_id
     where c.id = $1`,
    [checkoutId],
  );
  return rows[0] as {
    order: string;
    purchase: string;
    stage: Stage | null;
    transaction: string | null;
    hold: string | null;
  };
}

/** What the acquirer's own books say of the payment, by kind: how often it was done, and for how much. */
export async function bookedOf({ pool }: Pick<Servers, 'pool'>, transactionId: string) {
  const { rows } = await pool.query(
    `select kind, count(*)::int as times, sum(amount_cents)::int as cents from acquirer_sandbox.requests
     where transaction_id = $1 and decline_reason is null group by kind order by kind`,
    [transactionId],
  );
  return Object.fromEntries(
    (rows as { kind: string; times: number; cents: number }[]).map(({ kind, times, cents }) => [
      kind,
      `${times} of ${cents}`,
    ]),
  );
}

/** What a merchant is told of these orders and purchases, oldest first. */
export async function toldOf(
  { pool, services }: Servers,
  subjects: string[],
): Promise<{ event?: string; status?: string; orderId?: string; purchaseId?: string }[]> {
  const { rows } = await pool.query(
    `select payload from outbox where kind = 'CALLBACK' and subject = any($1) order by id`,
    [subjects],
  );
  return (rows as { payload: Buffer }[]).map(
    ({ payload }) =>
      (JSON.parse(services.encryption.open(payload, 'outbox')) as { content: never }).content,
  );
}

/** A row of each table that payments leave, of this merchant. */
export async function insertOfPayments(server: Pick<Servers, 'pool'>, merchantId: string) {
  const id = await insertHeld(server, merchantId, 'AUTHORISED');
  await server.pool.query(
    `insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents, currency,
       created_date, user_name) values (gen_random_uuid(), $1, $2, 'AUTHORISE', 'APPROVED', 4200, 'EUR', now(), 'Checkout')`,
    [id, merchantId],
  );
  await server.pool.query(
    `insert into disputes (id, merchant_id, transaction_id, external_id, amount_cents, currency, reason,
       status, created_date) values (gen_random_uuid(), $2, $1, 'D1', 4200, 'EUR', 'Fraud', 'OPEN', now())`,
    [id, merchantId],
  );
  await server.pool.query(
    `insert into payment_links (id, merchant_id, purpose, amount_cents, currency, uses, created_date, created_by)
     values (gen_random_uuid(), $1, 'Stools', 4200, 'EUR', 'MANY', now(), 'Anna Kalna')`,
    [merchantId],
  );
  await server.pool.query(
    `insert into shipping_quotes (checkout_id, merchant_id, content_hash, amount_cents, tax_rate,
       created_date)
     select id, merchant_id, '\\x00', 490, 0.21, now() from checkouts where merchant_id = $1 limit 1`,
    [merchantId],
  );
  await server.pool.query(
    `insert into recurring_charges (id, merchant_id, recurring_payment_id, due_date, status, created_date)
     select $1, r.merchant_id, r.id, now(), 'APPROVED', now() from recurring_payments r
     where r.merchant_id = $2 limit 1`,
    [id, merchantId],
  );
}
