import { purchases } from '@paydesk/contract/resources/purchases.ts';
import { defineList } from '../../platform/list/definition.ts';

export const purchasesList = defineList({
  resource: purchases,
  from: 'purchases p',
  id: 'p.id',
  tenant: 'p.merchant_id',
  joins: { m: 'join merchants m on m.id = p.merchant_id' },
  columns: {
    id: 'p.id',
    merchantName: 'm.name',
    amount: 'p.amount_cents',
    currency: 'p.currency',
    status: 'p.status',
    paymentInfo: 'p.payment_info',
    lastCallbackStatus: 'p.last_callback_status',
    externalId: 'p.external_id',
    requestDate: 'p.created_date',
    expirationDate: 'p.expiration_date',
    markedByHand: `exists (select from transactions where purchase_id = p.id and merchant_id = p.merchant_id
      and refunded_transaction_id is null and not moves_money)`,
    merchantId: 'p.merchant_id',
    customerId: 'p.customer_id',
  },
  sparse: ['paymentInfo', 'expirationDate'],
  byDate: ['status', 'merchantId'],
  owners: { merchantName: { from: 'merchants m', id: 'm.id', of: 'p.merchant_id' } },
});
