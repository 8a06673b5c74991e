import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { shippingMethod, shippingMethods } from '@paydesk/contract/resources/shipping-methods.ts';
import type { Tx } from '../platform/db/database.ts';
import { invalid } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineRecord } from '../platform/record.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';

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

/** One of the own merchant's, added and changed by who may (API-111..115). */
export const shippingMethodRecord = defineRecord({
  record: shippingMethod,
  list: shippingMethodsList,
  table: 'shipping_methods',
  into: (tx) => tx.insertInto('shipping_methods'),
  columns: {
    shippingMethodId: 's.generic_method_id',
    createdBy: 's.created_by',
    updatedAt: 's.updated_date',
    updatedBy: 's.updated_by',
  },
  actions: {
    'POST /api/merchant/shipping/method': async ({ tx, values, stored }) => {
      await refuseUnknown(tx, values);
      return { set: { ...stored, enabled: true } };
    },
    'PUT /api/merchant/shipping/method/{id}': async ({ tx, values, stored }) => {
      await refuseUnknown(tx, values);
      return { set: stored };
    },
    'PUT /api/merchant/shipping/method/{id}/disable': () => ({ set: { enabled: false } }),
    'PUT /api/merchant/shipping/method/{id}/activate': () => ({ set: { enabled: true } }),
  },
});

/** What there is to choose from (API-108, API-109). */
export const shippingMethodHandlers = ({
  database,
}: Services): Handlers<'GET /api/shipping/methods'> => ({
  'GET /api/shipping/methods': ({ actor }) =>
    database.transaction(actor.sight, (tx) =>
      tx.selectFrom('generic_shipping_methods').selectAll().orderBy('name').execute(),
    ),
});

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

export const manifest = defineManifest({
  lists: [shippingMethodsList],
  records: [shippingMethodRecord],
  handlers: [shippingMethodHandlers],
});
