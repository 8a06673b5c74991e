import { mpiLogs } from '@paydesk/contract/resources/mpi-logs.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const mpiLogsList = defineList({
  resource: mpiLogs,
  from: 'mpi_logs l',
  id: 'l.id',
  tenant: 'l.merchant_id',
  columns: {
    id: 'l.id',
    transactionId: 'l.transaction_id',
    messageType: 'l.message_type',
    eci: 'l.eci',
    result: 'l.result',
    xid: 'l.xid',
    payload: 'l.payload',
    createdDate: 'l.created_date',
  },
});

export const manifest = defineManifest({
  lists: [mpiLogsList],
});
