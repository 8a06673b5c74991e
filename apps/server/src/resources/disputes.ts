import { disputes } from '@paydesk/contract/resources/disputes.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

/** Until when an open one is to be answered, as its index has it (0505-disputes-listed.sql). */
const RESPOND_BY = `case when d.status = 'OPEN' then d.respond_by end`;

export const disputesList = defineList({
  resource: disputes,
  from: 'disputes d',
  id: 'd.id',
  tenant: 'd.merchant_id',
  joins: {
    m: 'join merchants m on m.id = d.merchant_id',
    t: 'join transactions t on t.id = d.transaction_id and t.merchant_id = d.merchant_id',
  },
  columns: {
    id: 'd.id',
    respondBy: RESPOND_BY,
    externalId: 'd.external_id',
    transactionId: 'd.transaction_id',
    merchantName: 'm.name',
    amount: 'd.amount_cents',
    paidAmount: 't.amount_cents',
    currency: 'd.currency',
    reason: 'd.reason',
    status: 'd.status',
    createdDate: 'd.created_date',
    decidedDate: `case when d.status <> 'OPEN' then coalesce(d.updated_date, d.created_date) end`,
    description: 't.description',
    merchantId: 'd.merchant_id',
  },
  due: RESPOND_BY,
});

export const manifest = defineManifest({ lists: [disputesList] });
