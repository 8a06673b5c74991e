import { randomUUIDv7 } from 'node:crypto';
import { generateApiKey, type ApiKey } from '@paydesk/contract/resources/certificates.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { newApiKey, openApiKey } from '../../platform/auth/api-keys.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { changeOwn, merchantIdOf } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { refuseUnlessTrading } from './certificates.ts';

/** The API key of the own merchant (API-98, API-99). */
export function apiKeyHandlers({
  database,
  encryption,
}: Services): Handlers<
  `${'GET' | 'POST'} /api/user-merchant/api-key` | 'GET /api/user-merchant/api-key-info'
> {
  async function load(db: Db, merchantId: string): Promise<ApiKey> {
    const row = await stored(db, merchantId);
    return {
      key: row ? openApiKey(encryption, row.sealed_key) : null,
      createdDate: row?.created_date ?? null,
      createdBy: row?.created_by ?? null,
      lastUsedDate: row?.last_used_date ?? null,
    };
  }

  return {
    'GET /api/user-merchant/api-key': ({ actor }) =>
      database.transaction(actor.sight, async (tx) => {
        const merchantId = merchantIdOf(actor);
        const row = await stored(tx, merchantId);
        if (row)
          await audit(tx, actor, {
            action: 'SHOW_API_KEY',
            entityType: 'API_KEY',
            entityId: row.id,
            merchantId,
            result: 'SUCCESS',
            details: { lastFour: row.last_four },
          });
        return load(tx, merchantId);
      }),
    'GET /api/user-merchant/api-key-info': ({ actor }) =>
      database.transaction(actor.sight, async (tx) => {
        const row = await stored(tx, merchantIdOf(actor));
        return {
          lastFour: row?.last_four ?? null,
          createdDate: row?.created_date ?? null,
          createdBy: row?.created_by ?? null,
          lastUsedDate: row?.last_used_date ?? null,
        };
      }),
    'POST /api/user-merchant/api-key': ({ actor }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        await refuseUnlessTrading(tx, merchantId);
        const before = await stored(tx, merchantId);
        const made = newApiKey(encryption);
        const row = {
          id: randomUUIDv7(),
          key_hash: made.keyHash,
          sealed_key: made.sealedKey,
          last_four: made.lastFour,
          created_date: sql<string>`now()`,
          created_by: actor.userName,
          last_used_date: null,
        };
        // in the place of the earlier one, of which nothing is left
        await tx
          .insertInto('api_keys')
          .values({ ...row, merchant_id: merchantId })
          .onConflict((conflict) =>
            conflict
              .column('merchant_id')
              .doUpdateSet({ ...row, created_date: sql<string>`excluded.created_date` }),
          )
          .execute();
        await audit(tx, actor, {
          action: generateApiKey.audited,
          entityType: 'API_KEY',
          entityId: row.id,
          merchantId,
          result: 'SUCCESS',
          details: {
            changes: changes({ lastFour: before?.last_four ?? null }, { lastFour: made.lastFour }),
          },
        });
        return load(tx, merchantId);
      }),
  };
}

const stored = (db: Db, merchantId: string) =>
  db.selectFrom('api_keys').selectAll().where('merchant_id', '=', merchantId).executeTakeFirst();
