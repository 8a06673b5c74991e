import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';

export const SIGNATURE_STATUSES = {
  PENDING: 'Pending',
  SIGNED: 'Signed',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;

export const signatures = resource({
  slug: 'signatures',
  title: 'Signatures',
  path: '/api/financing/signatures',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  csv: {},
  serves: 'API-59, API-60, FI-08',
  columns: {
    id: { label: 'ID', kind: 'id' },
    consumerCreditId: { label: 'Loan', kind: 'id' },
    signingServiceId: { label: 'Signing Service', kind: 'text' },
    // of a purchase it is under way still
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: SIGNATURE_STATUSES,
      tones: { SIGNED: 'success' },
    },
    signedObjectId: { label: 'Signed Object', kind: 'text', nullable: true },
    externalId: { label: 'External ID', kind: 'text', exact: true, nullable: true },
    error: { label: 'Error', kind: 'text', nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

export const signatureEndpoints = endpoints(() => listEndpoints(signatures));
