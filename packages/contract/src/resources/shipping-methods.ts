import * as z from 'zod';
import { anyOf, endpoints, listEndpoint, uuid } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { ROUTE_SETS } from '../permissions.ts';

/** The ways a merchant ships (SM-01..06). */
export const shippingMethods = resource({
  slug: 'shipping-methods',
  title: 'Shipping Methods',
  path: '/api/merchant/shipping/methods',
  read: ['READ_MERCHANT_SHIPPING_METHOD'],
  scope: 'own',
  created: 'createdAt',
  serves: 'API-110, SM-01..06, RT-22',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    name: { label: 'Name', kind: 'text', sort: true },
    methodName: { label: 'Method', kind: 'text', sort: true },
    extId: { label: 'External ID', kind: 'text', sort: true },
    enabled: { label: 'Enabled', kind: 'boolean', sort: true },
    createdAt: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
  },
});

/** SM-19..21; which methods there are to choose from, the server knows. */
export const shippingMethodFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  extId: {
    label: 'External ID',
    kind: 'text',
    required: true,
    maxLength: 255,
    unique: 'Another shipping method has this External ID',
  },
  shippingMethodId: { label: 'Method', kind: 'id', required: true },
} as const satisfies Fields;

const asks = { anyOf: ['UPDATE_MERCHANT_SHIPPING_METHOD'], right: 'SHIPPING_CHANGE' } as const;

export const addShippingMethod = recordAction<unknown, typeof shippingMethodFields>({
  label: 'Add',
  summary: 'Add a shipping method; it is enabled at once',
  serves: 'API-111, SB-37',
  asks: { anyOf: ['CREATE_MERCHANT_SHIPPING_METHOD'], right: 'SHIPPING_CHANGE' },
  audited: 'CREATE_SHIPPING_METHOD',
  whyNot: () => null,
  fields: shippingMethodFields,
  success: 'Method successfully added',
});

const updateShippingMethod = recordAction<object, typeof shippingMethodFields>({
  label: 'Save',
  summary: 'Change a shipping method',
  serves: 'API-113, SB-37',
  asks,
  audited: 'UPDATE_SHIPPING_METHOD',
  whyNot: () => null,
  fields: shippingMethodFields,
  readOnly: ['id', 'methodName', 'enabled', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
  success: 'Shipping method successfully updated',
});

const disableShippingMethod = recordAction<{ enabled: boolean }>({
  label: 'Disable method',
  summary: 'Disable a shipping method',
  serves: 'API-114, SB-38',
  asks,
  audited: 'DISABLE_SHIPPING_METHOD',
  whyNot: ({ enabled }) => (enabled ? null : 'It is disabled already'),
  looksAt: 'enabled',
  success: 'Shipping method successfully disabled',
});

const activateShippingMethod = recordAction<{ enabled: boolean }>({
  label: 'Activate method',
  summary: 'Activate a shipping method',
  serves: 'API-115, SB-38',
  asks,
  audited: 'ACTIVATE_SHIPPING_METHOD',
  whyNot: ({ enabled }) => (enabled ? 'It is active already' : null),
  looksAt: 'enabled',
  success: 'Shipping method successfully activated',
});

export const shippingMethod = record({
  of: shippingMethods,
  name: 'ShippingMethod',
  entity: 'SHIPPING_METHOD',
  one: {
    path: '/api/merchant/shipping/method/{id}',
    summary: 'One shipping method',
    serves: 'API-112, SM-22',
    read: ROUTE_SETS.SHIPPING_VIEW,
  },
  fields: {
    shippingMethodId: { label: 'Method', kind: 'id' },
    createdBy: { label: 'Created by', kind: 'text' },
    updatedAt: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: { name: 'Name', extId: 'External ID', methodName: 'Method' },
  actions: {
    'POST /api/merchant/shipping/method': addShippingMethod,
    'PUT /api/merchant/shipping/method/{id}': updateShippingMethod,
    'PUT /api/merchant/shipping/method/{id}/disable': disableShippingMethod,
    'PUT /api/merchant/shipping/method/{id}/activate': activateShippingMethod,
  },
});

/** One of them, whole (SM-22). */
export type ShippingMethod = RecordOf<typeof shippingMethod>;

export const shippingMethodEndpoints = endpoints(() => ({
  'GET /api/shipping/methods': {
    summary: 'The generic shipping methods, of which each of a merchant’s own is one',
    serves: 'API-108, API-109, SM-21',
    access: anyOf('READ_MERCHANT_SHIPPING_METHOD'),
    scope: 'all',
    answer: z.array(z.strictObject({ id: uuid(), name: z.string() })),
  },
  'GET /api/merchant/shipping/methods': listEndpoint(shippingMethods),
  ...recordEndpoints(shippingMethod),
}));
