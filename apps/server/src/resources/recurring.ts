import { recurring } from '@paydesk/contract/resources/recurring.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { oneRow } from '../platform/list/engine.ts';
import type { Services } from '../platform/services.ts';

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
