import * as z from 'zod';
import { action } from '../kernel/action.ts';
import {
  anyOf,
  bodyOf,
  editOf,
  endpoints,
  instant,
  listEndpoint,
  uuid,
} from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { resource } from '../kernel/resource.ts';

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

/** One of them, whole (SM-22). */
export interface ShippingMethod {
  id: string;
  name: string;
  extId: string;
  shippingMethodId: string;
  methodName: string;
  enabled: boolean;
  createdAt: string;
  createdBy: string;
  updatedAt: string | null;
  updatedBy: string | null;
}

/** SM-19..21; which methods there are to choose from, the server knows. */
export const shippingMethodFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  extId: { label: 'External ID', kind: 'text', required: true, maxLength: 255 },
  shippingMethodId: { label: 'Method', kind: 'id', required: true },
} as const satisfies Fields;

const none = {} as const satisfies Fields;
const mayUpdate = { anyOf: ['UPDATE_MERCHANT_SHIPPING_METHOD'] } as const;

export const addShippingMethod = action<null, typeof shippingMethodFields>({
  label: 'Add',
  asks: { anyOf: ['CREATE_MERCHANT_SHIPPING_METHOD'] },
  whyNot: () => null,
  fields: shippingMethodFields,
  success: 'Method successfully added',
});
export const updateShippingMethod = action<ShippingMethod, typeof shippingMethodFields>({
  label: 'Save',
  asks: mayUpdate,
  whyNot: () => null,
  fields: shippingMethodFields,
  success: 'Shipping method successfully updated',
});
export const disableShippingMethod = action<Pick<ShippingMethod, 'enabled'>, typeof none>({
  label: 'Disable method',
  asks: mayUpdate,
  whyNot: ({ enabled }) => (enabled ? null : 'It is disabled already'),
  fields: none,
  success: 'Shipping method successfully disabled',
});
export const activateShippingMethod = action<Pick<ShippingMethod, 'enabled'>, typeof none>({
  label: 'Activate method',
  asks: mayUpdate,
  whyNot: ({ enabled }) => (enabled ? 'It is active already' : null),
  fields: none,
  success: 'Shipping method successfully activated',
});

const READ_ONLY: readonly (keyof ShippingMethod)[] = [
  'id',
  'methodName',
  'enabled',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
];

export const shippingMethodEndpoints = endpoints(() => {
  const answer = z.strictObject({
    id: uuid(),
    name: z.string(),
    extId: z.string(),
    shippingMethodId: uuid(),
    methodName: z.string(),
    enabled: z.boolean(),
    createdAt: instant(),
    createdBy: z.string(),
    updatedAt: instant().nullable(),
    updatedBy: z.string().nullable(),
  }) as unknown as z.ZodType<ShippingMethod>;
  const read = { access: anyOf('READ_MERCHANT_SHIPPING_METHOD'), scope: 'own' } as const;
  const one = { params: z.strictObject({ id: uuid() }), answer } as const;
  const change = { ...one, access: mayUpdate.anyOf, scope: 'own' } as const;
  return {
    'GET /api/shipping/methods': {
      summary: 'The generic shipping methods, of which each of a merchant’s own is one',
      serves: 'API-108, API-109, SM-21',
      access: read.access,
      scope: 'all',
      answer: z.array(z.strictObject({ id: uuid(), name: z.string() })),
    },
    'GET /api/merchant/shipping/methods': listEndpoint(shippingMethods),
    'POST /api/merchant/shipping/method': {
      summary: 'Add a shipping method; it is enabled at once',
      serves: 'API-111, SB-37',
      access: anyOf('CREATE_MERCHANT_SHIPPING_METHOD'),
      scope: 'own',
      body: bodyOf(shippingMethodFields),
      answer,
    },
    'GET /api/merchant/shipping/method/{id}': {
      ...read,
      ...one,
      summary: 'One shipping method',
      serves: 'API-112, SM-22',
      access: anyOf('READ_MERCHANT_SHIPPING_METHOD', 'UPDATE_MERCHANT_SHIPPING_METHOD'),
    },
    'PUT /api/merchant/shipping/method/{id}': {
      ...change,
      summary: 'Change a shipping method',
      serves: 'API-113, SB-37',
      body: editOf(shippingMethodFields, READ_ONLY),
    },
    'PUT /api/merchant/shipping/method/{id}/disable': {
      ...change,
      summary: 'Disable a shipping method',
      serves: 'API-114, SB-38',
    },
    'PUT /api/merchant/shipping/method/{id}/activate': {
      ...change,
      summary: 'Activate a shipping method',
      serves: 'API-115, SB-38',
    },
  };
});
