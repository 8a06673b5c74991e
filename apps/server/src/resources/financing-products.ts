import type { Action } from '@paydesk/contract/kernel/action.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import {
  checkProduct,
  deleteProduct,
  financingProducts,
  productFields,
  productHistory,
  updateProduct,
  type FinancingProduct,
} from '@paydesk/contract/resources/financing-products.ts';
import { sql } from 'kysely';
import { audit, changes } from '../platform/audit.ts';
import type { SignedIn } from '../platform/auth/sessions.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { merged } from '../platform/edits.ts';
import { invalid, notFound, Refusal } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { insist } from '../platform/insist.ts';
import { defineList } from '../platform/list/definition.ts';
import { historyList } from '../platform/list/history.ts';
import type { Services } from '../platform/services.ts';

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

export const productHistoryList = historyList(productHistory, {
  from: 'financing_products p',
  id: 'p.id',
});

type Keys = `${'GET' | 'PUT' | 'DELETE'} /api/financing-products/{id}`;

/** One product, changed and deleted by administrators of the back office (API-66..68, SB-41). */
export function financingProductHandlers({ database, now }: Services): Handlers<Keys> {
  return {
    'GET /api/financing-products/{id}': ({ params }) => load(database.kysely, params.id),
    'PUT /api/financing-products/{id}': ({ actor, params: { id }, body }) =>
      database.transaction(actor.sight, async (tx) => {
        const before = await lock(tx, id);
        insist(updateProduct as Action<FinancingProduct>, before, actor, body, now());
        const current = Object.fromEntries(
          (Object.keys(productFields) as (keyof typeof productFields)[]).map((key) => [
            key,
            before[key],
          ]),
        );
        const given = await merged(tx, actor, { id: before.id }, body, current);
        refuse(checkProduct(given));
        const after = { ...given, name: given.name.trim(), code: given.code.trim() };
        await freeCode(tx, after.code, id);
        await tx
          .updateTable('financing_products')
          .set({ ...stored(after), updated_date: sql`now()`, updated_by: actor.userName })
          .where('id', '=', id)
          .execute();
        const changed = changes<FinancingProduct>(before, after);
        await record(tx, actor, 'UPDATE_FINANCING_PRODUCT', id, changed);
        return load(tx, id);
      }),
    'DELETE /api/financing-products/{id}': ({ actor, params: { id } }) =>
      database.transaction(actor.sight, async (tx) => {
        const product = await lock(tx, id);
        insist(deleteProduct as Action<FinancingProduct>, product, actor, {}, now());
        await tx.deleteFrom('financing_products').where('id', '=', id).execute();
        const { offers: _, ...gone } = product;
        const nothing = Object.fromEntries(Object.keys(gone).map((key) => [key, null]));
        await record(tx, actor, 'DELETE_FINANCING_PRODUCT', id, changes<object>(gone, nothing));
        return {};
      }),
  };
}

/** The figures as the columns have them: cents, and hundredths of a percent. */
const stored = (given: ValuesOf<typeof productFields>) => ({
  name: given.name,
  code: given.code,
  min_amount_cents: toCents(given.minAmount)!,
  max_amount_cents: toCents(given.maxAmount)!,
  min_term_months: given.minTermMonths,
  max_term_months: given.maxTermMonths,
  interest_rate_bp: Number(toCents(given.interestRate)!),
  active: given.active,
});

/** Locked until it is changed: who makes an offer of it meanwhile waits, and finds it gone or as it is then. */
async function lock(tx: Tx, id: string): Promise<FinancingProduct> {
  await tx.selectFrom('financing_products').select('id').where('id', '=', id).forUpdate().execute();
  return load(tx, id);
}

async function load(db: Db | Tx, id: string): Promise<FinancingProduct> {
  const row = await db
    .selectFrom('financing_products as p')
    .innerJoin('financing_institutions as i', 'i.id', 'p.financing_institution_id')
    .selectAll('p')
    .select([
      'i.name as institution',
      sql<bigint>`(select count(*) from offers where financing_product_id = p.id)`.as('offers'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    id: row.id,
    financingInstitutionId: row.financing_institution_id,
    institution: row.institution,
    name: row.name,
    code: row.code,
    minAmount: fromCents(row.min_amount_cents),
    maxAmount: fromCents(row.max_amount_cents),
    minTermMonths: row.min_term_months,
    maxTermMonths: row.max_term_months,
    interestRate: fromCents(BigInt(row.interest_rate_bp)),
    active: row.active,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
    updatedBy: row.updated_by,
    offers: Number(row.offers),
  };
}

/** Products are few, and their codes are agreed with the institutions: each names one. */
async function freeCode(tx: Tx, code: string, id: string) {
  // two at the same moment would both find it free
  await sql`select pg_advisory_xact_lock(hashtext('financing_products'))`.execute(tx);
  const taken = await tx
    .selectFrom('financing_products')
    .select('id')
    .where('code', '=', code)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (taken) throw invalid('code', 'Another product has this Code');
}

function refuse(errors: Record<string, string>) {
  const found = Object.entries(errors).map(([field, message]) => ({ field, message }));
  if (found.length) throw new Refusal('VALIDATION_FAILURE', found);
}

const record = (tx: Tx, actor: SignedIn, action: string, id: string, changed: object) =>
  audit(tx, actor, {
    action,
    entityType: 'FINANCING_PRODUCT',
    entityId: id.toLowerCase(),
    merchantId: null,
    result: 'SUCCESS',
    details: { changes: changed },
  });
