import { soapLogs } from '@paydesk/contract/resources/soap-logs.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const soapLogsList = defineList({
  resource: soapLogs,
  from: 'soap_logs l',
  id: 'l.id',
  columns: {
    id: 'l.id',
    transactionId: 'l.transaction_id',
    direction: 'l.direction',
    operation: 'l.operation',
    httpStatus: 'l.http_status',
    durationMs: 'l.duration_ms',
    payload: 'l.payload',
    createdDate: 'l.created_date',
  },
});

export const manifest = defineManifest({
  lists: [soapLogsList],
});
