import * as z from 'zod';
import { action } from '../kernel/action.ts';
import type { Columns, RowOf } from '../kernel/columns.ts';
import { anyOf, bodyOf, endpoints, listEndpoint, rowSchema, uuid } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { resource } from '../kernel/resource.ts';
import type { MerchantStatus } from '../permissions.ts';

/** What a merchant's own systems prove themselves with: certificates and one API key. */

/** The certificates that open something now: neither disabled nor expired (CK-01, AM-69). */
export const certificates = resource({
  slug: 'certificates',
  title: 'Certificates',
  path: '/api/user-merchant/certificates',
  read: ['READ_MERCHANT_CERTIFICATE'],
  scope: 'own',
  created: 'createdDate',
  serves: 'API-94, CK-01, RT-28, AM-69',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    name: { label: 'Key Name', kind: 'text', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    createdBy: { label: 'Created By', kind: 'text', sort: true },
    expirationDate: { label: 'Expires', kind: 'dateTime', sort: true },
  },
});

export const CERTIFICATE_STATUSES = {
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;
export type CertificateStatus = keyof typeof CERTIFICATE_STATUSES;

/** CK-24: a certificate whatever its status. */
export const certificateColumns = {
  id: { label: 'ID', kind: 'id' },
  name: { label: 'Key Name', kind: 'text' },
  status: { label: 'Status', kind: 'status', enumeration: CERTIFICATE_STATUSES },
  createdDate: { label: 'Created At', kind: 'dateTime' },
  createdBy: { label: 'Created By', kind: 'text' },
  expirationDate: { label: 'Expiration Date', kind: 'dateTime' },
  // SPKI PEM (AM-110), and the X.509 certificate
  publicKey: { label: 'Public Key', kind: 'text' },
  certificate: { label: 'Certificate', kind: 'text' },
  disabledDate: { label: 'Disabled At', kind: 'dateTime', nullable: true },
  disabledBy: { label: 'Disabled By', kind: 'text', nullable: true },
  // to the minute
  lastUsedDate: { label: 'Last used', kind: 'dateTime', nullable: true },
} as const satisfies Columns;
export type Certificate = RowOf<typeof certificateColumns>;

/** CK-17: the only answer that ever holds the private key. */
const generatedColumns = {
  ...certificateColumns,
  privateKey: { label: 'Private Key', kind: 'text' },
} as const satisfies Columns;
export type GeneratedCertificate = RowOf<typeof generatedColumns>;

/** The certificate that all others are signed by (CK-25); nothing before it is first needed (AM-106). */
const providerColumns = {
  id: { label: 'ID', kind: 'id', nullable: true },
  name: { label: 'Key Name', kind: 'text', nullable: true },
  createdDate: { label: 'Created', kind: 'dateTime', nullable: true },
  expirationDate: { label: 'Expires', kind: 'dateTime', nullable: true },
  publicKey: { label: 'Public Key', kind: 'text', nullable: true },
  certificate: { label: 'Certificate', kind: 'text', nullable: true },
} as const satisfies Columns;

/** What is known of the key without showing it; nothing before the first one is generated (AM-106). */
const known = {
  createdDate: { label: 'Created', kind: 'dateTime', nullable: true },
  createdBy: { label: 'Created By', kind: 'text', nullable: true },
  // to the minute
  lastUsedDate: { label: 'Last used', kind: 'dateTime', nullable: true },
} as const satisfies Columns;

/** CK-26 */
const apiKeyColumns = {
  key: { label: 'Key', kind: 'text', nullable: true },
  ...known,
} as const satisfies Columns;
export type ApiKey = RowOf<typeof apiKeyColumns>;

/** Null, or why the merchant may have no way in for its systems (SB-30). */
export const whyNoMachines = ({ status }: { status: MerchantStatus }): string | null =>
  status === 'APPROVED' || status === 'ACTIVE'
    ? null
    : 'Only an approved or active merchant may have certificates and an API key';

const asks = { anyOf: ['UPDATE_MY_MERCHANT'] } as const;
const none = {} as const satisfies Fields;

export const generateCertificate = action<{ status: MerchantStatus }, typeof none>({
  label: 'Generate',
  asks,
  whyNot: whyNoMachines,
  fields: none,
  success: 'Action completed successfully',
});
export const generateApiKey = action<{ status: MerchantStatus }, typeof none>({
  label: 'Generate API key',
  asks,
  whyNot: whyNoMachines,
  fields: none,
  success: 'Action completed successfully',
});
export const disableCertificate = action<Pick<Certificate, 'status'>, typeof none>({
  label: 'Disable certificate',
  asks,
  // an expired one is disabled all the same: clocks may be set back
  whyNot: ({ status }) => (status.name === 'DISABLED' ? 'It is disabled already' : null),
  fields: none,
  success: 'Certificate disabled.',
});

export const disableFields = {
  id: { label: 'ID', kind: 'id', required: true },
} as const satisfies Fields;

export const certificateEndpoints = endpoints(() => {
  const certificate = rowSchema(certificateColumns);
  const apiKey = rowSchema(apiKeyColumns);
  const read = { access: anyOf('READ_MERCHANT_CERTIFICATE'), scope: 'own' } as const;
  const change = { access: asks.anyOf, scope: 'own', sensitive: 'KEYS' } as const;
  const tag = certificates.title;
  return {
    'GET /api/user-merchant/certificates': { ...listEndpoint(certificates), tag },
    'GET /api/user-merchant/certificate/{id}': {
      ...read,
      tag,
      summary: 'One certificate, whatever its status',
      serves: 'API-95, CK-05..09, CK-24',
      params: z.strictObject({ id: uuid() }),
      answer: certificate,
    },
    'POST /api/user-merchant/certificate': {
      ...change,
      tag,
      summary:
        'Generate a key pair and its certificate; earlier certificates are disabled at once, and the private key is in this answer alone. The headers name the file that it goes into',
      serves: 'API-96, CK-14..17, CK-20, SB-30, AM-19, AM-45',
      answer: rowSchema(generatedColumns),
      answerType: 'application/x-pem-file',
      callsAMinuteOfMerchant: 10,
    },
    'PUT /api/user-merchant/certificate/disable': {
      ...change,
      tag,
      summary: 'Disable a certificate: what it signed is refused from the next call on',
      serves: 'API-97, CK-11, CK-23, SB-31, AM-30',
      body: bodyOf(disableFields),
      answer: certificate,
    },
    'GET /api/user-merchant/api-key': {
      ...read,
      tag,
      sensitive: 'KEYS',
      summary: 'The API key, audited; all null before there is one',
      serves: 'API-98, CK-26, AM-44, AM-106, SB-46',
      answer: apiKey,
    },
    'GET /api/user-merchant/api-key-info': {
      ...read,
      tag,
      summary: 'What is known of the API key, never the key; all null before there is one',
      serves: 'CK-03, AM-44, AM-106',
      answer: rowSchema({
        lastFour: { label: 'Last four characters', kind: 'text', nullable: true },
        ...known,
      }),
    },
    'POST /api/user-merchant/api-key': {
      ...change,
      tag,
      summary: 'Generate an API key; the earlier one is refused at once',
      serves: 'API-99, CK-21, SB-33',
      answer: apiKey,
      callsAMinuteOfMerchant: 10,
    },
    'GET /api/service-provider/certificateInfo': {
      ...read,
      tag,
      scope: 'all',
      summary: 'The certificate that signs those of merchants; all null before the first of them',
      serves: 'API-100, CK-02, CK-25, AM-106',
      answer: rowSchema(providerColumns),
    },
  };
});
