import { DELIVERY_TYPES } from '../../kernel/enumeration.ts';
import { record } from '../../kernel/record.ts';
import { resource } from '../../kernel/resource.ts';
import { companyActions, methodActions, pointActions } from './actions.ts';

/** Who delivers, how, and for whom. */

const shared = { read: ['READ_ANY_USER'], scope: 'all', created: 'createdDate' } as const;
const created = { label: 'Created', kind: 'dateTime', sort: true, hidden: true } as const;

const company = {
  id: { label: 'ID', kind: 'id', sort: true },
  name: { label: 'Name', kind: 'text', sort: true },
  code: { label: 'Code', kind: 'text', sort: true },
  country: { label: 'Country', kind: 'text', sort: true },
  active: { label: 'Active', kind: 'boolean', sort: true },
  methods: { label: 'Methods', kind: 'number', sort: true },
  createdDate: created,
} as const;

const method = {
  id: { label: 'ID', kind: 'id', sort: true },
  name: { label: 'Name', kind: 'text', sort: true },
  /** Everybody who offers it. */
  company: { label: 'Company', kind: 'text', sort: true, nullable: true },
  type: { label: 'Type', kind: 'choice', sort: true, enumeration: DELIVERY_TYPES },
  active: { label: 'Active', kind: 'boolean', sort: true },
  createdDate: created,
} as const;

export const deliveryCompanies = resource({
  ...shared,
  slug: 'delivery-companies',
  title: 'Delivery Companies',
  path: '/api/delivery/companies',
  serves: 'API-118, DL-02',
  columns: company,
});

export const deliveryMethods = resource({
  ...shared,
  slug: 'delivery-methods',
  title: 'Delivery Methods',
  path: '/api/delivery/methods',
  serves: 'AM-66, DL-01',
  columns: method,
});

const tag = 'Delivery';
const written = {
  createdBy: { label: 'Created by', kind: 'text', nullable: true },
  updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
  updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
} as const;

export const deliveryCompany = record({
  tag,
  of: deliveryCompanies,
  name: 'DeliveryCompany',
  entity: 'DELIVERY_COMPANY',
  one: {
    path: '/api/delivery/companies/{id}',
    summary: 'One delivery company',
    serves: 'API-119',
    history: 'AT-01, SB-46',
  },
  fields: { ...written, methodIds: { label: 'Methods', kind: 'id', many: true } },
  shown: { name: 'Name', code: 'Code', country: 'Country', active: 'Active' },
  actions: companyActions,
});

export const deliveryMethod = record({
  tag,
  of: deliveryMethods,
  name: 'DeliveryMethod',
  entity: 'DELIVERY_METHOD',
  one: {
    path: '/api/delivery/methods/{id}',
    summary: 'One delivery method',
    serves: 'AM-66',
    history: 'AT-01, SB-46',
  },
  fields: {
    ...written,
    companies: { label: 'Companies', kind: 'number' },
    points: { label: 'Pickup points', kind: 'number' },
    merchants: { label: 'Merchants', kind: 'number' },
  },
  shown: { name: 'Name', type: 'Type', active: 'Active' },
  actions: methodActions,
});

export const companyMethods = resource({
  ...shared,
  slug: 'delivery-company-methods',
  title: 'Methods',
  path: '/api/delivery/companies/{id}/methods',
  serves: 'API-120, DL-04',
  columns: method,
});

export const methodCompanies = resource({
  ...shared,
  slug: 'delivery-method-companies',
  title: 'Companies',
  path: '/api/delivery/methods/{id}/companies',
  serves: 'API-124, DL-05',
  columns: company,
});

export const pickupPoints = resource({
  ...shared,
  slug: 'pickup-points',
  title: 'Pickup Points',
  path: '/api/delivery/methods/{id}/pickup-points',
  serves: 'API-122, DL-03',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    externalId: { label: 'External ID', kind: 'text', exact: true, sort: true },
    name: { label: 'Name', kind: 'text', sort: true },
    country: { label: 'Country', kind: 'text', sort: true },
    city: { label: 'City', kind: 'text', sort: true },
    address: { label: 'Address', kind: 'text', sort: true },
    postalCode: { label: 'Postal Code', kind: 'text', sort: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    createdDate: created,
    methodId: { label: 'Method id', kind: 'id', hidden: true },
  },
});

export const pickupPoint = record({
  tag,
  of: pickupPoints,
  name: 'PickupPoint',
  entity: 'PICKUP_POINT',
  below: 'methodId',
  one: {
    path: '/api/delivery/methods/{id}/pickup-points/{pointId}',
    summary: 'One pickup point of a delivery method; another method’s is absent',
    serves: 'API-123',
  },
  fields: {},
  shown: {},
  actions: pointActions,
});

/** What each merchant has agreed with those who deliver. */
export const deliveryMerchants = resource({
  ...shared,
  slug: 'delivery-merchants',
  title: 'Delivery Merchants',
  path: '/api/delivery/merchants',
  scope: 'merchant',
  serves: 'API-126, DL-06',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    merchantName: { label: 'Merchant', kind: 'text', sort: true },
    deliveryMethod: { label: 'Delivery Method', kind: 'text', sort: true },
    externalId: { label: 'External ID', kind: 'text', exact: true, sort: true },
    enabled: { label: 'Enabled', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    merchantId: { label: 'Merchant id', kind: 'id', sort: true, hidden: true },
    deliveryMethodId: { label: 'Method id', kind: 'id', sort: true, hidden: true, nullable: true },
  },
});
