import { ownMerchant } from '@paydesk/contract/resources/merchant.ts';
import { countryOf, merchantSql, retriesOf } from '../../domain/merchant-record.ts';
import { callbackDelivery } from '../../domain/callbacks/delivery.ts';
import { audit } from '../../platform/audit.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { defineList } from '../../platform/list/definition.ts';
import { changeOwn, merchantIdOf } from '../../platform/own-merchant.ts';
import { defineRecord, readRecord } from '../../platform/record.ts';
import { recordHandlers } from '../../platform/record/handlers.ts';
import { IBAN_OF_MERCHANT } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { ping } from './ping.ts';

const EDIT = 'PUT /api/user-merchant';
const CALLBACK = `${EDIT}/payment-notification-callback` as const;

/** The own merchant, changed by its people; what was there before is written down (SB-27, SB-28). */
const ownMerchantRecord = defineRecord({
  record: ownMerchant,
  list: defineList({
    resource: ownMerchant.of,
    from: 'merchants m',
    id: 'm.id',
    tenant: 'm.id',
    columns: merchantSql,
  }),
  table: 'merchants',
  sealed: { iban: IBAN_OF_MERCHANT },
  columns: { ...merchantSql, country: countryOf },
  named: ({ actor }) => merchantIdOf(actor),
  about: ({ id }) => ({ entityType: ownMerchant.entity, entityId: id, merchantId: id }),
  actions: {
    [EDIT]: ({ stored }) => ({ set: stored }),
    [CALLBACK]: ({ stored }) => ({ set: stored }),
    'PUT /api/user-merchant/logo': ({ stored }) => ({ set: stored }),
    'PUT /api/user-merchant/capture': ({ stored }) => ({ set: stored }),
    'PUT /api/user-merchant/second-factor': ({ stored }) => ({ set: stored }),
    'PUT /api/user-merchant/retries': ({ values }) => retriesOf(values),
    // without an address it is taken away
    'PUT /api/user-merchant/order-verification-callback': ({ values }) => ({
      set: { order_verification_url: values.orderVerificationUrl ?? null },
    }),
    'PUT /api/user-merchant/delivery-cost-calculation-callback': ({ values }) => ({
      set: { delivery_cost_calculation_url: values.deliveryCostCalculationUrl ?? null },
    }),
  },
});

type Keys =
  | 'GET /api/user-merchant'
  | 'GET /api/user-merchant/callback-delivery'
  | typeof EDIT
  | 'PUT /api/user-merchant/order-verification-callback'
  | typeof CALLBACK
  | 'PUT /api/user-merchant/capture'
  | 'PUT /api/user-merchant/retries'
  | 'PUT /api/user-merchant/second-factor'
  | 'PUT /api/user-merchant/delivery-cost-calculation-callback'
  | 'PUT /api/user-merchant/logo'
  | 'POST /api/user-merchant/payment-notification-callback';

/** The own merchant (API-88..93). */
export function merchantHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  const handlers = recordHandlers(services, ownMerchantRecord);
  return {
    ...handlers,
    [EDIT]: async (context) => {
      const { actor, body } = context;
      const own = await database.transaction(actor.sight, (tx) =>
        readRecord(tx, ownMerchantRecord, actor, merchantIdOf(actor)),
      );
      refuseOther(body as Named, own);
      return handlers[EDIT](context);
    },
    'GET /api/user-merchant/callback-delivery': ({ actor }) =>
      database.transaction(actor.sight, (tx) => callbackDelivery(tx, merchantIdOf(actor))),
    'POST /api/user-merchant/payment-notification-callback': async ({ actor, body }) => {
      // only whether the merchant is enabled: nothing is held while the outside answers
      await changeOwn(database, actor, async () => {});
      const url = body.purchaseNotificationUrl.trim();
      const answer = await ping(services, url);
      await database.transaction(actor.sight, (tx) =>
        audit(tx, actor, {
          action: 'PING',
          entityType: ownMerchant.entity,
          entityId: actor.merchantId,
          merchantId: actor.merchantId,
          result: 'SUCCESS',
          // the rest of an address may be a secret of the shop's
          details: { host: new URL(url).host },
        }),
      );
      return answer;
    },
  };
}

/** Whose record a body says that it is: sent back whole, it names its merchant. */
interface Named {
  id?: unknown;
  merchantId?: unknown;
}

/** A body that names another merchant is meant for that one, and it is not this person's to change (SB-27). */
function refuseOther({ id, merchantId }: Named, own: Record<keyof Named, string>) {
  for (const given of [id, merchantId].filter((one) => one !== undefined && one !== null))
    if (![own.id, own.merchantId].includes(String(given).toLowerCase()))
      throw forbidden('The body names another merchant');
}
