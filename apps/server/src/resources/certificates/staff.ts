import {
  disableMerchantCertificate,
  merchantCertificates,
} from '@paydesk/contract/resources/certificates/staff.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { defineList } from '../../platform/list/definition.ts';
import type { Services } from '../../platform/services.ts';
import { disable, loadCertificate, STATUS } from './certificates.ts';

export const merchantCertificatesList = defineList({
  resource: merchantCertificates,
  from: 'certificates c',
  id: 'c.id',
  parent: { column: 'c.merchant_id', from: 'merchants m', id: 'm.id' },
  columns: {
    id: 'c.id',
    name: 'c.name',
    createdDate: 'c.created_date',
    createdBy: 'c.created_by',
    expirationDate: 'c.expiration_date',
    status: `(${STATUS})`,
  },
});

type Keys =
  | 'GET /api/merchants/{id}/certificateInfo'
  | 'GET /api/merchants/{id}/certificate/{certId}'
  | 'PUT /api/merchants/{id}/certificate/disable'
  | 'GET /api/merchants/{id}/api-key-info';

/** What staff see of a merchant's certificates and API key, and the one thing they do (API-81, 83..85). */
export function merchantCertificateHandlers({ database, now }: Services): Handlers<Keys> {
  const { kysely } = database;
  return {
    'GET /api/merchants/{id}/certificateInfo': async ({ params: { id } }) => {
      await refuseUnknown(kysely, id);
      const row = await kysely
        .selectFrom('certificates')
        .select(['id', 'name', 'created_date', 'created_by', 'expiration_date', 'last_used_date'])
        .where('merchant_id', '=', id)
        .where('disabled_date', 'is', null)
        .where('expiration_date', '>', sql<string>`now()`)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        id: row?.id ?? null,
        name: row?.name ?? null,
        createdDate: row?.created_date ?? null,
        createdBy: row?.created_by ?? null,
        expirationDate: row?.expiration_date ?? null,
        lastUsedDate: row?.last_used_date ?? null,
      };
    },
    'GET /api/merchants/{id}/certificate/{certId}': ({ params: { id, certId } }) =>
      loadCertificate(kysely, id, certId),
    'PUT /api/merchants/{id}/certificate/disable': ({ actor, params, body: { id } }) =>
      database.transaction(actor.sight, (tx) =>
        disable(tx, actor, {
          merchantId: params.id.toLowerCase(),
          id,
          action: disableMerchantCertificate,
          now: now(),
        }),
      ),
    'GET /api/merchants/{id}/api-key-info': async ({ params: { id } }) => {
      await refuseUnknown(kysely, id);
      const row = await kysely
        .selectFrom('api_keys')
        .select(['created_date', 'created_by', 'last_four'])
        .where('merchant_id', '=', id)
        .executeTakeFirst();
      return {
        createdDate: row?.created_date ?? null,
        createdBy: row?.created_by ?? null,
        lastFour: row?.last_four ?? null,
      };
    },
  };
}

async function refuseUnknown(db: Db, merchantId: string): Promise<void> {
  const found = await db
    .selectFrom('merchants')
    .select('id')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  if (!found) throw notFound();
}
