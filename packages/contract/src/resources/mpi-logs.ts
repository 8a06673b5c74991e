import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { resource } from '../kernel/resource.ts';
import { MPI_MESSAGE_TYPES } from '../three-d-secure.ts';

export const mpiLogs = resource({
  slug: 'mpi-logs',
  title: '3DS Logs',
  path: '/api/mpi-logs',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-41, API-42, RT-40, AT-06',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    transactionId: { label: 'Transaction', kind: 'id' },
    messageType: { label: 'Message Type', kind: 'choice', enumeration: MPI_MESSAGE_TYPES },
    eci: { label: 'ECI', kind: 'text', nullable: true },
    result: { label: 'Result', kind: 'text', nullable: true },
    xid: { label: 'xid', kind: 'text', nullable: true },
    payload: { label: 'Payload', kind: 'payload', within: { days: 7, or: ['transactionId'] } },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

export const mpiLogEndpoints = endpoints(() => listEndpoints(mpiLogs));
