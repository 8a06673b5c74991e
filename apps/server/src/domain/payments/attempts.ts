import { sql, type QueryCreator, type RawBuilder, type Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { byKey } from '../../platform/db/plans.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Tables } from '../../platform/db/schema.ts';
import type { Checkouts, PaymentAttempts, Stage } from '../../platform/db/schema/checkouts.ts';
import type { Orders } from '../../platform/db/schema/orders.ts';
import { keepMerchant } from '../../platform/own-merchant.ts';

/** A try to pay: what is known of it, and how it is held while it changes. */

export type Attempt = Selectable<PaymentAttempts>;

/** Who does what a shopper sets off. */
export const BY = { userId: null, userName: 'Checkout', address: null } as const;
/** Whoever has the address of a checkout. */
export const NOBODY = { userId: null, userName: null, address: null } as const;
export interface Doer {
  userId: string | null;
  userName: string;
  address: string | null;
}

/** Nothing comes after these. */
export const ENDS: readonly Stage[] = ['DECLINED', 'BLOCKED', 'ABANDONED', 'CANCELLED', 'FAILED'];
export const hasEnded = ({ stage }: Pick<Attempt, 'stage'>) => ENDS.includes(stage);

/** The try of an order that has not ended, locked; whoever asks holds the order. */
export const openAttempt = (
  tx: Tx,
  order: { id: string; merchant_id: string },
): Promise<Attempt | undefined> =>
  tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('merchant_id', '=', order.merchant_id)
    .where('stage', 'not in', ENDS)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** A try with all that decides whether it may go on, and what is told of it. */
export interface Held {
  attempt: Attempt;
  order: Pick<
    Selectable<Orders>,
    | 'id'
    | 'merchant_id'
    | 'status'
    | 'amount_cents'
    | 'customer_email'
    | 'label'
    | 'external_order_number'
  >;
  checkout: Pick<
    Selectable<Checkouts>,
    | 'id'
    | 'merchant_id'
    | 'capture'
    | 'cancelled_date'
    | 'first_name'
    | 'last_name'
    | 'phone'
    | 'recurring_unit'
  > & {
    over: boolean;
    /** The link that it began at has been disabled. */
    link_closed: boolean;
  };
  /** That link was for one payment, and another order has made it. */
  linkPaid: boolean;
  purchase: { id: string; status: string };
  merchant: { name: string; email: string | null; status: string; acquirer_url: string | null };
  /** Who pays by which card; nobody before the card is known. */
  payer: { customer_id: string | null; card_pan: string | null };
}

export const readAttempt = (db: Db, id: string): Promise<Attempt | undefined> =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Holds a try until the transaction ends: the merchant as it is, the order, the try, in this order. Null where
 * there is none.
 */
export const hold = (tx: Tx, id: string): Promise<Held | null> =>
  holdFound(tx, sql`select id, order_id, merchant_id from payment_attempts where id = ${id}`);

/** The same for a try that is found by something else; `found` gives its id, its order's and its merchant's. */
export async function holdFound(tx: Tx, found: RawBuilder<unknown>): Promise<Held | null> {
  const kept = await keepMerchant<{ id: string; order_id: string; merchant_id: string }>(tx, found);
  if (!kept) return null;
  const { id, order_id: orderId, merchant_id: merchantId } = kept;
  const { rows } = await sql<Held['order']>`
    ${byKey} select id, merchant_id, status, amount_cents, customer_email, label,
      external_order_number
    from orders where ${theRow(orderId, merchantId)} for no key update`.execute(tx);
  return { order: rows[0]!, ...(await around(tx, id, merchantId)) };
}

// an asterisk's columns could be others after an upgrade beside us, and a kept plan would be none
const COLUMNS: Readonly<Record<keyof Attempt, true>> = {
  id: true,
  checkout_id: true,
  merchant_id: true,
  order_id: true,
  purchase_id: true,
  stage: true,
  amount_cents: true,
  currency: true,
  frame: true,
  gateway: true,
  three_d_secure: true,
  card_id: true,
  operation_id: true,
  page_url: true,
  reason: true,
  eci: true,
  liability_shift: true,
  authorised_date: true,
  network_reference: true,
  capture_before: true,
  attempts: true,
  next_attempt_date: true,
  created_date: true,
  updated_date: true,
};
const ATTEMPT = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(`a.${name}`)));

interface Around extends Attempt {
  capture: Held['checkout']['capture'];
  cancelled_date: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  recurring_unit: Held['checkout']['recurring_unit'];
  over: boolean;
  link_closed: boolean;
  link_paid: boolean;
  purchase_status: string;
  shop: string;
  shop_email: string | null;
  merchant_status: string;
  acquirer_url: string | null;
  customer_id: string | null;
  card_pan: string | null;
}

