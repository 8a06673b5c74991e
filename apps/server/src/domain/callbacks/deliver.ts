import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { sql } from 'kysely';
import { Undeliverable } from '../../gateways/mail.ts';
import { signCall } from '../../platform/auth/signatures.ts';
import { authority } from '../../platform/authority.ts';
import { AddressFails } from '../../platform/outbox/work.ts';
import type { Services } from '../../platform/services.ts';
import { urlOf, type Callback } from '../callbacks.ts';
import { noteCallback } from '../purchases.ts';

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
      if (purchaseId) await noteCallback(tx, { id: purchaseId, merchantId }, id, taken);
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
