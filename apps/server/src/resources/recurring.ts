import { recurring, recurringPayment } from '@paydesk/contract/resources/recurring.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineRecord } from '../platform/record.ts';

export const recurringList = defineList({
  resource: recurring,
  from: 'recurring_payments r',
  id: 'r.id',
  tenant: 'r.merchant_id',
  joins: { m: 'join merchants m on m.id = r.merchant_id' },
  columns: {
    id: 'r.id',
    merchantName: 'm.name',
    totalAmount: 'r.total_amount_cents',
    currency: 'r.currency',
    count: 'r.count',
    lastChargedAt: 'r.last_charged_at',
    status: 'r.status',
    paymentInfo: 'r.payment_info',
    createdDate: 'r.created_date',
    expirationDate: 'r.expiration_date',
    paymentRequestId: 'r.payment_request_id',
    merchantId: 'r.merchant_id',
    customerId: 'r.customer_id',
    skippedDate: 'r.skipped_date',
    skipReason: 'r.skip_reason',
  },
});

export const recurringRecord = defineRecord({
  record: recurringPayment,
  list: recurringList,
  table: 'recurring_payments',
  columns: {},
  actions: {},
});
