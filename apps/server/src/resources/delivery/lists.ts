import {
  companyMethods,
  deliveryCompanies,
  deliveryMerchants,
  deliveryMethods,
  methodCompanies,
  pickupPoints,
} from '@paydesk/contract/resources/delivery/lists.ts';
import { defineList } from '../../platform/list/definition.ts';

// tables of these by their own names: what they find is no row of the list
export const METHODS =
  'select method_id from delivery_company_methods where delivery_company_methods.company_id = c.id';
export const COMPANIES =
  'select company_id from delivery_company_methods where delivery_company_methods.method_id = m.id';

const company = {
  id: 'c.id',
  name: 'c.name',
  code: 'c.code',
  country: 'c.country_code',
  active: 'c.active',
  methods: `(select count(*) from (${METHODS}) offered)`,
  createdDate: 'c.created_date',
};

const method = {
  id: 'm.id',
  name: 'm.name',
  company: `(select string_agg(delivery_companies.name, ', ' order by delivery_companies.name)
    from delivery_companies where delivery_companies.id in (${COMPANIES}))`,
  type: 'm.type',
  active: 'm.active',
  createdDate: 'm.created_date',
};

export const deliveryCompaniesList = defineList({
  resource: deliveryCompanies,
  from: 'delivery_companies c',
  id: 'c.id',
  columns: company,
});

export const deliveryMethodsList = defineList({
  resource: deliveryMethods,
  from: 'delivery_methods m',
  id: 'm.id',
  columns: method,
});

export const companyMethodsList = defineList({
  resource: companyMethods,
  from: 'delivery_methods m',
  id: 'm.id',
  parent: { column: `any (${COMPANIES})`, from: 'delivery_companies c', id: 'c.id' },
  columns: method,
});

export const methodCompaniesList = defineList({
  resource: methodCompanies,
  from: 'delivery_companies c',
  id: 'c.id',
  parent: { column: `any (${METHODS})`, from: 'delivery_methods m', id: 'm.id' },
  columns: company,
});

export const pickupPointsList = defineList({
  resource: pickupPoints,
  from: 'pickup_points p',
  id: 'p.id',
  parent: { column: 'p.method_id', from: 'delivery_methods m', id: 'm.id' },
  columns: {
    id: 'p.id',
    externalId: 'p.external_id',
    name: 'p.name',
    country: 'p.country_code',
    city: 'p.city',
    address: 'p.address',
    postalCode: 'p.postal_code',
    active: 'p.active',
    createdDate: 'p.created_date',
    methodId: 'p.method_id',
  },
});

export const deliveryMerchantsList = defineList({
  resource: deliveryMerchants,
  from: 'merchant_delivery_methods d',
  id: 'd.id',
  tenant: 'd.merchant_id',
  joins: { m: 'join merchants m on m.id = d.merchant_id' },
  columns: {
    id: 'd.id',
    merchantName: 'm.name',
    deliveryMethod: 'd.delivery_method',
    externalId: 'd.external_id',
    enabled: 'd.enabled',
    createdDate: 'd.created_date',
    merchantId: 'd.merchant_id',
    deliveryMethodId: 'd.delivery_method_id',
  },
});
