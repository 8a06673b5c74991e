import { randomUUIDv7 } from 'node:crypto';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import {
  activateShippingMethod,
  disableShippingMethod,
  shippingMethods,
  type ShippingMethod,
} from '@paydesk/contract/resources/shipping-methods.ts';
import { sql } from 'kysely';
import { audit, changes } from '../platform/audit.ts';
import type { SignedIn } from '../platform/auth/sessions.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { merged } from '../platform/edits.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { changeOwn, merchantIdOf } from '../platform/own-merchant.ts';
import type { Services } from '../platform/services.ts';

export const shippingMethodsList = defineList({
  resource: shippingMethods,
  from: 'shipping_methods s',
  id: 's.id',
  tenant: 's.merchant_id',
  joins: { g: 'join generic_shipping_methods g on g.id = s.generic_method_id' },
  columns: {
    id: 's.id',
    name: 's.name',
    methodName: 'g.name',
    extId: 's.ext_id',
    enabled: 's.enabled',
    createdAt: 's.created_at',
  },
});

type Keys =
  | 'GET /api/shipping/methods'
  | 'POST /api/merchant/shipping/method'
  | 'GET /api/merchant/shipping/method/{id}'
  | 'PUT /api/merchant/shipping/method/{id}'
  | 'PUT /api/merchant/shipping/method/{id}/disable'
  | 'PUT /api/merchant/shipping/method/{id}/activate';

/** The shipping methods of the own merchant (API-108..115). */
export function shippingMethodHandlers({ database }: Services): Handlers<Keys> {
  const turn = (actor: SignedIn, id: string, enabled: boolean) =>
    changeOwn(database, actor, async (tx, merchantId) => {
      const method = await locked(tx, merchantId, id);
      const action = enabled ? activateShippingMethod : disableShippingMethod;
      const reason = action.whyNot(method, new Date());
      if (reason) throw invalid('enabled', reason);
      await tx
        .updateTable('shipping_methods')
        .set({ enabled, updated_at: sql`now()`, updated_by: actor.userName })
        .where('id', '=', id)
        .execute();
      const done = enabled ? 'ACTIVATE_SHIPPING_METHOD' : 'DISABLE_SHIPPING_METHOD';
      await record(tx, actor, done, id, changes<{ enabled: boolean }>(method, { enabled }));
      return load(tx, merchantId, id);
    });

  return {
    'GET /api/shipping/methods': ({ actor }) =>
      database.transaction(actor.sight, (tx) =>
        tx.selectFrom('generic_shipping_methods').selectAll().orderBy('name').execute(),
      ),
    'POST /api/merchant/shipping/method': ({ actor, body }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        const given = await checked(tx, merchantId, body);
        const id = randomUUIDv7();
        await tx
          .insertInto('shipping_methods')
          .values({
            ...given,
            id,
            merchant_id: merchantId,
            enabled: true,
            created_at: sql`now()`,
            created_by: actor.userName,
          })
          .execute();
        await record(
          tx,
          actor,
          'CREATE_SHIPPING_METHOD',
          id,
          changes<typeof given>({} as never, given),
        );
        return load(tx, merchantId, id);
      }),
    'GET /api/merchant/shipping/method/{id}': ({ actor, params }) =>
      database.transaction(actor.sight, (tx) => load(tx, merchantIdOf(actor), params.id)),
    'PUT /api/merchant/shipping/method/{id}': ({ actor, params: { id }, body }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        const before = await locked(tx, merchantId, id);
        const taken = await merged(
          tx,
          actor,
          { id, names: { shippingMethodId: 'generic_method_id' } },
          body,
          {
            name: before.name,
            extId: before.ext_id,
            shippingMethodId: before.generic_method_id,
          },
        );
        const given = await checked(tx, merchantId, taken, id);
        await tx
          .updateTable('shipping_methods')
          .set({ ...given, updated_at: sql`now()`, updated_by: actor.userName })
          .where('id', '=', id)
          .execute();
        await record(tx, actor, 'UPDATE_SHIPPING_METHOD', id, changes(before, given));
        return load(tx, merchantId, id);
      }),
    'PUT /api/merchant/shipping/method/{id}/disable': ({ actor, params }) =>
      turn(actor, params.id, false),
    'PUT /api/merchant/shipping/method/{id}/activate': ({ actor, params }) =>
      turn(actor, params.id, true),
  };
}

const columns = (method: { name: string; extId: string; shippingMethodId: string }) => ({
  name: method.name.trim(),
  ext_id: method.extId.trim(),
  generic_method_id: method.shippingMethodId,
});

/** What is to be stored, where the generic method exists and no other method has the external id (SB-37). */
async function checked(
  tx: Tx,
  merchantId: string,
  body: Parameters<typeof columns>[0],
  id: string | null = null,
) {
  const given = columns(body);
  const generic =
    isUuid(given.generic_method_id) &&
    (await tx
      .selectFrom('generic_shipping_methods')
      .select('id')
      .where('id', '=', given.generic_method_id)
      .executeTakeFirst());
  if (!generic) throw invalid('shippingMethodId', 'There is no such method');
  // two at the same moment would both find it free
  await sql`select pg_advisory_xact_lock(hashtext('shipping_methods'), hashtext(${merchantId}))`.execute(
    tx,
  );
  const taken = await tx
    .selectFrom('shipping_methods')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('ext_id', '=', given.ext_id)
    .$if(id !== null, (query) => query.where('id', '<>', id!))
    .executeTakeFirst();
  if (taken) throw invalid('extId', 'Another shipping method has this External ID');
  return given;
}

/** The row as it is stored, locked until the change is done. */
async function locked(tx: Tx, merchantId: string, id: string) {
  const row = await tx
    .selectFrom('shipping_methods')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function load(db: Db, merchantId: string, id: string): Promise<ShippingMethod> {
  const row = await db
    .selectFrom('shipping_methods as s')
    .innerJoin('generic_shipping_methods as g', 'g.id', 's.generic_method_id')
    .selectAll('s')
    .select('g.name as method_name')
    .where('s.id', '=', id)
    .where('s.merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    id: row.id,
    name: row.name,
    extId: row.ext_id,
    shippingMethodId: row.generic_method_id,
    methodName: row.method_name,
    enabled: row.enabled,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

const record = (tx: Tx, actor: SignedIn, action: string, id: string, changed: object) =>
  audit(tx, actor, {
    action,
    entityType: 'SHIPPING_METHOD',
    entityId: id,
    merchantId: actor.merchantId,
    result: 'SUCCESS',
    details: { changes: changed },
  });
