import * as z from 'zod';
import { bodyOf, endpoints, instant, listEndpoint, uuid } from '../../kernel/endpoint.ts';
import { recordSchema } from '../../kernel/record.ts';
import { resource } from '../../kernel/resource.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import {
  CERTIFICATE_STATUSES,
  certificate,
  disableCertificate,
  disablesForMerchants,
  whichFields,
} from '../certificates.ts';

/** What staff see of a merchant's ways in: every certificate, and of the API key never the key. */

export const merchantCertificates = resource({
  slug: 'merchant-certificates',
  title: 'Certificates',
  path: '/api/merchants/{id}/certificates',
  read: ROUTE_SETS.BACKOFFICE,
  scope: 'all',
  created: 'createdDate',
  serves: 'API-82, MB-07',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    name: { label: 'Key Name', kind: 'text', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    createdBy: { label: 'Created By', kind: 'text', sort: true },
    expirationDate: { label: 'Expires', kind: 'dateTime', sort: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: CERTIFICATE_STATUSES },
  },
});

/** The same as the merchant's own; what they read afterwards is not (AM-74). */
export const disableMerchantCertificate = {
  ...disableCertificate,
  success: 'Action completed successfully',
  did: (_after: unknown, { name }: { name: string }) => `Certificate ${name} is disabled.`,
} as const;

export const merchantCertificateEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const read = { access: ROUTE_SETS.BACKOFFICE, scope: 'all' } as const;
  const answer = recordSchema(certificate);
  return {
    'GET /api/merchants/{id}/certificates': listEndpoint(merchantCertificates),
    'GET /api/merchants/{id}/certificateInfo': {
      ...read,
      summary: 'The certificate that a merchant’s calls are signed by now; all null where none is',
      serves: 'API-81, MB-06, AM-106',
      params,
      answer: z.strictObject({
        id: uuid().nullable(),
        name: z.string().nullable(),
        createdDate: instant().nullable(),
        createdBy: z.string().nullable(),
        expirationDate: instant().nullable(),
        lastUsedDate: instant().nullable().meta({ description: 'To the minute.' }),
      }),
    },
    'GET /api/merchants/{id}/certificate/{certId}': {
      ...read,
      summary: 'One certificate of a merchant, whatever its status',
      serves: 'API-83, MB-08',
      params: z.strictObject({ id: uuid(), certId: uuid() }),
      answer,
    },
    'PUT /api/merchants/{id}/certificate/disable': {
      ...read,
      roles: disablesForMerchants.roles,
      sensitive: disableCertificate.sensitive,
      summary:
        'Disable a certificate of a merchant: what it signed is refused from the next call on',
      serves: 'API-84, MB-09, SB-31, AM-30',
      params,
      body: bodyOf(whichFields),
      answer,
    },
    'GET /api/merchants/{id}/api-key-info': {
      ...read,
      summary: 'What is known of a merchant’s API key, never the key; all null before there is one',
      serves: 'API-85, MB-10, AM-44, AM-106',
      params,
      answer: z.strictObject({
        createdDate: instant().nullable(),
        createdBy: z.string().nullable(),
        lastFour: z.string().nullable(),
      }),
    },
  };
});
