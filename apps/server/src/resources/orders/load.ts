import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { ORDER_STATUSES } from '@paydesk/contract/kernel/order-statuses.ts';
import { isAudience, type Actor } from '@paydesk/contract/permissions.ts';
import {
  orders,
  type Order,
  type OrderDetail,
  type OrderPaymentMethod,
  type OrderRejectReason,
  type OrderStatus,
} from '@paydesk/contract/resources/orders.ts';
import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Orders } from '../../platform/db/schema/orders.ts';
import { notFound } from '../../platform/errors.ts';
import { seesAll } from '../../platform/list/scope.ts';
import { isOpen } from '../../platform/merchant-features.ts';

/** Whose orders: one merchant's, or with null everybody's. */
export type OrderScope = string | null;

/** A merchant's people find their merchant's, staff everybody's; to anybody else there is none. */
export function orderScopeOf(actor: Actor): OrderScope {
  if (actor.merchantId) return actor.merchantId;
  if (seesAll(orders, actor)) return null;
  throw notFound();
}

/** One order, whole, within the scope; another merchant's is as absent as one that never was. */
export async function loadOrder(db: Db, scope: OrderScope, id: string): Promise<Order> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('merchants as m', 'm.id', 'o.merchant_id')
    .leftJoin('consumer_credits as c', 'c.order_id', 'o.id')
    .selectAll('o')
    .select([
      'm.name as merchant_name',
      'c.id as credit_id',
      'c.ok_offer_count',
      'c.all_offer_count',
      // an id on a payment is what its merchant sent: it leads to that merchant's orders alone
      sql<string[]>`array(
        select t.id from transactions t
        where t.order_id = o.id and t.merchant_id = o.merchant_id order by t.date, t.id
      )`.as('transaction_ids'),
      paymentMethodClosed('o').as('payment_method_closed'),
    ])
    .where('o.id', '=', id)
    .$if(scope !== null, (query) => query.where('o.merchant_id', '=', scope!))
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    id: row.id,
    externalId: row.external_id,
    externalOrderNumber: row.external_order_number,
    customerEmail: row.customer_email,
    amount: fromCents(row.amount_cents),
    tax: fromCents(row.tax_cents),
    currency: row.currency as Order['currency'],
    status: statusOf(row),
    createdDate: row.created_date,
    merchantName: row.merchant_name,
    merchantId: row.merchant_id,
    rejectReasonCode: row.reject_reason_code as OrderRejectReason | null,
    error: row.error,
    paymentMethod: row.payment_method as OrderPaymentMethod | null,
    label: row.label,
    purchaseId: row.purchase_id,
    consumerCreditId: row.credit_id,
    transactionIds: row.transaction_ids,
    okOfferCount: row.ok_offer_count ?? 0,
    allOfferCount: row.all_offer_count ?? 0,
    shipment: row.shipment,
    paymentMethodClosed: row.payment_method_closed,
  };
}

/** The order as this person gets it: what is limited to others is left out (AM-03, GT-17). */
export function shownTo(
  actor: Actor,
  { merchantName, merchantId, error, ...order }: Order,
): OrderDetail {
  return {
    ...order,
    ...(isAudience(actor, orders.columns.merchantName.visibleTo) && { merchantName }),
    ...(isAudience(actor, orders.columns.merchantId.visibleTo) && { merchantId }),
    ...(isAudience(actor, orders.columns.error.visibleTo) && { error }),
  };
}

/** A loan is a means of payment only while consumer credit is open to the merchant (AM-116). */
const paymentMethodClosed = (order: string) =>
  sql<boolean>`${sql.ref(`${order}.payment_method`)} is not distinct from 'CONSUMER_CREDIT'
    and not ${isOpen(`${order}.merchant_id`, 'CONSUMER_CREDIT')}`;

/** The row within the scope, locked until what is decided about it is written. */
export async function lockOrder(
  tx: Tx,
  scope: OrderScope,
  id: string,
): Promise<Selectable<Orders> & { payment_method_closed: boolean }> {
  const row = await tx
    .selectFrom('orders as o')
    .selectAll('o')
    .select(paymentMethodClosed('o').as('payment_method_closed'))
    .where('o.id', '=', id)
    .$if(scope !== null, (query) => query.where('o.merchant_id', '=', scope!))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The stored status as the wire and the contract's rules have it. */
export function statusOf(row: Pick<Selectable<Orders>, 'status'>): Order['status'] {
  const name = row.status as OrderStatus;
  return { name, description: ORDER_STATUSES[name] };
}
