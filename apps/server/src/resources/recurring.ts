import { recurring } from '@paydesk/contract/resources/recurring.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { oneRow } from '../platform/list/engine.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';

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

/** Reading one recurring payment (API-75). */
export const recurringHandlers = ({ database }: Services): Handlers<'GET /api/recurring/{id}'> => ({
  'GET /api/recurring/{id}': ({ actor, params }) =>
    oneRow(database, recurringList, actor, params.id),
});

export const manifest = defineManifest({
  lists: [recurringList],
  handlers: [recurringHandlers],
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
