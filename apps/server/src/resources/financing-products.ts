import {
  financingProduct,
  financingProducts,
  SAME_NAME,
} from '@paydesk/contract/resources/financing-products.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { sql } from 'kysely';
import { changes, gone } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { holdRow } from '../platform/db/rows.ts';
import { invalid } from '../platform/errors.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineRecord } from '../platform/record.ts';
import { defineManifest } from '../platform/manifest.ts';
import { alikeSql } from '../platform/record-values.ts';

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
  into: (tx) => tx.insertInto('financing_products'),
  columns: {
    institutionLogoUrl: 'i.logo_url',
    updatedDate: 'p.updated_date',
    updatedBy: 'p.updated_by',
    offers: '(select count(*) from offers where financing_product_id = p.id)',
    offersOpen: `(select count(*) from offers
      where financing_product_id = p.id and status = 'RECEIVED')`,
  },
  actions: {
    'POST /api/financing-products': async ({ tx, values, stored }) => {
      const { financingInstitutionId, name } = values;
      await keepInstitution(tx, financingInstitutionId);
      await refuseSameName(tx, { financingInstitutionId, name, id: null });
      return { set: stored, details: { changes: changes<object>({}, values) } };
    },
    'PUT /api/financing-products/{id}': async ({ tx, row, before, values, stored }) => {
      const financingInstitutionId = row.financing_institution_id;
      await refuseSameName(tx, { financingInstitutionId, name: values.name, id: row.id });
      return { set: stored, details: { changes: changes<object>(before, values) } };
    },
    'DELETE /api/financing-products/{id}': async ({ tx, row, before }) => {
      // what was read before consent is kept, whatever came of it
      const read = await tx
        .selectFrom('loan_documents')
        .select('id')
        .where('financing_product_id', '=', row.id)
        .limit(1)
        .executeTakeFirst();
      if (read)
        throw invalid('offers', 'Borrowers have read about this product: deactivate it instead');
      const { offers: _, offersOpen: _open, ...product } = before;
      return { details: { changes: gone(product) } };
    },
  },
});

/** The institution stays until the product stands. */
async function keepInstitution(tx: Tx, id: string) {
  if (isUuid(id)) {
    await holdRow(tx, 'financing_institutions', id);
    const { rows } = await sql`select from financing_institutions where id = ${id}`.execute(tx);
    if (rows.length) return;
  }
  throw invalid('financingInstitutionId', 'There is no such institution');
}

/** Nobody else makes or changes a product until the transaction ends: their codes are compared. */
async function refuseSameName(
  tx: Tx,
  of: { financingInstitutionId: string; name: string; id: string | null },
) {
  const { rows } = await sql`
    select from financing_products where financing_institution_id = ${of.financingInstitutionId}
      and id is distinct from ${of.id}::uuid
      and ${alikeSql(sql.ref('name'))} = ${alikeSql(sql`${of.name}::text`)}`.execute(tx);
  if (rows.length) throw invalid('name', SAME_NAME);
}

export const manifest = defineManifest({
  lists: [financingProductsList],
  records: [financingProductRecord],
});
