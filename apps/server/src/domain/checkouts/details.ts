import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { hashToken } from '../../platform/auth/next-token.ts';
import type { Tx } from '../../platform/db/database.ts';
import { saidBy, theRow } from '../../platform/db/rows.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback } from '../callbacks.ts';
import { approveOrder, describeOrder, shipOrder, type Line } from '../orders.ts';
import { leaveCard } from '../payments/leave.ts';
import { paymentUnderWay } from '../payments/under-way.ts';
import { amountOfPurchase } from '../purchases.ts';
import { shippingCost, type Address, type ShippingCost } from '../shipping-cost.ts';
import { askForApproval } from './approval.ts';
import { SHOPPER, type Shopper } from './once.ts';
import { shipsOf } from './ships.ts';
import { merchantOfCheckout } from './whose.ts';
import { NOT_AVAILABLE } from './words.ts';

/** What a shopper says before paying. */
export interface Details {
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  shipment: Address | null;
  shippingMethodId: string | null;
  /** By which they are read later, and by nothing else. */
  shopperKey?: string | null;
}

export interface ShippingChoice {
  id: string;
  name: string;
  /** The generic method that it is one of. */
  kind: string;
}

interface State {
  merchant_id: string;
  order_id: string;
  purchase_id: string;
  source: 'WIDGET' | 'API' | 'LINK';
  status: string;
  approved: boolean;
  /** Somebody has said who pays. */
  said: boolean;
  shopper_key_hash: Buffer | null;
  /** The shopper says where it goes: a basket of a merchant that ships, where the shop has not said it. */
  ships: boolean;
  open: boolean;
  trades: boolean;
}

const stateOf = (checkoutId: string, merchantId: string) => sql<State>`
  select k.merchant_id, k.order_id, k.purchase_id, k.source, o.status,
    k.approved_date is not null as approved, k.first_name is not null as said, k.shopper_key_hash,
    ${shipsOf(merchantId)} as ships,
    o.status in ('DRAFT','PENDING','VERIFIED') and k.expires_date > now() and k.cancelled_date is null
      and not ${saidBy(paymentUnderWay('o.id', 'o.merchant_id'), 'o.merchant_id', sql`${merchantId}::uuid`)} as open,
    m.status = 'ACTIVE' as trades
  from checkouts k
  join merchants m on m.id = k.merchant_id
  join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
  left join widgets w on w.id = k.widget_id and w.merchant_id = k.merchant_id
  where k.id = ${checkoutId} and k.merchant_id = ${merchantId}::uuid`;

/** Whether the shopper says where it goes, and how it may be shipped; nothing where it need not. */
export async function shippingMethodsOf(
  tx: Pick<Tx, 'getExecutor' | 'selectFrom'>,
  checkoutId: string,
): Promise<ShippingChoice[]> {
  const whose = await merchantOfCheckout(tx, checkoutId);
  const { rows } = await stateOf(checkoutId, whose).execute(tx);
  const [state] = rows;
  return state?.ships ? methodsOf(tx, state.merchant_id) : [];
}

/** How a merchant ships. */
export const methodsOf = (
  tx: Pick<Tx, 'selectFrom'>,
  merchantId: string,
): Promise<ShippingChoice[]> =>
  tx
    .selectFrom('shipping_methods as s')
    .innerJoin('generic_shipping_methods as g', 'g.id', 's.generic_method_id')
    .select(['s.id', 's.name', 'g.name as kind'])
    .where('s.merchant_id', '=', merchantId)
    .where('s.enabled', '=', true)
    .orderBy('s.created_date')
    .orderBy('s.id')
    .execute();

function refuseUnlessOpen({ open, trades }: State): void {
  if (!trades) throw forbidden(NOT_AVAILABLE);
  if (!open) throw forbidden('This order can’t be changed any more.');
}

/**
 * Keeps what the shopper says, works out what shipping costs, and lets the order be paid where somebody
 * has answered for it. Where shipping can't be worked out, all else is kept and nothing can be paid yet.
 */
