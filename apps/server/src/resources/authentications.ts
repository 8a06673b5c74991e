import { authentications } from '@paydesk/contract/resources/authentications.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const authenticationsList = defineList({
  resource: authentications,
  from: 'authentications a',
  id: 'a.id',
  tenant: 'a.merchant_id',
  joins: { c: 'join customers c on c.id = a.customer_id' },
  columns: {
    id: 'a.id',
    consumerCreditId: 'a.consumer_credit_id',
    customer: "c.first_name || ' ' || c.last_name",
    method: 'a.method',
    provider: 'a.provider',
    status: 'a.status',
    error: 'a.error',
    createdDate: 'a.created_date',
    completedDate: 'a.completed_date',
    customerId: 'a.customer_id',
  },
  plainNames: { customer: { whole: 'c.search_name' } },
});

export const manifest = defineManifest({
  lists: [authenticationsList],
});
