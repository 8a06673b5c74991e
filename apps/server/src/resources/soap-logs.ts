import { soapLogs } from '@paydesk/contract/resources/soap-logs.ts';
import { resultOf } from '../domain/payments/answer-result.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const soapLogsList = defineList({
  resource: soapLogs,
  from: 'soap_logs l',
  id: 'l.id',
  joins: {
    a: 'left join payment_attempts a on a.id = l.transaction_id and a.merchant_id = l.merchant_id',
    m: 'left join merchants m on m.id = l.merchant_id',
  },
  columns: {
    id: 'l.id',
    transactionId: 'l.transaction_id',
    direction: 'l.direction',
    operation: 'l.operation',
    result: resultOf('l'),
    httpStatus: 'l.http_status',
    durationMs: 'l.duration_ms',
    payload: 'l.payload',
    createdDate: 'l.created_date',
    // what was sent elsewhere was not sent to where its merchant's acquirer is by now
    address: `case when a.gateway is null then m.acquirer_url
      when a.gateway like 'http%' then a.gateway end`,
  },
});

export const manifest = defineManifest({
  lists: [soapLogsList],
});
