import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { toCents } from '../kernel/money.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';

export const financingProducts = resource({
  slug: 'financing-products',
  title: 'Financing Products',
  path: '/api/financing-products',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-65, FI-12',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    institution: { label: 'Institution', kind: 'text', sort: true },
    name: { label: 'Name', kind: 'text', sort: true },
    code: { label: 'Code', kind: 'text', sort: true },
    minAmount: { label: 'Min Amount', kind: 'amount', sort: true },
    maxAmount: { label: 'Max Amount', kind: 'amount', sort: true },
    minTermMonths: { label: 'Min Term', kind: 'number', sort: true },
    maxTermMonths: { label: 'Max Term', kind: 'number', sort: true },
    // percent a year with two places, which is what the kind says
    interestRate: { label: 'Interest Rate', kind: 'amount', unit: '%', sort: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: 'screen' },
    financingInstitutionId: { label: 'Institution id', kind: 'id', sort: true, hidden: true },
  },
});

// the widest that a list shows whole
const anAmount = { kind: 'amount', required: true, min: 0.01, max: 9_999_999.99 } as const;
const aTerm = { kind: 'number', required: true, min: 1, max: 600 } as const;

/** FI-14; the institution stays whose it is. */
const productFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  code: {
    label: 'Code',
    kind: 'text',
    required: true,
    maxLength: 64,
    unique: 'Another product has this Code',
    alike: true,
  },
  minAmount: { label: 'Min Amount', ...anAmount },
  maxAmount: { label: 'Max Amount', ...anAmount },
  minTermMonths: { label: 'Min Term', ...aTerm },
  maxTermMonths: { label: 'Max Term', ...aTerm },
  interestRate: { label: 'Interest Rate', kind: 'amount', required: true, min: 0, max: 100 },
  active: { label: 'Active', kind: 'boolean', required: true },
} as const satisfies Fields;

type Range = Partial<
  Record<'minAmount' | 'maxAmount' | 'minTermMonths' | 'maxTermMonths', unknown>
>;

/** What the fields can't say by themselves: no least is above its most (SB-41). By field, or empty. */
function checkProduct(product: Range): Record<string, string> {
  const { minAmount, maxAmount, minTermMonths, maxTermMonths } = product;
  const [least, most] = [minAmount, maxAmount].map((one) => toCents(String(one)));
  return {
    ...(least && most && least > most ? { minAmount: 'Min Amount cannot exceed Max Amount' } : {}),
    ...(Number(minTermMonths) > Number(maxTermMonths)
      ? { minTermMonths: 'Min Term cannot exceed Max Term' }
      : {}),
  };
}

/** Two of one institution would be taken for one another. */
export const SAME_NAME = 'Another product of the institution has this Name';

/** A new one says whose it is. */
export const newProductFields = {
  financingInstitutionId: { label: 'Institution', kind: 'id', required: true },
  ...productFields,
} as const satisfies Fields;

/** SB-41, AM-82 */
const asks = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'LENDERS_CHANGE',
} as const;

const addProduct = recordAction<unknown, typeof newProductFields>({
  label: 'New product',
  summary: 'Make a financing product of an institution',
  serves: 'FI-12, FI-13, SB-41',
  asks,
  audited: 'CREATE_FINANCING_PRODUCT',
  whyNot: () => null,
  fields: newProductFields,
  check: checkProduct,
  dialog: {
    title: 'New product',
    consequence: 'While it and its institution are active it is offered for orders of its amounts.',
    submit: 'Create product',
  },
  sensitive: 'MONEY',
  success: 'Product created successfully',
});

const updateProduct = recordAction<{ offersOpen: number }, typeof productFields>({
  label: 'Save',
  summary: 'Change a financing product',
  serves: 'API-67, FI-14, SB-41',
  asks,
  audited: 'UPDATE_FINANCING_PRODUCT',
  whyNot: () => null,
  fields: productFields,
  check: checkProduct,
  dialog: {
    title: 'Save product',
    consequence: ({ offersOpen }) =>
      `New offers will follow it, and while it is not active none is made. Those that were made stay as they are${offersOpen ? `: ${offersOpen} can still be chosen` : ''}.`,
    submit: 'Save product',
  },
  sensitive: 'MONEY',
  success: 'Product updated: new offers follow it',
});

const deleteProduct = recordAction<{ name: string; institution: string; offers: number }>({
  label: 'Delete product',
  summary: 'Delete a financing product that no offer was made of',
  serves: 'API-68, FI-15, SB-41',
  asks,
  audited: 'DELETE_FINANCING_PRODUCT',
  whyNot: ({ offers }) =>
    offers > 0 ? 'Offers refer to this product: deactivate it instead' : null,
  looksAt: 'offers',
  dialog: {
    title: ({ name, institution }) => `Delete ${name} of ${institution}?`,
    consequence: 'No offer was ever made of it. It can’t be brought back.',
    submit: ({ name }) => `Delete ${name}`,
  },
  danger: true,
  success: 'Product deleted',
});

export const financingProduct = record({
  of: financingProducts,
  name: 'FinancingProduct',
  entity: 'FINANCING_PRODUCT',
  one: {
    path: '/api/financing-products/{id}',
    summary: 'One financing product',
    serves: 'API-66, FI-13',
    history: 'AT-01, SB-46',
  },
  fields: {
    institutionLogoUrl: { label: 'Institution logo', kind: 'text', nullable: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
    // how many were made of it
    offers: { label: 'Offers', kind: 'number' },
    offersOpen: { label: 'Offers to choose from', kind: 'number' },
  },
  shown: {
    name: 'Name',
    code: 'Code',
    minAmount: 'Min Amount',
    maxAmount: 'Max Amount',
    minTermMonths: 'Min Term',
    maxTermMonths: 'Max Term',
    interestRate: 'Interest Rate',
    active: 'Active',
  },
  actions: {
    'POST /api/financing-products': addProduct,
    'PUT /api/financing-products/{id}': updateProduct,
    'DELETE /api/financing-products/{id}': deleteProduct,
  },
});

export type FinancingProduct = RecordOf<typeof financingProduct>;

export const financingProductEndpoints = endpoints(() => ({
  'GET /api/financing-products': listEndpoint(financingProducts),
  ...recordEndpoints(financingProduct),
}));
