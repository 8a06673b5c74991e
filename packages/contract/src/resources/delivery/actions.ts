import { DELIVERY_TYPES } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { counted } from '../../kernel/many.ts';
import { recordAction } from '../../kernel/record.ts';
import { COUNTRIES } from '../../merchant-record.ts';

/** What staff do to those who deliver: made, changed, and deleted where nothing hangs on it (AM-82). */

const name = { label: 'Name', kind: 'text', required: true, maxLength: 255 } as const;
const country = {
  label: 'Country',
  kind: 'choice',
  required: true,
  enumeration: COUNTRIES,
} as const;
const active = { label: 'Active', kind: 'boolean', required: true } as const;

const shared = {
  asks: { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'], right: 'DELIVERY_CHANGE' },
  whyNot: () => null,
} as const;
const deletion = { ...shared, label: 'Delete', danger: true } as const;

/** What hangs on a record, as the reason not to delete it; null where nothing does. */
const hangs = (...parts: readonly (readonly [count: number, one: string, more: string])[]) => {
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, one, more]) => `${count} ${count === 1 ? one : more}`);
  return words.length ? `It has ${words.join(', ')}: switch it off instead` : null;
};

const companyFields = {
  name,
  code: {
    label: 'Code',
    kind: 'text',
    required: true,
    maxLength: 32,
    unique: 'Another company has this Code',
  },
  country,
  methodIds: { label: 'Methods', kind: 'ids', from: '/api/delivery/methods' },
  active,
} as const satisfies Fields;

export const companyActions = {
  'POST /api/delivery/companies': recordAction<unknown, typeof companyFields>({
    ...shared,
    label: 'New company',
    summary: 'Add a delivery company with the methods that it offers',
    serves: 'API-118, AM-82',
    audited: 'CREATE_DELIVERY_COMPANY',
    fields: companyFields,
    begins: { active: true },
    dialog: { title: 'New delivery company', submit: 'Create company' },
    success: 'Delivery company created successfully',
  }),
  'PUT /api/delivery/companies/{id}': recordAction<{ name: string }, typeof companyFields>({
    ...shared,
    label: 'Edit',
    summary: 'Change a delivery company, or the methods that it offers',
    serves: 'API-119, AM-82',
    audited: 'UPDATE_DELIVERY_COMPANY',
    fields: companyFields,
    dialog: { title: ({ name: its }) => `Edit ${its}`, submit: 'Save' },
    success: 'Delivery company updated successfully',
  }),
  'DELETE /api/delivery/companies/{id}': recordAction<{ name: string; methods: number }>({
    ...deletion,
    summary: 'Delete a delivery company that offers no method',
    serves: 'API-119, AM-82',
    audited: 'DELETE_DELIVERY_COMPANY',
    whyNot: ({ methods }) =>
      methods ? `It offers ${counted(methods, 'method')}: take them off first` : null,
    looksAt: 'methods',
    dialog: {
      title: ({ name: its }) => `Delete ${its}?`,
      consequence: 'It can’t be brought back.',
      submit: 'Delete company',
    },
    success: 'Delivery company deleted successfully',
  }),
};

const methodFields = {
  name,
  type: { label: 'Type', kind: 'choice', required: true, enumeration: DELIVERY_TYPES },
  active,
} as const satisfies Fields;

export const methodActions = {
  'POST /api/delivery/methods': recordAction<unknown, typeof methodFields>({
    ...shared,
    label: 'New method',
    summary: 'Add a delivery method',
    serves: 'AM-66, AM-82',
    audited: 'CREATE_DELIVERY_METHOD',
    fields: methodFields,
    begins: { active: true },
    dialog: { title: 'New delivery method', submit: 'Create method' },
    success: 'Delivery method created successfully',
  }),
  'PUT /api/delivery/methods/{id}': recordAction<{ name: string }, typeof methodFields>({
    ...shared,
    label: 'Edit',
    summary: 'Change a delivery method',
    serves: 'AM-66, AM-82',
    audited: 'UPDATE_DELIVERY_METHOD',
    fields: methodFields,
    dialog: { title: ({ name: its }) => `Edit ${its}`, submit: 'Save' },
    success: 'Delivery method updated successfully',
  }),
  'DELETE /api/delivery/methods/{id}': recordAction<{
    name: string;
    companies: number;
    points: number;
    merchants: number;
  }>({
    ...deletion,
    summary: 'Delete a delivery method that nobody offers, with no pickup point and no merchant',
    serves: 'AM-66, AM-82',
    audited: 'DELETE_DELIVERY_METHOD',
    whyNot: ({ companies, points, merchants }) =>
      hangs(
        [companies, 'company', 'companies'],
        [points, 'pickup point', 'pickup points'],
        [merchants, 'merchant', 'merchants'],
      ),
    looksAt: 'name',
    dialog: {
      title: ({ name: its }) => `Delete ${its}?`,
      consequence: 'It can’t be brought back.',
      submit: 'Delete method',
    },
    success: 'Delivery method deleted successfully',
  }),
};

const pointFields = {
  externalId: {
    label: 'External ID',
    kind: 'text',
    required: true,
    maxLength: 64,
    unique: 'Another pickup point of this method has this External ID',
  },
  name,
  country,
  city: { label: 'City', kind: 'text', required: true, maxLength: 255 },
  address: { label: 'Address', kind: 'text', required: true, maxLength: 255 },
  postalCode: { label: 'Postal Code', kind: 'text', required: true, maxLength: 16 },
  active,
} as const satisfies Fields;

export const pointActions = {
  'POST /api/delivery/methods/{id}/pickup-points': recordAction<unknown, typeof pointFields>({
    ...shared,
    label: 'New pickup point',
    summary: 'Add a pickup point to a delivery method',
    serves: 'API-122, AM-82',
    audited: 'CREATE_PICKUP_POINT',
    fields: pointFields,
    begins: { active: true },
    dialog: { title: 'New pickup point', submit: 'Create pickup point' },
    success: 'Pickup point created successfully',
  }),
  'PUT /api/delivery/methods/{id}/pickup-points/{pointId}': recordAction<
    { name: string },
    typeof pointFields
  >({
    ...shared,
    label: 'Edit',
    summary: 'Change a pickup point',
    serves: 'API-123, AM-82',
    audited: 'UPDATE_PICKUP_POINT',
    fields: pointFields,
    dialog: { title: ({ name: its }) => `Edit ${its}`, submit: 'Save' },
    success: 'Pickup point updated successfully',
  }),
  'DELETE /api/delivery/methods/{id}/pickup-points/{pointId}': recordAction<{ name: string }>({
    ...deletion,
    summary: 'Delete a pickup point',
    serves: 'API-123, AM-82',
    audited: 'DELETE_PICKUP_POINT',
    dialog: {
      title: ({ name: its }) => `Delete ${its}?`,
      consequence: 'No parcel can be sent there any more, and it can’t be brought back.',
      submit: 'Delete pickup point',
    },
    success: 'Pickup point deleted successfully',
  }),
};
