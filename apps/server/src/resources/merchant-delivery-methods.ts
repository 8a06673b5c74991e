import {
  agreedDelivery,
  deliveryMethodsOfMerchant,
  merchantDeliveryMethods,
  type OwnDeliveryMethod,
} from '@paydesk/contract/resources/merchant-delivery-methods.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { invalid } from '../platform/errors.ts';
import { changes } from '../platform/audit.ts';
import { holdRow } from '../platform/db/rows.ts';
import { defineRecord } from '../platform/record.ts';
import { merchantIdOf } from '../platform/own-merchant.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';

export const merchantDeliveryMethodsList = defineList({
  resource: merchantDeliveryMethods,
  from: 'merchant_delivery_methods d',
  id: 'd.id',
  tenant: 'd.merchant_id',
  joins: { m: 'join merchants m on m.id = d.merchant_id' },
  columns: {
    id: 'd.id',
    merchantId: 'd.merchant_id',
    merchantName: 'm.name',
    deliveryMethod: 'd.delivery_method',
    type: 'd.type',
    externalId: 'd.external_id',
    enabled: 'd.enabled',
    createdDate: 'd.created_date',
  },
});

export const deliveryMethodsOfMerchantList = defineList({
  resource: deliveryMethodsOfMerchant,
  from: 'merchant_delivery_methods d',
  id: 'd.id',
  tenant: 'd.merchant_id',
  parent: { column: 'd.merchant_id', from: 'merchants m', id: 'm.id' },
  columns: {
    id: 'd.id',
    deliveryMethod: 'd.delivery_method',
    type: 'd.type',
    externalId: 'd.external_id',
    enabled: 'd.enabled',
    createdDate: 'd.created_date',
  },
});

/** One of them, kept by staff. */
const agreedDeliveryRecord = defineRecord({
  record: agreedDelivery,
  list: deliveryMethodsOfMerchantList,
  table: 'merchant_delivery_methods',
  into: (tx) => tx.insertInto('merchant_delivery_methods'),
  columns: { merchantId: 'd.merchant_id', deliveryMethodId: 'd.delivery_method_id' },
  actions: {
    'POST /api/merchants/{id}/delivery-methods': async ({ tx, stored, values }) => {
      await holdRow(tx, 'delivery_methods', values.deliveryMethodId);
      const method = await tx
        .selectFrom('delivery_methods')
        .select(['name', 'type', 'active'])
        .where('id', '=', values.deliveryMethodId)
        .executeTakeFirst();
      if (!method?.active)
        throw invalid(
          'deliveryMethodId',
          method ? 'The method is not active' : 'There is no such method',
        );
      const set = { ...stored, delivery_method: method.name, type: method.type };
      return { set, details: { changes: changes<object>({}, set) } };
    },
    'PUT /api/merchants/{id}/delivery-methods/{agreementId}': ({ stored }) => ({ set: stored }),
    'DELETE /api/merchants/{id}/delivery-methods/{agreementId}': () => ({}),
  },
});

/** The own delivery settings, read-only (API-116, AM-29). */
export const merchantDeliveryMethodHandlers = ({
  database,
}: Services): Handlers<'GET /api/merchant/delivery/method'> => ({
  'GET /api/merchant/delivery/method': ({ actor }) =>
    database.transaction(actor.sight, async (tx) => {
      const rows = await tx
        .selectFrom('merchant_delivery_methods')
        .selectAll()
        .where('merchant_id', '=', merchantIdOf(actor))
        .orderBy('created_date')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        deliveryMethod: row.delivery_method,
        type: row.type as OwnDeliveryMethod['type'],
        externalId: row.external_id,
        enabled: row.enabled,
        createdDate: row.created_date,
      }));
    }),
});

export const manifest = defineManifest({
  lists: [merchantDeliveryMethodsList, deliveryMethodsOfMerchantList],
  records: [agreedDeliveryRecord],
  handlers: [merchantDeliveryMethodHandlers],
});
