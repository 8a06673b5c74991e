import { orderItems, orders } from '@paydesk/contract/resources/orders.ts';
import { sql } from 'kysely';
import { defineList } from '../../platform/list/definition.ts';

const order = { from: 'orders o', id: 'o.id', tenant: 'o.merchant_id' } as const;

export const ordersList = defineList({
  resource: orders,
  ...order,
  joins: {
    m: 'join merchants m on m.id = o.merchant_id',
    p: 'left join purchases p on p.id = o.purchase_id and p.merchant_id = o.merchant_id',
    k: 'left join checkouts k on k.order_id = o.id and k.merchant_id = o.merchant_id',
  },
  columns: {
    id: 'o.id',
    externalOrderNumber: 'o.external_order_number',
    merchantName: 'm.name',
    label: 'o.label',
    customerEmail: 'o.customer_email',
    amount: 'o.amount_cents',
    tax: 'o.tax_cents',
    currency: 'o.currency',
    paymentMethod: 'o.payment_method',
    status: 'o.status',
    rejectReasonCode: 'o.reject_reason_code',
    error: 'o.error',
    createdDate: 'o.created_date',
    externalId: 'o.external_id',
    merchantId: 'o.merchant_id',
    purchaseId: 'o.purchase_id',
    customerId: 'p.customer_id',
    source: 'k.source',
    paymentLinkId: 'k.payment_link_id',
  },
  // good for one payment, a link that another order paid closes those that were begun by it
  follows: {
    orders: (ids, merchants) => sql<{ id: string }>`select x.order_id as id
      from checkouts k join payment_links l on l.id = k.payment_link_id and l.merchant_id = k.merchant_id
      join checkouts x on x.payment_link_id = l.id and x.merchant_id = l.merchant_id and x.order_id <> k.order_id
      where k.order_id = any(${ids}) and k.merchant_id = any(${merchants}) and l.uses = 'ONE'`,
  },
  owners: { merchantName: { from: 'merchants m', id: 'm.id', of: 'o.merchant_id' } },
});

export const orderItemsList = defineList({
  resource: orderItems,
  from: 'order_items i',
  id: 'i.id',
  tenant: 'i.merchant_id',
  parent: { column: 'i.order_id', ...order },
  joins: { o: 'join orders o on o.id = i.order_id and o.merchant_id = i.merchant_id' },
  columns: {
    id: 'i.id',
    position: 'i.position',
    label: 'i.label',
    amount: 'i.amount_cents',
    // in hundredths, as the engine reads and writes what has two decimals
    taxRate: '(i.tax_rate * 100)::bigint',
    currency: 'i.currency',
    count: 'i.count',
    unit: 'i.unit',
    createdDate: 'o.created_date',
  },
});
