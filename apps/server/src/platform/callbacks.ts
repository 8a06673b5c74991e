import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { Undeliverable } from '../gateways/mail.ts';
import { signCall } from './auth/signatures.ts';
import { authority } from './authority.ts';
import type { Tx } from './db/database.ts';
import { AddressFails } from './outbox/lanes.ts';
import { post } from './outbox.ts';
import type { Services } from './services.ts';

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
const HOURS_TO_TRY = 24;

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

const urlOf = async (tx: Pick<Tx, 'selectFrom'>, merchantId: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('merchants')
      .select('purchase_notification_url as url')
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
  ).url;

/** Answers that say nothing of the address: the next message may be taken. */
const ABOUT_THE_MESSAGE = new Set([400, 409, 413, 415, 422]);

/**
 * Sends one as PUT, signed, and writes down what came of it. The message says the same at each
 * attempt, its id in it, so that the merchant can tell a repeat; the exchange logs keep it once,
 * under that id. The signature is of the attempt.
 */
export const deliverCallback =
  (services: Services) =>
  async (id: string, { merchantId, purchaseId, orderId, content }: Callback): Promise<void> => {
    const { database, outbound, now } = services;
    // the address as it is now: a wrong one may have been put right meanwhile
    const url = await urlOf(database.kysely, merchantId);
    if (!url) throw new Undeliverable('The merchant has no Purchase Notification URL any more');
    const body = exchangeXml('PURCHCOMPLREQ', { eventId: id, ...content });
    const { id: keyId, privateKey } = await authority(services);
    const call = { method: 'PUT', targetUri: URL.parse(url)?.href ?? url, body } as const;
    const headers = {
      'content-type': 'application/xml; charset=utf-8',
      'x-paydesk-event-id': id,
      ...signCall(call, { keyId, privateKey }, now()),
    };
    const outcome = await outbound.call({ method: call.method, url, headers, body });
    const taken = outcome.answered && outcome.status >= 200 && outcome.status < 300;
    await database.transaction('all', async (tx) => {
      await tx
        .insertInto('exchange_logs')
        .values({
          id,
          purchase_id: purchaseId,
          order_id: orderId,
          merchant_id: merchantId,
          created_date: sql`now()`,
          xml_type: 'PURCHCOMPLREQ',
          xml: maskCardNumbers(body),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      // ids grow with time: what an older message came to says nothing beside a newer one
      if (purchaseId)
        await sql`
          update purchases set last_callback_status = ${taken ? 'OK' : 'ERROR'}
          where id = ${purchaseId} and not exists (
            select from exchange_logs
            where purchase_id = ${purchaseId} and xml_type = 'PURCHCOMPLREQ' and id > ${id})`.execute(
          tx,
        );
    });
    if (taken) return;
    if (!outcome.answered) throw new AddressFails(outcome.reason);
    const words = `The address answered ${outcome.status}`;
    throw ABOUT_THE_MESSAGE.has(outcome.status) ? new Error(words) : new AddressFails(words);
  };

/** A message of the exchange with merchants' systems, one element a field; empty ones are left out. */
export function exchangeXml(
  type: string,
  fields: Readonly<Record<string, string | number | null>>,
): string {
  const name = type.toLowerCase();
  const elements = Object.entries(fields).flatMap(([key, value]) =>
    value === null ? [] : [`  <${key}>${escaped(String(value))}</${key}>`],
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${name} xmlns="urn:paydesk:exchange:1">`,
    ...elements,
    `</${name}>`,
  ].join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// what XML 1.0 can't hold at all is left out
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (character) => ESCAPES[character]!);
