import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { HOURS_TO_TRY } from '@paydesk/contract/resources/exchange-logs.ts';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Orders } from '../platform/db/schema/orders.ts';
import type { Purchases } from '../platform/db/schema/payments.ts';
import { post } from '../platform/outbox.ts';
import type { Services } from '../platform/services.ts';

declare module '../platform/outbox.ts' {
  interface Outgoing {
    /** A merchant's system is told of a change (AM-48). */
    CALLBACK: Callback;
  }
}

/** What a merchant is told: that something of theirs is no longer as it was. */
export interface Callback {
  merchantId: string;
  /** Whose last callback this is; the exchange logs keep it under both. */
  purchaseId: string | null;
  orderId: string | null;
  /** What has changed, and how it stands now; no names, no addresses, no card numbers (SB-47). */
  content: Readonly<Record<string, string | number | null>>;
}

/**
 * Tells the merchant of a change, in the transaction of the change: every change of a purchase or
 * an order ends here (AM-48). Nothing happens where the merchant has no URL for it.
 */
export async function postCallback(
  tx: Tx,
  services: Services,
  callback: Callback,
  url?: string | null,
): Promise<void> {
  if (url === undefined ? await urlOf(tx, callback.merchantId) : url)
    await post(tx, services, 'CALLBACK', callback, {
      minutes: HOURS_TO_TRY * 60,
      merchantId: callback.merchantId,
      subject: callback.orderId ?? callback.purchaseId,
    });
}

/** What a statement gives of a row that its merchant is told of: where to, beside the row itself. */
export const toldAt = (of: 'purchases' | 'orders') =>
  sql<string | null>`(select purchase_notification_url from merchants
    where id = ${sql.ref(`${of}.merchant_id`)})`.as('told_at');
interface Told {
  told_at: string | null;
}

/** The same for a purchase, with how it stands now, and with what happened to its money where that is it. */
export async function postPurchaseCallback(
  tx: Tx,
  services: Services,
  id: string,
  happened: Callback['content'] = {},
): Promise<void> {
  const purchase = await tx
    .selectFrom('purchases')
    .selectAll()
    .select(toldAt('purchases'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tellPurchase(tx, services, purchase, happened);
}

/** The same where the change itself gave the row. */
export const tellPurchase = (
  tx: Tx,
  services: Services,
  purchase: Selectable<Purchases> & Told,
  happened: Callback['content'] = {},
) =>
  postCallback(
    tx,
    services,
    {
      merchantId: purchase.merchant_id,
      purchaseId: purchase.id,
      orderId: null,
      content: {
        changed: services.now().toISOString(),
        purchaseId: purchase.id,
        externalId: purchase.external_id,
        status: purchase.status,
        amount: fromCents(purchase.amount_cents).toFixed(2),
        currency: purchase.currency,
        reasonCode: purchase.reason_code,
        ...happened,
      },
    },
    purchase.told_at,
  );

/** The same for an order. */
export async function postOrderCallback(
  tx: Tx,
  services: Services,
  id: string,
  happened: Callback['content'] = {},
): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .select(toldAt('orders'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tellOrder(tx, services, order, happened);
}

export const tellOrder = (
  tx: Tx,
  services: Services,
  order: Selectable<Orders> & Told,
  happened: Callback['content'] = {},
) =>
  postCallback(
    tx,
    services,
    {
      merchantId: order.merchant_id,
      purchaseId: order.purchase_id,
      orderId: order.id,
      content: {
        changed: services.now().toISOString(),
        orderId: order.id,
        externalId: order.external_id,
        orderNumber: order.external_order_number,
        purchaseId: order.purchase_id,
        status: order.status,
        amount: fromCents(order.amount_cents).toFixed(2),
        currency: order.currency,
        reasonCode: order.reject_reason_code,
        ...happened,
      },
    },
    order.told_at,
  );

/** Where the merchant wants to be told now; null: nowhere. */
export const urlOf = async (
  tx: Pick<Tx, 'selectFrom'>,
  merchantId: string,
): Promise<string | null> =>
  (
    await tx
      .selectFrom('merchants')
      .select('purchase_notification_url as url')
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
  ).url;
