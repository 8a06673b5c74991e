import { randomUUIDv7 } from 'node:crypto';
import { insertRow, type Needs, type Queryable } from '../factories.ts';
import type { OrderItemRow, OrderRow } from '../tables.ts';

/** Orders and what is in them, as in ../factories.ts. */

type OrderGiven = Needs<OrderRow, 'merchantId'>;

export function orderRow(given: OrderGiven): OrderRow {
  const id = given.id ?? randomUUIDv7();
  return {
    id,
    externalId: `order-${id.slice(-12)}`,
    externalOrderNumber: id.slice(-6),
    customerEmail: null,
    label: null,
    amountCents: 1000n,
    taxCents: 174n,
    currency: 'EUR',
    status: 'PENDING',
    paymentMethod: 'CARD',
    rejectReasonCode: null,
    error: null,
    purchaseId: null,
    shipment: null,
    createdDate: new Date(),
    updatedDate: null,
    updatedBy: null,
    ...given,
  };
}

type ItemGiven = Needs<OrderItemRow, 'merchantId' | 'orderId'>;

export function orderItemRow(given: ItemGiven): OrderItemRow {
  return {
    id: given.id ?? randomUUIDv7(),
    position: 1,
    label: 'Item',
    amountCents: 1000n,
    taxRate: '0.21',
    currency: 'EUR',
    count: 1,
    unit: 'pcs',
    ...given,
  };
}

export const insertOrder = (db: Queryable, given: OrderGiven) =>
  insertRow(db, 'orders', orderRow(given));

export const insertOrderItem = (db: Queryable, given: ItemGiven) =>
  insertRow(db, 'orderItems', orderItemRow(given));
