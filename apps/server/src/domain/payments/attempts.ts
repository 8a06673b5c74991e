import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { PaymentAttempts, Stage } from '../../platform/db/schema/checkouts.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';

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

/** A try with all that decides whether it may go on. */
export interface Held {
  attempt: Attempt;
  order: { id: string; merchant_id: string; status: string; amount_cents: bigint };
  checkout: {
    id: string;
    merchant_id: string;
    capture: 'AUTOMATIC' | 'MANUAL';
    cancelled_date: string | null;
    over: boolean;
  };
  purchase: { id: string; status: string };
  merchant: { status: string; acquirer_url: string | null };
}

export const readAttempt = (db: Db, id: string): Promise<Attempt | undefined> =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Holds a try until the transaction ends: the merchant as it is, the order, the try, in this order. Null where
 * there is none.
 */
export async function hold(tx: Tx, id: string): Promise<Held | null> {
  const found = await readAttempt(tx, id);
  if (!found) return null;
  const { merchant_id: merchantId } = found;
  await lockMerchant(tx, merchantId, 'kept');
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'status', 'amount_cents'])
    .where(theRow(found.order_id, merchantId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const attempt = await tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where(theRow(id, merchantId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { attempt, order, ...(await around(tx, attempt)) };
}

/** What stands around a try, as it is now. */
async function around(
  tx: Tx,
  { checkout_id, purchase_id, merchant_id }: Attempt,
): Promise<Pick<Held, 'checkout' | 'purchase' | 'merchant'>> {
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['id', 'merchant_id', 'capture', 'cancelled_date'])
    .select(sql<boolean>`expires_date <= now()`.as('over'))
    .where(theRow(checkout_id, merchant_id))
    .executeTakeFirstOrThrow();
  const purchase = await tx
    .selectFrom('purchases')
    .select(['id', 'status'])
    .where(theRow(purchase_id, merchant_id))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const merchant = await tx
    .selectFrom('merchants')
    .select(['status', 'acquirer_url'])
    .where('id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  return { checkout, purchase, merchant };
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
}: Pick<Held, 'order' | 'purchase' | 'merchant'>): string | null {
  if (merchant.status !== 'ACTIVE') return 'The shop takes no payments at the moment';
  if (!PAYABLE.includes(order.status)) return ORDER_OVER[order.status] ?? 'The order is over';
  return purchase.status === 'CANCELLED' ? 'The purchase has been cancelled' : null;
}

/** The next stage of a try, with what is known then. */
export async function advance(
  tx: Tx,
  { id, merchant_id }: Pick<Attempt, 'id' | 'merchant_id'>,
  stage: Stage,
  set: Partial<Omit<Attempt, 'id' | 'merchant_id' | 'stage'>> = {},
): Promise<Attempt> {
  return tx
    .updateTable('payment_attempts')
    .set({
      ...set,
      stage,
      // a page is asked about while it is open
      ...(stage !== 'CARD' && { next_attempt_date: null }),
      updated_date: sql`now()`,
    })
    .where(theRow(id, merchant_id))
    .returningAll()
    .executeTakeFirstOrThrow();
}
