import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';

export const AUTHENTICATION_METHODS = {
  SMART_ID: 'Smart-ID',
  MOBILE_ID: 'Mobile-ID',
  BANK_LINK: 'Bank link',
  ID_CARD: 'ID card',
} as const satisfies Enumeration;

export const AUTHENTICATION_STATUSES = {
  STARTED: 'Started',
  SUCCESS: 'Success',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;

export const authentications = resource({
  slug: 'authentications',
  title: 'Authentications',
  path: '/api/financing/authentications',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-57, API-58, FI-07',
  columns: {
    id: { label: 'ID', kind: 'id' },
    consumerCreditId: { label: 'Loan', kind: 'id' },
    customer: { label: 'Customer', kind: 'text', name: true },
    method: { label: 'Method', kind: 'choice', enumeration: AUTHENTICATION_METHODS },
    provider: { label: 'Provider', kind: 'text' },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: AUTHENTICATION_STATUSES },
    error: { label: 'Error', kind: 'text', nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    // why one failed needs the room more
    completedDate: { label: 'Completed', kind: 'dateTime', nullable: true, hidden: 'screen' },
    customerId: { label: 'Customer id', kind: 'id', hidden: true },
  },
});

export const authenticationEndpoints = endpoints(() => listEndpoints(authentications));
