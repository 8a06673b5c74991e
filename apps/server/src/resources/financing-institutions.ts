import {
  financingInstitution,
  financingInstitutions,
  institutionFeatures,
} from '@paydesk/contract/resources/financing-institutions.ts';
import { gone } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { invalid } from '../platform/errors.ts';
import { featureHandlers, featuresSql } from '../platform/features.ts';
import { ownUrl, sealSecret } from '../gateways/own.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';
import { defineRecord } from '../platform/record.ts';
import type { Services } from '../platform/services.ts';

export const financingInstitutionsList = defineList({
  resource: financingInstitutions,
  from: 'financing_institutions i',
  id: 'i.id',
  joins: {
    n: `cross join lateral (
      select count(*) as products from financing_products where financing_institution_id = i.id
    ) n`,
  },
  columns: {
    id: 'i.id',
    logoUrl: 'i.logo_url',
    name: 'i.name',
    code: 'i.code',
    active: 'i.active',
    products: 'n.products',
    createdDate: 'i.created_date',
  },
});

const features = {
  definition: institutionFeatures,
  table: 'financing_institution_features',
  into: (tx: Tx) => tx.insertInto('financing_institution_features'),
  owner: 'financing_institution_id',
} as const;

/** One institution, with what it can do (API-63). */
export const financingInstitutionRecord = defineRecord({
  record: financingInstitution,
  list: financingInstitutionsList,
  table: 'financing_institutions',
  into: (tx) => tx.insertInto('financing_institutions'),
  columns: {
    features: featuresSql(features, 'i.id'),
    productsOn: `(select count(*) from financing_products
      where financing_institution_id = i.id and active)`,
    loans: 'l.loans',
    loansUnderWay: 'l.under_way',
    offersOpen: `(select count(*) from offers
      where financing_institution_id = i.id and status = 'RECEIVED')`,
    address: 'i.address',
    supervisor: 'i.supervisor',
    operationsEmail: 'i.operations_email',
    operationsPhone: 'i.operations_phone',
    gatewayUrl: 'i.gateway_url',
    updatedDate: 'i.updated_date',
    updatedBy: 'i.updated_by',
  },
  joins: {
    l: `cross join lateral (
      select count(*) as loans,
        count(*) filter (where status not in ('CONFIRMED', 'REFUNDED', 'FAILED')) as under_way
      from consumer_credits where financing_institution_id = i.id
    ) l`,
  },
  actions: {
    'POST /api/financing/financing-institutions': ({ stored }) => ({
      set: { ...stored, active: true },
    }),
    'PUT /api/financing/financing-institutions/{id}': ({ stored, before, values }) => {
      for (const field of ['address', 'supervisor'] as const)
        if (before[field] && !values[field])
          throw invalid(field, 'Borrowers have it in their papers: change it, it can’t be emptied');
      return { set: stored };
    },
    'POST /api/financing/financing-institutions/{id}/actions/activate': () => ({
      set: { active: true },
    }),
    'POST /api/financing/financing-institutions/{id}/actions/deactivate': () => ({
      set: { active: false },
    }),
    'POST /api/financing/financing-institutions/{id}/actions/set-gateway': async ({
      tx,
      services,
      row,
      values,
    }) => {
      const gateway_url = ownUrl(services, values.url);
      const sealed = sealSecret(services, values.secret);
      await tx
        .insertInto('institution_gateway_secrets')
        .values({ financing_institution_id: row.id, sealed })
        .onConflict((conflict) =>
          conflict.column('financing_institution_id').doUpdateSet({ sealed }),
        )
        .execute();
      return { set: { gateway_url } };
    },
    'POST /api/financing/financing-institutions/{id}/actions/remove-gateway': async ({
      tx,
      row,
    }) => {
      await tx
        .deleteFrom('institution_gateway_secrets')
        .where('financing_institution_id', '=', row.id)
        .execute();
      return { set: { gateway_url: null } };
    },
    'DELETE /api/financing/financing-institutions/{id}': async ({ tx, row, before }) => {
      const applied = await tx
        .selectFrom('loan_applications')
        .select('id')
        .where('financing_institution_id', '=', row.id)
        .limit(1)
        .executeTakeFirst();
      if (applied)
        throw invalid(
          'products',
          'Loans were applied for at this institution: deactivate it instead',
        );
      await tx
        .deleteFrom('financing_institution_features')
        .where('financing_institution_id', '=', row.id)
        .execute();
      const { name, code, active } = before;
      return { details: { changes: gone({ name, code, active }) } };
    },
  },
});

/** API-64, AM-61 */
export const institutionFeatureHandlers = (services: Services) =>
  featureHandlers(services, financingInstitutionRecord, features);

export const manifest = defineManifest({
  lists: [financingInstitutionsList],
  records: [financingInstitutionRecord],
  handlers: [institutionFeatureHandlers],
});
