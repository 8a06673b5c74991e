import { Undeliverable } from '../../gateways/mail.ts';
import { signCall, targetUriOf } from '../../platform/auth/signatures.ts';
import { authority } from '../../platform/authority.ts';
import { AddressFails } from '../../platform/outbox/work.ts';
import type { Services } from '../../platform/services.ts';
import { urlOf, type Callback } from '../callbacks.ts';
import { noteCallback } from '../purchases.ts';
import { callbackXml, noteExchange, noteOutcome } from './exchange.ts';

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
    const { database, outbound, realNow } = services;
    // the address as it is now: a wrong one may have been put right meanwhile
    const url = await urlOf(database.kysely, merchantId);
    if (!url) throw new Undeliverable('The merchant has no Purchase Notification URL any more');
    const body = callbackXml(id, content);
    const { id: keyId, privateKey } = await authority(services);
    const call = { method: 'PUT', targetUri: targetUriOf(url), body } as const;
    const headers = {
      'content-type': 'application/xml; charset=utf-8',
      'x-paydesk-event-id': id,
      ...signCall(call, { keyId, privateKey }, realNow()),
    };
    const outcome = await outbound.call({ method: call.method, url, headers, body });
    const taken = outcome.answered && outcome.status >= 200 && outcome.status < 300;
    await database.transaction('all', async (tx) => {
      await noteExchange(tx, { merchantId, purchaseId, orderId }, 'PURCHCOMPLREQ', body, { id });
      await noteOutcome(tx, { id, merchantId }, outcome, taken);
      if (purchaseId) await noteCallback(tx, { id: purchaseId, merchantId }, id, taken);
    });
    if (taken) return;
    if (!outcome.answered) throw new AddressFails(outcome.reason);
    const words = `The address answered ${outcome.status}`;
    throw ABOUT_THE_MESSAGE.has(outcome.status) ? new Error(words) : new AddressFails(words);
  };
