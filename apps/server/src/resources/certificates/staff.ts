import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { merchantCertificates } from '@paydesk/contract/resources/certificates/staff.ts';
import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { defineList } from '../../platform/list/definition.ts';
import { recordHandlers } from '../../platform/record/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { certificateRecord, columns, STATUS } from './certificates.ts';

export const merchantCertificatesList = defineList({
  resource: merchantCertificates,
  from: 'certificates c',
  id: 'c.id',
  parent: { column: 'c.merchant_id', from: 'merchants m', id: 'm.id' },
  columns: { ...columns, status: `(${STATUS})` },
});

type Keys =
  | 'GET /api/merchants/{id}/certificateInfo'
  | 'GET /api/merchants/{id}/certificate/{certId}'
  | 'PUT /api/merchants/{id}/certificate/disable'
  | 'GET /api/merchants/{id}/api-key-info';

/** What staff see of a merchant's certificates and API key, and the one thing they do (API-81, 83..85). */
export function merchantCertificateHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  const on = recordHandlers(services, certificateRecord);

  /** Whose it is stands in no answer; nothing ever moves it to another merchant. */
  async function paramsOf(
    actor: SignedIn,
    merchantId: string,
    id: string,
  ): Promise<{ id: string }> {
    if (!isUuid(id)) throw notFound();
    const found = await database.transaction(actor.sight, (tx) =>
      tx.selectFrom('certificates').select('id').where(theRow(id, merchantId)).executeTakeFirst(),
    );
    if (!found) throw notFound();
    return { id };
  }

  return {
    'GET /api/merchants/{id}/certificateInfo': async ({ actor, params: { id } }) => {
      const row = await database.transaction(actor.sight, async (tx) => {
        await refuseUnknown(tx, id);
        return tx
          .selectFrom('certificates')
          .select(['id', 'name', 'created_date', 'created_by', 'expiration_date', 'last_used_date'])
          .where('merchant_id', '=', id)
          .where('disabled_date', 'is', null)
          .where('expiration_date', '>', sql<string>`now()`)
          .orderBy('created_date', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
      });
      return {
        id: row?.id ?? null,
        name: row?.name ?? null,
        createdDate: row?.created_date ?? null,
        createdBy: row?.created_by ?? null,
        expirationDate: row?.expiration_date ?? null,
        lastUsedDate: row?.last_used_date ?? null,
      };
    },
    'GET /api/merchants/{id}/certificate/{certId}': async (context) =>
      on['GET /api/user-merchant/certificate/{id}']({
        ...context,
        params: await paramsOf(context.actor, context.params.id, context.params.certId),
      }),
    'PUT /api/merchants/{id}/certificate/disable': async (context) =>
      on['PUT /api/user-merchant/certificate/disable']({
        ...context,
        params: await paramsOf(context.actor, context.params.id, context.body.id),
      } as never),
    'GET /api/merchants/{id}/api-key-info': async ({ actor, params: { id } }) => {
      const row = await database.transaction(actor.sight, async (tx) => {
        await refuseUnknown(tx, id);
        return tx
          .selectFrom('api_keys')
          .select(['created_date', 'created_by', 'last_four'])
          .where('merchant_id', '=', id)
          .executeTakeFirst();
      });
      return {
        createdDate: row?.created_date ?? null,
        createdBy: row?.created_by ?? null,
        lastFour: row?.last_four ?? null,
      };
    },
  };
}

async function refuseUnknown(db: Tx, merchantId: string): Promise<void> {
  const found = await db
    .selectFrom('merchants')
    .select('id')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  if (!found) throw notFound();
}
