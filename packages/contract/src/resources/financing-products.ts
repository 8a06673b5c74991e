import * as z from 'zod';
import { action } from '../kernel/action.ts';
import { amount, editOf, endpoints, instant, listEndpoint, uuid } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { historyOf } from '../kernel/history.ts';
import { toCents } from '../kernel/money.ts';
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
    interestRate: { label: 'Interest Rate', kind: 'amount', sort: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    financingInstitutionId: { label: 'Institution id', kind: 'id', sort: true, hidden: true },
  },
});

export const productHistory = historyOf({
  slug: 'financing-product-history',
  path: '/api/financing-products/{id}/history',
  read: financingProducts.read,
  scope: 'all',
  serves: 'AT-01, SB-46',
});

export interface FinancingProduct {
  id: string;
  financingInstitutionId: string;
  institution: string;
  name: string;
  code: string;
  minAmount: number;
  maxAmount: number;
  minTermMonths: number;
  maxTermMonths: number;
  interestRate: number;
  active: boolean;
  createdDate: string;
  updatedDate: string | null;
  updatedBy: string | null;
  /** How many offers were made of it. */
  offers: number;
}

// the widest that a list shows whole
const anAmount = { kind: 'amount', required: true, min: 0.01, max: 9_999_999.99 } as const;
const aTerm = { kind: 'number', required: true, min: 1, max: 600 } as const;

/** FI-14; the institution stays whose it is. */
export const productFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  code: { label: 'Code', kind: 'text', required: true, maxLength: 64 },
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
export function checkProduct(product: Range): Record<string, string> {
  const { minAmount, maxAmount, minTermMonths, maxTermMonths } = product;
  const [least, most] = [minAmount, maxAmount].map((one) => toCents(String(one)));
  return {
    ...(least && most && least > most ? { minAmount: 'Min Amount cannot exceed Max Amount' } : {}),
    ...(Number(minTermMonths) > Number(maxTermMonths)
      ? { minTermMonths: 'Min Term cannot exceed Max Term' }
      : {}),
  };
}

/** SB-41, AM-82 */
const changing = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] } as const;
const none = {} as const satisfies Fields;
const success = 'Action completed successfully';

export const updateProduct = action<FinancingProduct, typeof productFields>({
  label: 'Save',
  asks: changing,
  whyNot: () => null,
  fields: productFields,
  success,
});
export const deleteProduct = action<Pick<FinancingProduct, 'offers'>, typeof none>({
  label: 'Delete product',
  asks: changing,
  whyNot: ({ offers }) =>
    offers > 0 ? 'Offers refer to this product: deactivate it instead' : null,
  fields: none,
  success,
});

export const financingProductEndpoints = endpoints(() => {
  const access = financingProducts.read;
  const one = { scope: 'all', params: z.strictObject({ id: uuid() }) } as const;
  const change = { ...one, access: changing.anyOf, roles: changing.roles } as const;
  const answer = z.strictObject({
    id: uuid(),
    financingInstitutionId: uuid(),
    institution: z.string(),
    name: z.string(),
    code: z.string(),
    minAmount: amount(),
    maxAmount: amount(),
    minTermMonths: z.int(),
    maxTermMonths: z.int(),
    interestRate: amount(),
    active: z.boolean(),
    createdDate: instant(),
    updatedDate: instant().nullable(),
    updatedBy: z.string().nullable(),
    offers: z.int(),
  }) as unknown as z.ZodType<FinancingProduct>;
  return {
    'GET /api/financing-products': listEndpoint(financingProducts),
    'GET /api/financing-products/{id}': {
      ...one,
      summary: 'One financing product',
      serves: 'API-66, FI-13',
      access,
      answer,
    },
    'PUT /api/financing-products/{id}': {
      ...change,
      sensitive: 'MONEY',
      summary: 'Change a financing product',
      serves: 'API-67, FI-14, SB-41',
      body: editOf(productFields),
      answer,
    },
    'DELETE /api/financing-products/{id}': {
      ...change,
      summary: 'Delete a financing product that no offer was made of',
      serves: 'API-68, FI-15, SB-41',
      answer: z.strictObject({}),
    },
    'GET /api/financing-products/{id}/history': listEndpoint(productHistory),
  };
});
