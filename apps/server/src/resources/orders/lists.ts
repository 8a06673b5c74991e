import { orderItems, orders } from '@paydesk/contract/resources/orders.ts';
import { defineList } from '../../platform/list/definition.ts';

const order = { from: 'orders o', id: 'o.id', tenant: 'o.merchant_id' } as const;

export const ordersList = defineList({
  resource: orders,
  ...order,
  joins: {
    m: 'join merchants m on m.id = o.merchant_id',
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
    source: 'k.source',
    paymentLinkId: 'k.payment_link_id',
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
