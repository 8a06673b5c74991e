import { exchangeLogs } from '@paydesk/contract/resources/exchange-logs.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const exchangeLogsList = defineList({
  resource: exchangeLogs,
  from: 'exchange_logs l',
  id: 'l.id',
  tenant: 'l.merchant_id',
  joins: { m: 'join merchants m on m.id = l.merchant_id' },
  columns: {
    id: 'l.id',
    purchaseId: 'l.purchase_id',
    orderId: 'l.order_id',
    merchantName: 'm.name',
    createdDate: 'l.created_date',
    xmlType: 'l.xml_type',
    xml: 'l.xml',
    outcome: 'l.outcome',
    outcomeDetail: 'l.outcome_detail',
    outcomeDate: 'l.outcome_date',
    attempts: 'l.attempts',
    address: `case l.xml_type when 'ORDERVERREQ' then m.order_verification_url
      when 'PURCHCOMPLREQ' then m.purchase_notification_url end`,
    merchantId: 'l.merchant_id',
  },
});

export const manifest = defineManifest({
  lists: [exchangeLogsList],
});
