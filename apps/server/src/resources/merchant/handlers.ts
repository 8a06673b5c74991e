import {
  merchantFields,
  ownMerchant,
  type OwnMerchant,
} from '@paydesk/contract/resources/merchant.ts';
import type { Edit } from '@paydesk/contract/kernel/body.ts';
import { sql, type Selectable, type Updateable } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Merchants } from '../../platform/db/schema/merchants.ts';
import { merged } from '../../platform/edits.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { forbidden } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { oneStatement } from '../../platform/list/sql.ts';
import { merchantSql } from '../../domain/merchant-record.ts';
import { callbackDelivery } from '../../domain/callbacks/delivery.ts';
import { changeOwn, merchantIdOf } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { ping } from './ping.ts';

type Keys =
  | 'GET /api/user-merchant'
  | 'GET /api/user-merchant/callback-delivery'
  | 'PUT /api/user-merchant'
  | 'PUT /api/user-merchant/order-verification-callback'
  | 'PUT /api/user-merchant/payment-notification-callback'
  | 'PUT /api/user-merchant/delivery-cost-calculation-callback'
  | 'POST /api/user-merchant/payment-notification-callback';

/** The own merchant (API-88..93). */
export function merchantHandlers(services: Services): Handlers<Keys> {
  const { database } = services;

  /** Saves the columns given, and writes down what was there before (SB-27, SB-28). */
  const change = <B extends Partial<Record<keyof typeof COLUMNS, string | null>>>(
    actor: SignedIn,
    action: string,
    body: Edit<B>,
    named: Named = {},
  ) =>
    changeOwn(
      database,
      actor,
      async (tx, id) => {
        const before = await tx
          .selectFrom('merchants')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        refuseOther(named, before);
        const given = columnsOf(await merged(tx, actor, { id }, body, fieldsOf(before)));
        await tx
          .updateTable('merchants')
          .set({ ...given, updated_date: sql`now()`, updated_by: actor.userName })
          .where('id', '=', id)
          .execute();
        await audit(tx, actor, {
          action,
          entityType: 'MERCHANT',
          entityId: id,
          merchantId: id,
          result: 'SUCCESS',
          details: { changes: changes(before, given as Partial<typeof before>) },
        });
        return load(tx, actor);
      },
      // locked to be changed at once: two who both kept it first would wait for each other
      'changed',
    );

  return {
    'GET /api/user-merchant': ({ actor }) =>
      database.transaction(actor.sight, (tx) => load(tx, actor)),
    'GET /api/user-merchant/callback-delivery': ({ actor }) =>
      database.transaction(actor.sight, (tx) => callbackDelivery(tx, merchantIdOf(actor))),
    'PUT /api/user-merchant': ({ actor, body }) =>
      change(
        actor,
        'UPDATE_MERCHANT',
        {
          ...(pick(body, Object.keys(merchantFields)) as typeof body),
          readAs: body.readAs,
        },
        body as Named,
      ),
    'PUT /api/user-merchant/order-verification-callback': ({ actor, body }) =>
      change(actor, 'UPDATE_ORDER_VERIFICATION_URL', { orderVerificationUrl: null, ...body }),
    'PUT /api/user-merchant/payment-notification-callback': ({ actor, body }) =>
      change(actor, 'UPDATE_PAYMENT_NOTIFICATION_URL', body),
    'PUT /api/user-merchant/delivery-cost-calculation-callback': ({ actor, body }) =>
      change(actor, 'UPDATE_DELIVERY_COST_URL', { deliveryCostCalculationUrl: null, ...body }),
    'POST /api/user-merchant/payment-notification-callback': async ({ actor, body }) => {
      // only whether the merchant is enabled: nothing is held while the outside answers
      await changeOwn(database, actor, async () => {});
      const url = body.purchaseNotificationUrl.trim();
      const answer = await ping(services, url);
      await database.transaction(actor.sight, (tx) =>
        audit(tx, actor, {
          action: 'PING',
          entityType: 'MERCHANT',
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
function refuseOther({ id, merchantId }: Named, own: { id: string; merchant_number: unknown }) {
  const ids = [own.id, String(own.merchant_number)];
  for (const given of [id, merchantId])
    if (given !== undefined && given !== null && !ids.includes(String(given).toLowerCase()))
      throw forbidden('The body names another merchant');
}

const COLUMNS = {
  addressLine: 'address_line',
  zipCode: 'zip_code',
  termsUrl: 'terms_url',
  cardAcceptanceLocation: 'card_acceptance_location',
  orderVerificationUrl: 'order_verification_url',
  purchaseNotificationUrl: 'purchase_notification_url',
  deliveryCostCalculationUrl: 'delivery_cost_calculation_url',
} as const;
type Name = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Name[];

/** Of a whole merchant that is sent back the fields that are to be changed, and no others (AM-104). */
const pick = (body: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => names.includes(key)));

/** A field that is left out stays as it is. */
const columnsOf = (body: Partial<Record<Name, string | null>>): Updateable<Merchants> =>
  Object.fromEntries(
    NAMES.filter((key) => body[key] !== undefined).map((key) => [COLUMNS[key], stored(body[key])]),
  );

const fieldsOf = (row: Selectable<Merchants>) =>
  Object.fromEntries(NAMES.map((key) => [key, row[COLUMNS[key]]]));

/** As it is kept: trimmed, and nothing where nothing stands. */
const stored = (text: string | null | undefined) => text?.trim() || null;

const ownMerchantList = defineList({
  resource: ownMerchant,
  from: 'merchants m',
  id: 'm.id',
  tenant: 'm.id',
  columns: merchantSql,
});

async function load(db: Db, actor: SignedIn): Promise<OwnMerchant> {
  const { rows } = await oneStatement(ownMerchantList, actor, merchantIdOf(actor)).execute(db);
  return JSON.parse(rows[0]!.answer) as OwnMerchant;
}
