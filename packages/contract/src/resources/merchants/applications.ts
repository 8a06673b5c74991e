import * as z from 'zod';
import { bodyOf, endpoints, instant, uuid } from '../../kernel/endpoint.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { isBlank, type Fields } from '../../kernel/fields.ts';
import { messages } from '../../kernel/messages.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { merchantAsks, merchantProfileFields } from './actions.ts';
import { backgroundFields, MOST_OWNERS, ownerFields } from './check.ts';

/** How a merchant applies by itself: an address that proves itself by a link, then its business (ADR 92). */

export const DOCUMENT_KINDS = {
  REGISTER_EXTRACT: 'Extract of the register',
  IDENTITY: 'Identity document',
  BANK_STATEMENT: 'Bank statement',
  OTHER: 'Other document',
} as const satisfies Enumeration;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;

export const MEDIA_TYPES = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
} as const satisfies Enumeration;
export type MediaType = keyof typeof MEDIA_TYPES;

export const MOST_DOCUMENTS = 10;
export const DOCUMENT_BYTES = 5 * 1024 * 1024;
const BASE64_LENGTH = Math.ceil(DOCUMENT_BYTES / 3) * 4;

const { name, legalId, country, iban, mccCode, phone, addressLine, zipCode, termsUrl } =
  merchantProfileFields;
const { businessDescription, expectedTurnover } = backgroundFields;
const { unique: _name, ...freeName } = name;
const { unique: _id, ...freeId } = legalId;
const required = { required: true } as const;
const aName = { kind: 'text', required: true, maxLength: 25 } as const;

export const applyFields = {
  email: { label: 'Email', kind: 'email', required: true, maxLength: 50 },
} as const satisfies Fields;

/** What whoever applies says of the business and of themselves. */
export const applicationFields = {
  name: freeName,
  legalId: { ...freeId, ...required },
  country: { ...country, ...required },
  businessDescription,
  mccCode: { ...mccCode, ...required },
  expectedTurnover,
  iban: { ...iban, ...required },
  phone: { ...phone, ...required },
  addressLine: { ...addressLine, ...required },
  zipCode: { ...zipCode, ...required },
  termsUrl,
  firstName: { label: 'First name', ...aName },
  lastName: { label: 'Last name', ...aName },
  position: { label: 'Position', kind: 'text', maxLength: 100 },
} as const satisfies Fields;

const documentFields = {
  kind: { label: 'Document', kind: 'choice', required: true, enumeration: DOCUMENT_KINDS },
} as const satisfies Fields;
const FILE_NAME_LENGTH = 120;

export const APPLICATION_WORDS = {
  closed: 'Merchants can’t apply here at the moment.',
  sent: 'We have sent a link to that address. It opens the application, for seven days.',
  over: 'This link has been used or is over. Please ask for another one.',
  done: 'We have your application, and write to you as soon as it is decided.',
  known: 'We can’t take an application of this business here: please write to us.',
} as const;

const token = { label: 'Link', kind: 'text', required: true, maxLength: 64, secret: true } as const;
const tokenOnly = { token } satisfies Fields;

export const applicationEndpoints = endpoints(() => {
  const open = { access: 'public', scope: 'self', tag: 'Applications' } as const;
  const document = z.strictObject({
    id: uuid(),
    kind: z.enum(Object.keys(DOCUMENT_KINDS) as DocumentKind[]),
    name: z.string(),
    mediaType: z.enum(Object.keys(MEDIA_TYPES) as MediaType[]),
    size: z.int().meta({ description: 'Bytes.' }),
    createdDate: instant(),
  });
  const application = z.strictObject({ email: z.string(), documents: z.array(document) });
  return {
    'GET /api/merchant-applications': {
      ...open,
      summary: 'Whether merchants may apply here by themselves',
      serves: 'MB-01, AM-118',
      answer: z.strictObject({ open: z.boolean() }),
    },
    'POST /api/merchant-applications': {
      ...open,
      summary:
        'Ask for the link that opens an application; the answer is the same for every address',
      serves: 'SB-07, SB-10',
      callsAMinute: 10,
      body: bodyOf(applyFields),
      answer: z.strictObject({}),
    },
    'POST /api/merchant-applications/open': {
      ...open,
      summary:
        'The application behind a link with its documents; null: the link is over or was used',
      serves: 'SB-10',
      callsAMinute: 60,
      body: bodyOf(tokenOnly),
      answer: application.nullable(),
    },
    'POST /api/merchant-applications/documents': {
      ...open,
      summary:
        'Add a document to an application: PDF, PNG or JPEG by what it holds, without anything that runs; null: the link is over',
      serves: 'SB-48',
      callsAMinute: 60,
      bodyLimit: BASE64_LENGTH + 4096,
      body: bodyOf({ token, ...documentFields }, [], {
        // as somebody's computer has it, and nobody types it anew: what deceives is taken off and not refused
        name: z
          .string(messages.required('File name'))
          .refine((name) => !isBlank(name), messages.required('File name'))
          .max(FILE_NAME_LENGTH, messages.maxLength(FILE_NAME_LENGTH)),
        content: z
          .string('Content is required')
          .max(BASE64_LENGTH, 'A document has at most 5 MB')
          .meta({ format: 'byte', description: 'Base64.' }),
      }),
      answer: application.nullable(),
    },
    'POST /api/merchant-applications/documents/remove': {
      ...open,
      summary: 'Take a document off an application that is not sent in yet; null: the link is over',
      serves: 'SB-48',
      callsAMinute: 60,
      body: bodyOf({ token, id: { label: 'Document', kind: 'id', required: true } }),
      answer: application.nullable(),
    },
    'POST /api/merchant-applications/submit': {
      ...open,
      summary:
        'Send the application in: the merchant waits for approval from then on. False: the link is over or was used',
      serves: 'MB-01, MB-04, AM-16, SB-43',
      callsAMinute: 10,
      body: bodyOf({ token, ...applicationFields }, [], {
        beneficialOwners: z.array(bodyOf(ownerFields)).max(MOST_OWNERS),
      }),
      answer: z.boolean(),
    },
    'GET /api/merchants/{id}/application': {
      access: ROUTE_SETS.BACKOFFICE,
      scope: 'all',
      summary: 'Who applied for the merchant, and what they handed in; null where staff took it on',
      serves: 'MB-03, MB-04',
      params: z.strictObject({ id: uuid() }),
      answer: z
        .strictObject({
          firstName: z.string(),
          lastName: z.string(),
          position: z.string().nullable(),
          email: z.string(),
          phone: z.string().nullable(),
          submittedDate: instant(),
          documents: z.array(document),
        })
        .nullable(),
    },
    'POST /api/merchants/{id}/documents/{documentId}/actions/download': {
      access: merchantAsks.anyOf,
      roles: merchantAsks.roles,
      scope: 'all',
      summary: 'A document that was handed in with an application; who read it is written down',
      serves: 'MB-04, SB-46',
      params: z.strictObject({ id: uuid(), documentId: uuid() }),
      answer: z.strictObject({
        name: z.string(),
        mediaType: z.enum(Object.keys(MEDIA_TYPES) as MediaType[]),
        content: z.string().meta({ format: 'byte', description: 'Base64.' }),
      }),
    },
  };
});
