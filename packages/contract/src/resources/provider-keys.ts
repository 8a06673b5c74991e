import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { boxesOf, KEY_NAME, makerStatus } from '../kernel/keys.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';

export const PROVIDER_KEY_STATUSES = {
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
} as const satisfies Enumeration;

/** What the provider's own cores prove themselves by where they call the Provider API. */
export const providerKeys = resource({
  slug: 'provider-keys',
  title: 'Provider Keys',
  path: '/api/settings/provider-keys',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'SB-45, AM-82',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    name: { label: 'Name', kind: 'text', sort: true },
    writes: { label: 'Writes', kind: 'text', sort: true },
    lastFour: { label: 'Ends in', kind: 'text', sort: true, exact: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: PROVIDER_KEY_STATUSES },
    lastUsedDate: { label: 'Last used', kind: 'dateTime', sort: true, nullable: true },
    createdBy: { label: 'Created by', kind: 'text', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    makerStatus,
  },
});

const writes = (label: string) => ({ label: `Writes ${label}`, kind: 'boolean' }) as const;

/** Which kinds of rows it may send. */
const SCOPES = {
  writesMerchants: writes('merchants'),
  writesCustomers: writes('customers'),
  writesPurchases: writes('purchases'),
  writesTransactions: writes('transactions'),
  writesLoans: writes('loans'),
} as const satisfies Fields;

const fields = {
  name: KEY_NAME,
  ...SCOPES,
} as const satisfies Fields;

interface KeyState {
  name: string;
  status: { name: keyof typeof PROVIDER_KEY_STATUSES };
}

const shared = {
  serves: 'SB-45, AM-82',
  asks: { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'], right: 'SETTINGS_CHANGE' },
  sensitive: 'KEYS',
} as const;

const whileActive = ({ status }: KeyState) =>
  status.name === 'ACTIVE' ? null : 'The key is disabled: make a new one';

const { begins, shown, check } = boxesOf(SCOPES, 'writesLoans', 'It may write at least one kind');

const createProviderKey = recordAction<unknown, typeof fields>({
  ...shared,
  label: 'New key',
  summary: 'Make a key for a core of the provider; the key itself is in this answer alone',
  audited: 'CREATE_PROVIDER_KEY',
  whyNot: () => null,
  fields,
  begins,
  check,
  dialog: {
    title: 'New provider key',
    consequence:
      'A core of yours that has it writes on your word. It is shown once, right after this.',
    submit: 'Create key',
  },
  success: 'Key created successfully',
});

const updateProviderKey = recordAction<KeyState, typeof fields>({
  ...shared,
  label: 'Save',
  summary: 'Change a key’s name, or what it may write',
  audited: 'UPDATE_PROVIDER_KEY',
  whyNot: whileActive,
  fields,
  check,
  success: 'Key updated successfully',
});

const rotateProviderKey = recordAction<KeyState>({
  ...shared,
  label: 'Rotate',
  summary:
    'Replace a key: the one before is refused from now on; the new one is in this answer alone',
  audited: 'ROTATE_PROVIDER_KEY',
  whyNot: whileActive,
  dialog: {
    title: ({ name }) => `Rotate ${name}?`,
    consequence:
      'The key that is in use is refused from the next call on. The new one is shown once, right after this.',
    submit: 'Rotate key',
  },
  danger: true,
  success: 'Key rotated successfully',
});

const disableProviderKey = recordAction<KeyState>({
  ...shared,
  label: 'Disable',
  summary: 'Disable a key for good',
  audited: 'DISABLE_PROVIDER_KEY',
  whyNot: whileActive,
  dialog: {
    title: ({ name }) => `Disable ${name}?`,
    consequence: 'It is refused from the next call on. This can’t be undone.',
    submit: 'Disable key',
  },
  danger: true,
  success: 'Key disabled successfully',
});

export const providerKey = record({
  of: providerKeys,
  name: 'ProviderKey',
  entity: 'PROVIDER_KEY',
  tag: providerKeys.title,
  one: {
    path: '/api/provider-keys/{id}',
    summary: 'One key of the provider’s, without the key itself',
    serves: 'SB-45',
    history: 'AT-01, SB-46',
  },
  once: 'key',
  fields: {
    ...SCOPES,
    key: { label: 'Key', kind: 'text', nullable: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: {
    name: 'Name',
    ...shown,
  },
  actions: {
    'POST /api/provider-keys': createProviderKey,
    'PUT /api/provider-keys/{id}': updateProviderKey,
    'POST /api/provider-keys/{id}/actions/rotate': rotateProviderKey,
    'POST /api/provider-keys/{id}/actions/disable': disableProviderKey,
  },
});

export type ProviderKey = RecordOf<typeof providerKey>;

export const providerKeyEndpoints = endpoints(() => ({
  'GET /api/settings/provider-keys': listEndpoint(providerKeys),
  ...recordEndpoints(providerKey),
}));
