import * as z from 'zod';
import type { RowOf } from '../kernel/columns.ts';
import { anyOf, endpoints, listEndpoint, rowSchema } from '../kernel/endpoint.ts';
import { DELIVERY_TYPES } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';

/** What each merchant has agreed with those who deliver; nobody changes it here (AM-29). */
export const merchantDeliveryMethods = resource({
  slug: 'merchant-delivery-methods',
  title: 'Delivery Methods of Merchants',
  path: '/api/merchants/delivery/methods',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  serves: 'API-117',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    merchantId: { label: 'Merchant ID', kind: 'id', sort: true, hidden: true },
    merchantName: { label: 'Merchant', kind: 'text', sort: true },
    deliveryMethod: { label: 'Delivery Method', kind: 'text', sort: true },
    type: { label: 'Type', kind: 'choice', sort: true, enumeration: DELIVERY_TYPES },
    externalId: { label: 'External ID', kind: 'text', exact: true, sort: true },
    enabled: { label: 'Enabled', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

/** The same of one merchant, on its page (MB-12). */
export const deliveryMethodsOfMerchant = resource({
  slug: 'delivery-methods-of-merchant',
  title: 'Delivery Methods',
  path: '/api/merchants/{id}/delivery-methods',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-87, MB-12',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    deliveryMethod: { label: 'Delivery Method', kind: 'text', sort: true },
    type: { label: 'Type', kind: 'choice', sort: true, enumeration: DELIVERY_TYPES },
    externalId: { label: 'External ID', kind: 'text', exact: true, sort: true },
    enabled: { label: 'Enabled', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

/** The same of the own merchant. */
export type OwnDeliveryMethod = RowOf<typeof deliveryMethodsOfMerchant.columns>;

export const merchantDeliveryMethodEndpoints = endpoints(() => ({
  'GET /api/merchants/delivery/methods': listEndpoint(merchantDeliveryMethods),
  'GET /api/merchants/{id}/delivery-methods': listEndpoint(deliveryMethodsOfMerchant),
  'GET /api/merchant/delivery/method': {
    summary: 'The delivery settings of the own merchant',
    serves: 'API-116',
    access: anyOf('READ_MERCHANT_SHIPPING_METHOD'),
    scope: 'own',
    answer: z.array(rowSchema(deliveryMethodsOfMerchant.columns)),
  },
}));
