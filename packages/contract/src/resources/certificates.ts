import type * as z from 'zod';
import type { Columns, RowOf } from '../kernel/columns.ts';
import { anyOf, bodyOf, endpoints, listEndpoint, rowSchema } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import {
  columnsOf,
  record,
  recordAction,
  recordEndpoints,
  type RecordOf,
} from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { ROUTE_SETS, type MerchantStatus } from '../permissions.ts';

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

const tag = certificates.title;
export const changing = {
  asks: { anyOf: ['UPDATE_MY_MERCHANT'], right: 'KEYS_CHANGE' },
  sensitive: 'KEYS',
} as const;
const INVALIDATES = 'This invalidates the current connection configuration:';
/** CK-18, AM-75: said before it is made too. */
export const INVALIDATED = `${INVALIDATES} the certificate that is active now is disabled at once, and calls signed with its key are refused.`;

interface CertificateState {
  name: string;
  status: { name: CertificateStatus };
}

export const generateCertificate = recordAction<{ status: MerchantStatus }>({
  ...changing,
  label: 'Generate',
  summary:
    'Generate a key pair and its certificate; earlier certificates are disabled at once, and the private key is in this answer alone. The headers name the file that it goes into',
  serves: 'API-96, CK-14..17, CK-20, SB-30, AM-19, AM-45',
  audited: 'GENERATE_CERTIFICATE',
  whyNot: whyNoMachines,
  danger: true,
  primary: true,
  dialog: {
    title: 'Generate certificate',
    consequence: INVALIDATED,
    submit: 'Generate certificate',
  },
  success: 'Action completed successfully',
  did: () => 'There is a new certificate; what was valid before is disabled.',
});
export const generateApiKey = recordAction<{ status: MerchantStatus }>({
  ...changing,
  label: 'Generate API key',
  summary: 'Generate an API key; the earlier one is refused at once',
  serves: 'API-99, CK-21, SB-33',
  audited: 'GENERATE_API_KEY',
  whyNot: whyNoMachines,
  danger: true,
  dialog: {
    title: 'Generate API key',
    consequence: `${INVALIDATES} the API key that is in use now is refused at once.`,
    submit: 'Generate API key',
  },
  success: 'Action completed successfully',
  did: () => 'There is a new API key; the earlier one is refused.',
});
/** Staff have a path of their own for it. */
export const disablesForMerchants = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'MERCHANTS_CHANGE',
} as const;

export const disableCertificate = recordAction<CertificateState>({
  ...changing,
  asks: [changing.asks, disablesForMerchants],
  label: 'Disable certificate',
  summary: 'Disable a certificate: what it signed is refused from the next call on',
  serves: 'API-97, CK-11, CK-23, SB-31, AM-30',
  audited: 'DISABLE_CERTIFICATE',
  looksAt: 'id',
  // an expired one is disabled all the same: clocks may be set back
  whyNot: ({ status }) => (status.name === 'DISABLED' ? 'It is disabled already' : null),
  danger: true,
  dialog: {
    title: ({ name }) => `Disable certificate ${name}`,
    consequence:
      'Calls signed with its key are refused from now on. A disabled certificate can’t be activated again.',
    submit: 'Disable certificate',
  },
  success: 'Certificate disabled.',
});

/** CK-24: a certificate whatever its status, to the merchant’s people and to staff. */
export const certificate = record({
  of: {
    ...certificates,
    read: [...certificates.read, ...ROUTE_SETS.BACKOFFICE],
    scope: 'merchant',
  },
  name: 'Certificate',
  entity: 'CERTIFICATE',
  tag,
  one: {
    path: '/api/user-merchant/certificate/{id}',
    summary: 'One certificate, whatever its status',
    serves: 'API-95, CK-05..09, CK-24',
    read: certificates.read,
  },
  fields: {
    status: { label: 'Status', kind: 'status', enumeration: CERTIFICATE_STATUSES },
    // SPKI PEM (AM-110), and the X.509 certificate
    publicKey: { label: 'Public Key', kind: 'text' },
    certificate: { label: 'Certificate', kind: 'text' },
    disabledDate: { label: 'Disabled At', kind: 'dateTime', nullable: true },
    disabledBy: { label: 'Disabled By', kind: 'text', nullable: true },
    // to the minute
    lastUsedDate: { label: 'Last used', kind: 'dateTime', nullable: true },
  },
  shown: {
    id: 'ID',
    name: 'Key Name',
    createdDate: 'Created At',
    createdBy: 'Created By',
    expirationDate: 'Expiration Date',
    disabledDate: 'Disabled At',
    disabledBy: 'Disabled By',
    lastUsedDate: 'Last used',
    certificate: 'Certificate',
  },
  actions: { 'PUT /api/user-merchant/certificate/disable': disableCertificate },
});
/** Which one is to be disabled: the paths of the specification name none. */
export const whichFields = {
  id: { label: 'ID', kind: 'id', required: true },
} as const satisfies Fields;
export type Certificate = RecordOf<typeof certificate>;

/** CK-17: the only answer that ever holds the private key. */
const generatedColumns = () =>
  ({
    ...columnsOf(certificate),
    privateKey: { label: 'Private Key', kind: 'text' },
  }) satisfies Columns;
export type GeneratedCertificate = Certificate & { privateKey: string };

export const certificateEndpoints = endpoints(() => {
  const apiKey = rowSchema(apiKeyColumns);
  const read = { access: anyOf('READ_MERCHANT_CERTIFICATE'), scope: 'own', tag } as const;
  // what makes one looks at the merchant
  const rowOf = ({ summary, serves }: typeof generateApiKey) => ({
    ...read,
    access: changing.asks.anyOf,
    sensitive: changing.sensitive,
    summary,
    serves,
  });
  const own = recordEndpoints(certificate);
  return {
    'GET /api/user-merchant/certificates': { ...listEndpoint(certificates), tag },
    'GET /api/user-merchant/certificate/{id}': {
      ...own['GET /api/user-merchant/certificate/{id}'],
      scope: 'own',
    },
    'POST /api/user-merchant/certificate': {
      ...rowOf(generateCertificate),
      answer: rowSchema(generatedColumns()) as z.ZodType<GeneratedCertificate>,
      answerType: 'application/x-pem-file',
      callsAMinuteOfMerchant: 10,
    },
    'PUT /api/user-merchant/certificate/disable': {
      ...own['PUT /api/user-merchant/certificate/disable'],
      access: changing.asks.anyOf,
      scope: 'own',
      body: bodyOf(whichFields),
    },
    'GET /api/user-merchant/api-key': {
      ...read,
      sensitive: 'KEYS',
      summary: 'The API key, audited; all null before there is one',
      serves: 'API-98, CK-26, AM-44, AM-106, SB-46',
      answer: apiKey,
    },
    'GET /api/user-merchant/api-key-info': {
      ...read,
      summary: 'What is known of the API key, never the key; all null before there is one',
      serves: 'CK-03, AM-44, AM-106',
      answer: rowSchema({
        lastFour: { label: 'Last four characters', kind: 'text', nullable: true },
        ...known,
      }),
    },
    'POST /api/user-merchant/api-key': {
      ...rowOf(generateApiKey),
      answer: apiKey,
      callsAMinuteOfMerchant: 10,
    },
    'GET /api/service-provider/certificateInfo': {
      ...read,
      scope: 'all',
      summary: 'The certificate that signs those of merchants; all null before the first of them',
      serves: 'API-100, CK-02, CK-25, AM-106',
      answer: rowSchema(providerColumns),
    },
  };
});