export async function giveDetails(
  services: Services,
  checkoutId: string,
  given: Details,
  by: Shopper = SHOPPER,
): Promise<{ shipping: ShippingCost | null }> {
  const { database } = services;
  const whose = await merchantOfCheckout(database.kysely, checkoutId);
  const [before] = await database.run(stateOf(checkoutId, whose), 'all');
  if (!before) throw notFound();
  refuseUnlessOpen(before);
  if (!before.approved && before.source !== 'API') await askForApproval(services, checkoutId);
  const { shipment, shippingMethodId: methodId, shopperKey } = given;
  const keyHash = shopperKey ? hashToken(shopperKey) : null;
  const asked = before.ships && methodId !== null && shipment !== null;
  const choices = before.ships
    ? await database.transaction('all', (tx) => shippingMethodsOf(tx, checkoutId))
    : [];
  const chosen = methodId === null ? undefined : choices.find(({ id }) => id === methodId);
  if (before.ships && methodId !== null && !chosen)
    throw invalid('shippingMethodId', 'The shop does not ship this way');
  const cost = asked ? await shippingCost(services, checkoutId, methodId, shipment) : null;
  await database.transaction('all', async (tx) => {
    const { merchant_id: merchantId, order_id: id } = before;
    // no payment begins on it meanwhile
    await sql`select from orders where ${theRow(id, merchantId)} for no key update`.execute(tx);
    const { rows } = await stateOf(checkoutId, whose).execute(tx);
    const now = rows[0]!;
    refuseUnlessOpen(now);
    // what is paid at a page of before would be told to whoever says now that they pay
    const another = now.said && keyHash?.toString('hex') !== now.shopper_key_hash?.toString('hex');
    if (another) await leaveCard(tx, { id, merchant_id: merchantId }, 'Somebody else pays');
    const known = cost?.outcome === 'cost' ? cost : null;
    await tx
      .updateTable('checkouts')
      .set({
        first_name: given.firstName,
        last_name: given.lastName,
        phone: given.phone,
        shopper_key_hash: keyHash,
        // nor why a card of before was declined
        ...(another && { payer_since: sql<string>`now()` }),
        ...(before.ships && {
          shipping_method_id: known ? methodId : null,
          shipping_cents: known?.cents ?? 0n,
        }),
      })
      .where(theRow(checkoutId, merchantId))
      .execute();
    // what the shop's system said of its order stays its word
    if (before.source !== 'API')
      await describeOrder(
        tx,
        { id, merchantId },
        {
          email: given.email,
          ...(before.ships && {
            shipment: shipment && {
              type: 'CHECKOUT',
              contactPhone: given.phone ?? '',
              ...shipment,
              method: chosen?.name ?? '',
            },
          }),
        },
      );
    if (before.ships) {
      const line: Line | null = known && {
        label: `Shipping: ${chosen!.name}`,
        cents: known.cents,
        taxHundredths: known.taxHundredths,
        count: 1,
        unit: null,
      };
      const cents = await shipOrder(tx, { id, merchantId }, line);
      await amountOfPurchase(tx, before.purchase_id, merchantId, cents);
      // what can't be sent can't be paid either, at a page of before
      if (!known) await leaveCard(tx, { id, merchant_id: merchantId }, 'How it is shipped is open');
    }
    const ready = now.approved && (!before.ships || known !== null);
    if (ready && (await approveOrder(tx, { id, merchantId })))
      await postOrderCallback(tx, services, id);
    await audit(tx, by, {
      action: 'GIVE_DETAILS',
      entityType: 'ORDER',
      entityId: id,
      merchantId,
      result: 'SUCCESS',
      details: before.ships
        ? {
            shipping: chosen?.name ?? null,
            ...(known && { shippingCost: formatAmount(fromCents(known.cents)) }),
          }
        : {},
    });
  });
  return { shipping: cost };
}
