import { endpoints, listEndpoint } from '../../kernel/endpoint.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { boxesOf, KEY_NAME, makerStatus } from '../../kernel/keys.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../../kernel/record.ts';
import { resource } from '../../kernel/resource.ts';
import { OPENS, type Opens } from '../../machine-groups.ts';

/** The keys of a merchant's systems beside the one of the specification: named, narrow, shown once (ADR 156). */

export const API_KEY_STATUSES = {
  ACTIVE: 'Active',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
} as const satisfies Enumeration;

export const apiKeys = resource({
  slug: 'api-keys',
  title: 'Named API Keys',
  path: '/api/user-merchant/api-keys',
  read: ['READ_MERCHANT_CERTIFICATE'],
  scope: 'own',
  created: 'createdDate',
  serves: 'SB-33',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    name: { label: 'Name', kind: 'text', sort: true },
    lastFour: { label: 'Ends in', kind: 'text', sort: true, exact: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: API_KEY_STATUSES },
    opens: { label: 'Opens', kind: 'text', sort: true },
    expirationDate: { label: 'Expires', kind: 'dateTime', sort: true, nullable: true },
    lastUsedDate: { label: 'Last used', kind: 'dateTime', sort: true, nullable: true },
    lastUsedAddress: { label: 'Last used from', kind: 'text', sort: true, nullable: true },
    createdBy: { label: 'Created By', kind: 'text', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    makerStatus,
  },
});

const box = (opens: Opens) => ({ label: OPENS[opens].label, kind: 'boolean' }) as const;
const BOXES = {
  readsOrders: box('readsOrders'),
  makesOrders: box('makesOrders'),
  readsRecurring: box('readsRecurring'),
  changesRecurring: box('changesRecurring'),
} as const satisfies Fields;

const fields = {
  name: KEY_NAME,
  ...BOXES,
  addresses: { label: 'Only from', kind: 'text', maxLength: 500 },
  expirationDate: { label: 'Expires', kind: 'dateTime' },
} as const satisfies Fields;

interface KeyState {
  name: string;
  status: { name: keyof typeof API_KEY_STATUSES };
}

const shared = {
  serves: 'SB-33',
  asks: { anyOf: ['UPDATE_MY_MERCHANT'], right: 'KEYS_CHANGE' },
  sensitive: 'KEYS',
} as const;

const unlessRevoked = ({ status }: KeyState) =>
  status.name === 'REVOKED' ? 'The key is revoked: make a new one' : null;

const { begins, shown, check } = boxesOf(
  BOXES,
  'changesRecurring',
  'It opens one of these at least',
);

const createApiKey = recordAction<unknown, typeof fields>({
  ...shared,
  label: 'New key',
  summary:
    'Make a named API key, held to groups of calls, to addresses and to a day where you like; the key itself is in this answer alone',
  audited: 'CREATE_API_KEY',
  whyNot: () => null,
  fields,
  begins,
  check,
  dialog: {
    title: 'New API key',
    consequence:
      'Whoever has it calls as your shop does, as far as it opens. It is shown once, right after this. Other keys go on.',
    submit: 'Create key',
  },
  success: 'Key created successfully',
});

const updateApiKey = recordAction<KeyState, typeof fields>({
  ...shared,
  label: 'Save',
  summary: 'Change a key’s name, what it opens, from where and until when',
  audited: 'UPDATE_API_KEY',
  whyNot: unlessRevoked,
  fields,
  check,
  success: 'Key updated successfully',
});

const revokeApiKey = recordAction<KeyState>({
  ...shared,
  label: 'Revoke',
  summary: 'Revoke a key for good: it is refused from the next call on',
  audited: 'REVOKE_API_KEY',
  whyNot: unlessRevoked,
  dialog: {
    title: ({ name }) => `Revoke ${name}?`,
    consequence: 'It is refused from the next call on. This can’t be undone; other keys go on.',
    submit: 'Revoke key',
  },
  danger: true,
  success: 'Key revoked successfully',
});

export const apiKey = record({
  of: apiKeys,
  name: 'NamedApiKey',
  entity: 'API_KEY',
  tag: apiKeys.title,
  one: {
    path: '/api/user-merchant/api-keys/{id}',
    summary: 'One named API key, without the key itself',
    serves: 'SB-33',
  },
  once: 'key',
  fields: {
    ...BOXES,
    addresses: { label: 'Only from', kind: 'text', nullable: true },
    key: { label: 'Key', kind: 'text', nullable: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: {
    name: 'Name',
    ...shown,
    addresses: 'Only from',
    expirationDate: 'Expires',
  },
  actions: {
    'POST /api/user-merchant/api-keys': createApiKey,
    'PUT /api/user-merchant/api-keys/{id}': updateApiKey,
    'POST /api/user-merchant/api-keys/{id}/actions/revoke': revokeApiKey,
  },
});

export type NamedApiKey = RecordOf<typeof apiKey>;

export const apiKeyEndpoints = endpoints(() => ({
  'GET /api/user-merchant/api-keys': listEndpoint(apiKeys),
  ...recordEndpoints(apiKey),
}));
