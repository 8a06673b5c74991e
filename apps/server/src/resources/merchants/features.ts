import type { MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';
import { disableFeature, enableFeature } from '@paydesk/contract/resources/merchants/actions.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist } from '../../platform/insist.ts';
import type { Services } from '../../platform/services.ts';

type Key = `${'GET' | 'PUT'} /api/merchants/{id}/features/{feature}`;

/** What is open to a merchant (API-80, AM-61). */
export function merchantFeatureHandlers({ database, now }: Services): Handlers<Key> {
  return {
    'GET /api/merchants/{id}/features/{feature}': ({ params: { id, feature } }) =>
      load(database.kysely, id, feature),
    'PUT /api/merchants/{id}/features/{feature}': ({ actor, params, body: { enabled } }) =>
      database.transaction(actor.sight, async (tx) => {
        const { id, feature } = params;
        // two at the same moment would both find it as it was
        await tx
          .selectFrom('merchants')
          .select('id')
          .where('id', '=', id)
          .forNoKeyUpdate()
          .execute();
        const before = await load(tx, id, feature);
        insist(enabled ? enableFeature : disableFeature, before, actor, {}, now());
        const given = { enabled, updated_date: sql<string>`now()`, updated_by: actor.userName };
        await tx
          .insertInto('merchant_features')
          .values({ ...given, merchant_id: id, feature })
          .onConflict((conflict) => conflict.columns(['merchant_id', 'feature']).doUpdateSet(given))
          .execute();
        await audit(tx, actor, {
          action: enabled ? 'ENABLE_FEATURE' : 'DISABLE_FEATURE',
          entityType: 'MERCHANT',
          entityId: id,
          merchantId: id,
          result: 'SUCCESS',
          details: { changes: changes({ [feature]: before.enabled }, { [feature]: enabled }) },
        });
        return load(tx, id, feature);
      }),
  };
}

async function load(db: Db, merchantId: string, feature: MerchantFeatureName) {
  const row = await db
    .selectFrom('merchants as m')
    .leftJoin('merchant_features as f', (join) =>
      join.onRef('f.merchant_id', '=', 'm.id').on('f.feature', '=', feature),
    )
    .select(['f.enabled', 'f.updated_date', 'f.updated_by'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    feature,
    enabled: row.enabled ?? true,
    updatedDate: row.updated_date,
    updatedBy: row.updated_by,
  };
}
