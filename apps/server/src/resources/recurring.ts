import { recurring, recurringPayment } from '@paydesk/contract/resources/recurring.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';
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

const recurringRecord = defineRecord({
  record: recurringPayment,
  list: recurringList,
  table: 'recurring_payments',
  columns: {},
  actions: {},
});

export const manifest = defineManifest({
  lists: [recurringList],
  records: [recurringRecord],
  search: {
    recurring: {
      read: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
      scope: 'merchant',
      from: 'recurring_payments r',
      id: 'r.id',
      tenant: 'r.merchant_id',
      title: `' charged in ' || r.count || ' payments'`,
      cents: 'r.total_amount_cents',
      detail: 'r.payment_info',
      status: 'r.status',
      newest: 'r.created_date',
      customer: 'r.customer_id',
      where: () => [],
    },
  },
});
