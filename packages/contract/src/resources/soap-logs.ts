import { READ_WITHIN, resultColumn } from '../answer-result.ts';
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';

export const SOAP_DIRECTIONS = {
  REQUEST: 'Request',
  RESPONSE: 'Response',
} as const satisfies Enumeration;

export const soapLogs = resource({
  slug: 'soap-logs',
  title: 'SOAP Logs',
  path: '/api/soap-logs',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-39, API-40, RT-39, AT-05',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    transactionId: { label: 'Transaction', kind: 'id' },
    direction: { label: 'Direction', kind: 'choice', enumeration: SOAP_DIRECTIONS },
    operation: { label: 'Operation', kind: 'text' },
    result: resultColumn,
    httpStatus: { label: 'HTTP Status', kind: 'number', nullable: true },
    durationMs: { label: 'Duration ms', kind: 'number', nullable: true },
    payload: { label: 'Payload', kind: 'payload', within: READ_WITHIN },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    // where the payment's acquirer is, if at an address
    address: { label: 'Address', kind: 'text', hidden: true, filter: false, nullable: true },
  },
});

export const soapLogEndpoints = endpoints(() => listEndpoints(soapLogs));
