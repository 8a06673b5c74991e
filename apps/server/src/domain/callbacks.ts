import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { Tx } from '../platform/db/database.ts';
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

/** After a day the merchant has asked by itself how things stand. */
export const HOURS_TO_TRY = 24;

/**
 * Tells the merchant of a change, in the transaction of the change: every change of a purchase or
 * an order ends here (AM-48). Nothing happens where the merchant has no URL for it.
 */
export async function postCallback(tx: Tx, services: Services, callback: Callback): Promise<void> {
  if (await urlOf(tx, callback.merchantId))
    await post(tx, services, 'CALLBACK', callback, {
      minutes: HOURS_TO_TRY * 60,
      merchantId: callback.merchantId,
      subject: callback.orderId ?? callback.purchaseId,
    });
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
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await postCallback(tx, services, {
    merchantId: purchase.merchant_id,
    purchaseId: id,
    orderId: null,
    content: {
      changed: services.now().toISOString(),
      purchaseId: id,
      externalId: purchase.external_id,
      status: purchase.status,
      amount: fromCents(purchase.amount_cents).toFixed(2),
      currency: purchase.currency,
      reasonCode: purchase.reason_code,
      ...happened,
    },
  });
}

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
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await postCallback(tx, services, {
    merchantId: order.merchant_id,
    purchaseId: order.purchase_id,
    orderId: id,
    content: {
      changed: services.now().toISOString(),
      orderId: id,
      externalId: order.external_id,
      orderNumber: order.external_order_number,
      purchaseId: order.purchase_id,
      status: order.status,
      amount: fromCents(order.amount_cents).toFixed(2),
      currency: order.currency,
      reasonCode: order.reject_reason_code,
      ...happened,
    },
  });
}

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
