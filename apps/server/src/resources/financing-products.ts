import {
  financingProduct,
  financingProducts,
} from '@paydesk/contract/resources/financing-products.ts';
import { changes, gone } from '../platform/audit.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineRecord } from '../platform/record.ts';
import { defineManifest } from '../platform/manifest.ts';

export const financingProductsList = defineList({
  resource: financingProducts,
  from: 'financing_products p',
  id: 'p.id',
  joins: { i: 'join financing_institutions i on i.id = p.financing_institution_id' },
  columns: {
    id: 'p.id',
    institution: 'i.name',
    name: 'p.name',
    code: 'p.code',
    minAmount: 'p.min_amount_cents',
    maxAmount: 'p.max_amount_cents',
    minTermMonths: 'p.min_term_months',
    maxTermMonths: 'p.max_term_months',
    interestRate: 'p.interest_rate_bp',
    active: 'p.active',
    createdDate: 'p.created_date',
    financingInstitutionId: 'p.financing_institution_id',
  },
});

/** One product, changed and deleted by administrators of the back office (API-66..68, SB-41). */
export const financingProductRecord = defineRecord({
  record: financingProduct,
  list: financingProductsList,
  table: 'financing_products',
  columns: {
    updatedDate: 'p.updated_date',
    updatedBy: 'p.updated_by',
    offers: '(select count(*) from offers where financing_product_id = p.id)',
  },
  actions: {
    'PUT /api/financing-products/{id}': ({ before, values, stored }) => ({
      set: stored,
      details: { changes: changes<object>(before, values) },
    }),
    'DELETE /api/financing-products/{id}': ({ before }) => {
      const { offers: _, ...product } = before;
      return { details: { changes: gone(product) } };
    },
  },
});

export const manifest = defineManifest({
  lists: [financingProductsList],
  records: [financingProductRecord],
});
