import {
  financingInstitutions,
  INSTITUTION_FEATURES,
  institutionHistory,
  type InstitutionDetail,
  type InstitutionFeature,
  type InstitutionFeatureName,
} from '@paydesk/contract/resources/financing-institutions.ts';
import { sql } from 'kysely';
import { audit, changes } from '../platform/audit.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { notFound } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { historyList } from '../platform/list/history.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';

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

export const institutionHistoryList = historyList(institutionHistory, {
  from: 'financing_institutions i',
  id: 'i.id',
});

const ONE = '/api/financing/financing-institutions/{id}';

type Keys = `GET ${typeof ONE}` | `${'GET' | 'PUT'} ${typeof ONE}/features/{feature}`;

/** One institution, and what it can do (API-63, API-64, AM-61). */
export function financingInstitutionHandlers({ database }: Services): Handlers<Keys> {
  return {
    'GET /api/financing/financing-institutions/{id}': ({ params }) =>
      load(database.kysely, params.id),
    'GET /api/financing/financing-institutions/{id}/features/{feature}': async ({ params }) => {
      await find(database.kysely, params.id);
      return featureOf(database.kysely, params.id, params.feature);
    },
    'PUT /api/financing/financing-institutions/{id}/features/{feature}': ({
      actor,
      params: { id, feature },
      body: { enabled },
    }) =>
      database.transaction(actor.sight, async (tx) => {
        await find(tx, id, 'locked');
        const before = await featureOf(tx, id, feature);
        if (before.enabled === enabled) return before;
        const now = { enabled, updated_date: sql<string>`now()`, updated_by: actor.userName };
        await tx
          .insertInto('financing_institution_features')
          .values({ financing_institution_id: id, feature, ...now })
          .onConflict((conflict) =>
            conflict.columns(['financing_institution_id', 'feature']).doUpdateSet(now),
          )
          .execute();
        await audit(tx, actor, {
          action: 'UPDATE_FEATURE',
          entityType: 'FINANCING_INSTITUTION',
          entityId: id.toLowerCase(),
          merchantId: null,
          result: 'SUCCESS',
          details: {
            changes: changes({ [feature]: before.enabled }, { [feature]: enabled }),
          },
        });
        return featureOf(tx, id, feature);
      }),
  };
}

async function load(db: Db, id: string): Promise<InstitutionDetail> {
  const { logo_url, created_date, ...row } = await find(db, id);
  const { products } = await db
    .selectFrom('financing_products')
    .select(({ fn }) => fn.countAll<bigint>().as('products'))
    .where('financing_institution_id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('financing_institution_features')
    .selectAll()
    .where('financing_institution_id', '=', id)
    .execute();
  return {
    ...row,
    logoUrl: logo_url,
    products: Number(products),
    createdDate: created_date,
    features: (Object.keys(INSTITUTION_FEATURES) as InstitutionFeatureName[]).map((feature) =>
      shown(
        feature,
        rows.find((one) => one.feature === feature),
      ),
    ),
  };
}

/** The institution's row; locked, so that two changes of a feature see one another. */
async function find(db: Db | Tx, id: string, lock?: 'locked') {
  const row = await db
    .selectFrom('financing_institutions')
    .selectAll()
    .where('id', '=', id)
    .$if(lock === 'locked', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function featureOf(db: Db | Tx, id: string, feature: InstitutionFeatureName) {
  const row = await db
    .selectFrom('financing_institution_features')
    .selectAll()
    .where('financing_institution_id', '=', id)
    .where('feature', '=', feature)
    .executeTakeFirst();
  return shown(feature, row);
}

const shown = (
  feature: InstitutionFeatureName,
  row: { enabled: boolean; updated_date: string; updated_by: string } | undefined,
): InstitutionFeature => ({
  feature,
  enabled: row?.enabled ?? false,
  updatedDate: row?.updated_date ?? null,
  updatedBy: row?.updated_by ?? null,
});

export const manifest = defineManifest({
  lists: [financingInstitutionsList, institutionHistoryList],
  handlers: [financingInstitutionHandlers],
});
