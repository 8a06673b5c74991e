import * as z from 'zod';
import type { RowOf } from '../kernel/columns.ts';
import { anyOf, endpoints, listEndpoint, rowSchema } from '../kernel/endpoint.ts';
import { DELIVERY_TYPES } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { record, recordAction, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';

/** What each merchant has agreed with those who deliver; staff say it on the merchant’s page. */
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

const agreedFields = {
  externalId: { label: 'External ID', kind: 'text', required: true, maxLength: 64 },
  enabled: { label: 'Enabled', kind: 'boolean', required: true },
} as const satisfies Fields;

const agreeFields = {
  deliveryMethodId: {
    label: 'Delivery Method',
    kind: 'id',
    required: true,
    from: '/api/delivery/methods',
    unique: 'The merchant has agreed on this method already',
  },
  ...agreedFields,
} as const satisfies Fields;

const shared = {
  serves: 'MB-12, AM-82',
  asks: { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'], right: 'MERCHANTS_CHANGE' },
  whyNot: () => null,
} as const;

/** One method that a merchant has agreed on: said, changed and taken back by staff (AM-82). */
export const agreedDelivery = record({
  of: deliveryMethodsOfMerchant,
  name: 'AgreedDelivery',
  entity: 'MERCHANT_DELIVERY_METHOD',
  below: 'merchantId',
  one: {
    path: '/api/merchants/{id}/delivery-methods/{agreementId}',
    summary: 'One delivery method that a merchant has agreed on; another merchant’s is absent',
    serves: 'MB-12',
  },
  fields: {
    merchantId: { label: 'Merchant id', kind: 'id' },
    deliveryMethodId: { label: 'Method id', kind: 'id', nullable: true },
  },
  shown: {},
  actions: {
    'POST /api/merchants/{id}/delivery-methods': recordAction<unknown, typeof agreeFields>({
      ...shared,
      label: 'Agree on a method',
      summary: 'Write down that a merchant has agreed on a delivery method, and its id there',
      audited: 'AGREE_DELIVERY_METHOD',
      fields: agreeFields,
      begins: { enabled: true },
      dialog: { title: 'Agree on a delivery method', submit: 'Agree' },
      success: 'Delivery method agreed successfully',
    }),
    'PUT /api/merchants/{id}/delivery-methods/{agreementId}': recordAction<
      { deliveryMethod: string },
      typeof agreedFields
    >({
      ...shared,
      label: 'Edit',
      summary: 'Change the id of an agreed delivery method, or whether it is in use',
      audited: 'CHANGE_DELIVERY_METHOD',
      fields: agreedFields,
      dialog: { title: ({ deliveryMethod }) => `Edit ${deliveryMethod}`, submit: 'Save changes' },
      success: 'Delivery method updated successfully',
    }),
    'DELETE /api/merchants/{id}/delivery-methods/{agreementId}': recordAction<{
      deliveryMethod: string;
    }>({
      ...shared,
      label: 'Withdraw',
      summary: 'Withdraw what was agreed on a delivery method',
      audited: 'WITHDRAW_DELIVERY_METHOD',
      dialog: {
        title: ({ deliveryMethod }) => `Withdraw ${deliveryMethod}?`,
        consequence: 'The merchant offers it no more. It can be agreed on anew.',
        submit: 'Withdraw method',
      },
      danger: true,
      success: 'Delivery method withdrawn successfully',
    }),
  },
});

/** The same of the own merchant. */
export type OwnDeliveryMethod = RowOf<typeof deliveryMethodsOfMerchant.columns>;

export const merchantDeliveryMethodEndpoints = endpoints(() => ({
  'GET /api/merchants/delivery/methods': listEndpoint(merchantDeliveryMethods),
  'GET /api/merchants/{id}/delivery-methods': listEndpoint(deliveryMethodsOfMerchant),
  ...recordEndpoints(agreedDelivery),
  'GET /api/merchant/delivery/method': {
    summary: 'The delivery settings of the own merchant',
    serves: 'API-116',
    access: anyOf('READ_MERCHANT_SHIPPING_METHOD'),
    scope: 'own',
    answer: z.array(rowSchema(deliveryMethodsOfMerchant.columns)),
  },
}));
