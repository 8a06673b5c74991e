import { randomUUIDv7 } from 'node:crypto';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import {
  shippingMethod,
  shippingMethodFields,
  shippingMethods,
} from '@paydesk/contract/resources/shipping-methods.ts';
import { sql } from 'kysely';
import { audit, changes } from '../platform/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { invalid } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { changeOwn } from '../platform/own-merchant.ts';
import { defineRecord, readRecord } from '../platform/record.ts';
import { refuseTaken, trimmed } from '../platform/record-values.ts';
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
    createdAt: 's.created_date',
  },
});

/** One of the own merchant's, changed by who may (API-112..115). */
export const shippingMethodRecord = defineRecord({
  record: shippingMethod,
  list: shippingMethodsList,
  table: 'shipping_methods',
  columns: {
    shippingMethodId: 's.generic_method_id',
    createdBy: 's.created_by',
    updatedAt: 's.updated_date',
    updatedBy: 's.updated_by',
  },
  actions: {
    'PUT /api/merchant/shipping/method/{id}': async ({ tx, values, stored }) => {
      await refuseUnknown(tx, values);
      return { set: stored };
    },
    'PUT /api/merchant/shipping/method/{id}/disable': () => ({ set: { enabled: false } }),
    'PUT /api/merchant/shipping/method/{id}/activate': () => ({ set: { enabled: true } }),
  },
});

type Keys = 'GET /api/shipping/methods' | 'POST /api/merchant/shipping/method';

/** What there is to choose from, and a new one (API-108, API-109, API-111). */
export function shippingMethodHandlers({ database }: Services): Handlers<Keys> {
  return {
    'GET /api/shipping/methods': ({ actor }) =>
      database.transaction(actor.sight, (tx) =>
        tx.selectFrom('generic_shipping_methods').selectAll().orderBy('name').execute(),
      ),
    'POST /api/merchant/shipping/method': ({ actor, body }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        const id = randomUUIDv7();
        const fields = shippingMethodFields;
        const values = trimmed(fields, body);
        const none = { id: null, merchantId };
        await refuseTaken(tx, shippingMethodRecord, fields, values, none);
        await refuseUnknown(tx, values);
        const given = {
          name: values.name,
          ext_id: values.extId,
          generic_method_id: values.shippingMethodId,
        };
        await tx
          .insertInto('shipping_methods')
          .values({
            ...given,
            id,
            merchant_id: merchantId,
            enabled: true,
            created_date: sql`now()`,
            created_by: actor.userName,
          })
          .execute();
        await audit(tx, actor, {
          action: 'CREATE_SHIPPING_METHOD',
          entityType: shippingMethod.entity,
          entityId: id,
          merchantId,
          result: 'SUCCESS',
          details: { changes: changes<typeof given>({} as never, given) },
        });
        return readRecord(tx, shippingMethodRecord, actor, id);
      }),
  };
}

/** There is no method but one of the generic ones (SB-37). */
async function refuseUnknown(tx: Tx, { shippingMethodId }: { shippingMethodId: string }) {
  const generic =
    isUuid(shippingMethodId) &&
    (await tx
      .selectFrom('generic_shipping_methods')
      .select('id')
      .where('id', '=', shippingMethodId)
      .executeTakeFirst());
  if (!generic) throw invalid('shippingMethodId', 'There is no such method');
}