/** The try, and what stands around it, as it is now that the order is held: one statement for all. */
async function around(tx: Tx, id: string, merchantId: string): Promise<Omit<Held, 'order'>> {
  const { rows } = await sql<Around>`
    ${byKey} select ${ATTEMPT}, c.capture, c.cancelled_date, c.first_name, c.last_name, c.phone, c.recurring_unit,
      c.expires_date <= now() as over,
      l.disabled_date is not null as link_closed,
      coalesce(l.uses = 'ONE' and exists (select from checkouts k
        join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
        where k.payment_link_id = l.id and k.merchant_id = ${merchantId} and k.id <> c.id
          and o.status = 'PAID'), false) as link_paid,
      p.status as purchase_status, m.name as shop,
      m.email as shop_email, m.status as merchant_status, m.acquirer_url, t.customer_id, t.card_pan
    from payment_attempts a
    join checkouts c on c.id = a.checkout_id and c.merchant_id = a.merchant_id
    join purchases p on p.id = a.purchase_id and p.merchant_id = a.merchant_id
    join merchants m on m.id = a.merchant_id
    left join payment_links l on l.id = c.payment_link_id and l.merchant_id = c.merchant_id
    left join transactions t on t.id = a.id and t.merchant_id = a.merchant_id
    where a.id = ${id} and a.merchant_id = ${merchantId}
    for no key update of a, p`.execute(tx);
  const { purchase_status, shop, shop_email, merchant_status, link_paid, ...others } = rows[0]!;
  const { acquirer_url, ...rest } = others;
  const { customer_id, card_pan, over, link_closed, capture, cancelled_date, ...some } = rest;
  const { first_name, last_name, phone, recurring_unit, ...attempt } = some;
  return {
    attempt,
    checkout: {
      id: attempt.checkout_id,
      merchant_id: merchantId,
      capture,
      cancelled_date,
      first_name,
      last_name,
      phone,
      recurring_unit,
      over,
      link_closed,
    },
    linkPaid: link_paid,
    purchase: { id: attempt.purchase_id, status: purchase_status },
    merchant: { name: shop, email: shop_email, status: merchant_status, acquirer_url },
    payer: { customer_id, card_pan },
  };
}

/** An order that is one of these can be paid: its merchant made or approved it. */
export const PAYABLE: readonly string[] = ['PENDING', 'VERIFIED'];

const ORDER_OVER: Readonly<Record<string, string>> = {
  DRAFT: 'The order is not complete yet',
  PAID: 'The order is paid already',
  EXPIRED: 'The order has expired',
  REJECTED: 'The shop has rejected the order',
};

/** Null, or why nobody is charged for it any more, whoever was quick enough to begin. */
export function whyNotWanted({
  order,
  purchase,
  merchant,
  linkPaid = false,
}: {
  order: { status: string };
  purchase: { status: string };
  merchant: { status: string };
  linkPaid?: boolean;
}): string | null {
  if (merchant.status !== 'ACTIVE') return 'The shop takes no payments at the moment';
  if (!PAYABLE.includes(order.status)) return ORDER_OVER[order.status] ?? 'The order is over';
  if (purchase.status === 'CANCELLED') return 'The purchase has been cancelled';
  return linkPaid ? 'The link was for one payment, which is made' : null;
}

type Known = Partial<Omit<Attempt, 'id' | 'merchant_id' | 'stage'>>;

/** What a try is set to at its next stage, with what is known then. */
export const at = (stage: Stage, set: Known) => ({
  ...set,
  stage,
  // a page is asked about while it is open
  ...(stage !== 'CARD' && { next_attempt_date: null }),
  updated_date: sql<string>`now()`,
});

/** The next stage of a try, with what is known then. */
export const advance = (
  tx: Tx,
  { id, merchant_id }: Pick<Attempt, 'id' | 'merchant_id'>,
  stage: Stage,
  set: Known = {},
): Promise<Attempt> =>
  tx
    .updateTable('payment_attempts')
    .set(at(stage, set))
    .where(theRow(id, merchant_id))
    .returningAll()
    .executeTakeFirstOrThrow();

/** The same as a part of a statement that does more. */
export const advancing = (
  tx: Tx,
  { id, merchant_id }: Attempt,
  stage: Stage,
  set: Known = {},
): QueryCreator<Tables> =>
  tx.with('advanced', (db) =>
    db.updateTable('payment_attempts').set(at(stage, set)).where(theRow(id, merchant_id)),
  );
