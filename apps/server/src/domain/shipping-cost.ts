import { cut } from '@paydesk/contract/kernel/texts.ts';
import { createHash } from 'node:crypto';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { signCall, targetUriOf } from '../platform/auth/signatures.ts';
import { authority } from '../platform/authority.ts';
import type { Services } from '../platform/services.ts';
import { exchangeXml, readExchange } from './callbacks/exchange.ts';

/** What a merchant's Shipping Cost Calculation URL says (AM-48). */

export interface Address {
  country: string;
  city: string;
  addressLine: string;
  postalCode: string;
}

export type ShippingCost =
  | { outcome: 'cost'; cents: bigint; taxHundredths: bigint }
  | { outcome: 'unknown'; reason: string };

/** What shipping costs at most: more is a slip. */
const MOST = 100_000;

interface Asked {
  merchant_id: string;
  order_id: string;
  external_id: string | null;
  currency: string;
  url: string | null;
  method_id: string;
  method: string;
  method_name: string;
  goods_cents: bigint;
  items: { label: string; amount: string; count: number }[];
}

/**
 * What it costs to ship what is in the checkout there, by this method of its merchant. The shop is asked
 * once for the same content; whose shop gives no address to ask ships free of charge. No type of the
 * exchange logs is for it (EL-08): what was answered is kept with the checkout.
 */
export async function shippingCost(
  services: Services,
  checkoutId: string,
  methodId: string,
  address: Address,
): Promise<ShippingCost> {
  const [asked] = await askedOf(services, checkoutId, [methodId], address);
  if (!asked) return { outcome: 'unknown', reason: 'The shop does not ship this way any more' };
  return asked.known ?? askShop(services, checkoutId, asked);
}

/** So long a shop may take to say what all its ways cost, before its shopper sees them without their prices. */
const PATIENCE_MS = 3000;

/**
 * What each of these ways of shipping costs, in cents: those that are known, and where `ask` says so those
 * that the shop says within a few seconds. What comes later is known when it is asked for next.
 */
export async function shippingCosts(
  services: Services,
  checkoutId: string,
  methodIds: readonly string[],
  address: Address,
  ask: boolean,
): Promise<ReadonlyMap<string, bigint>> {
  const costs = new Map<string, bigint>();
  if (!methodIds.length) return costs;
  const take = (methodId: string, cost: ShippingCost | null) => {
    if (cost?.outcome === 'cost') costs.set(methodId, cost.cents);
  };
  const all = await askedOf(services, checkoutId, methodIds, address);
  for (const { method_id: methodId, known } of all) take(methodId, known);
  if (!ask) return costs;
  const asking = all
    .filter(({ known }) => known === null)
    .map(async (one) => take(one.method_id, await askShop(services, checkoutId, one)));
  await inTime(Promise.allSettled(asking), PATIENCE_MS, () => null);
  return new Map(costs);
}

type Asking = Asked & { content: object; hash: Buffer; known: ShippingCost | null };

/** What the shop is asked for each of these ways, and what it has said of the same content before. */
async function askedOf(
  { database }: Services,
  checkoutId: string,
  methodIds: readonly string[],
  address: Address,
): Promise<Asking[]> {
  const found = await database.run(
    sql<Asked>`
      select k.merchant_id, k.order_id, o.external_id, o.currency, s.id as method_id,
        s.ext_id as method, s.name as method_name, m.delivery_cost_calculation_url as url,
        sum(i.amount_cents * i.count)::bigint as goods_cents,
        json_agg(json_build_object('label', i.label, 'count', i.count,
          'amount', (i.amount_cents * 0.01)::numeric(14, 2)::text) order by i.position) as items
      from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      join order_items i on i.order_id = k.order_id and i.merchant_id = k.merchant_id
        and i.position < 1000
      join merchants m on m.id = k.merchant_id
      join shipping_methods s on s.merchant_id = k.merchant_id and s.id = any(${methodIds}) and s.enabled
      where k.id = ${checkoutId}
      group by k.merchant_id, k.id, o.merchant_id, o.id, m.id, s.merchant_id, s.id`,
    'all',
  );
  const asked = found.map((one) => {
    const content = {
      method: one.method,
      ...address,
      amount: fromCents(one.goods_cents).toFixed(2),
      currency: one.currency,
      item: one.items,
    };
    const hash = createHash('sha256')
      .update(JSON.stringify([one.url, content]))
      .digest();
    return { ...one, content, hash };
  });
  const priced = asked.filter(({ url }) => url);
  const quotes = priced.length
    ? await database.run(
        sql<{ hash: Buffer; cents: bigint; rate: string }>`
          select content_hash as hash, amount_cents as cents, tax_rate::text as rate
          from shipping_quotes
          where checkout_id = ${checkoutId} and merchant_id = ${priced[0]!.merchant_id}
            and content_hash = any(${priced.map(({ hash }) => hash)})`,
        'all',
      )
    : [];
  return asked.map((one) => {
    const quote = quotes.find(({ hash }) => one.hash.equals(hash));
    const known = one.url
      ? quote && { cents: quote.cents, taxHundredths: toCents(quote.rate)! }
      : { cents: 0n, taxHundredths: 0n };
    return { ...one, known: known ? { outcome: 'cost', ...known } : null };
  });
}

async function askShop(
  services: Services,
  checkoutId: string,
  { url: known, merchant_id: merchantId, order_id, external_id, currency, content, hash }: Asking,
): Promise<ShippingCost> {
  const { database, outbound, realNow, log } = services;
  const url = known!;
  const body = exchangeXml('SHIPCOSTREQ', {
    orderId: order_id,
    externalId: external_id,
    ...content,
  });
  const { id: keyId, privateKey } = await authority(services);
  const call = { method: 'POST', targetUri: targetUriOf(url), body } as const;
  const outcome = await outbound.call({
    method: call.method,
    url,
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      ...signCall(call, { keyId, privateKey }, realNow()),
    },
    body,
  });
  const answer = outcome.answered ? costIn(outcome, currency) : outcome.reason;
  if (typeof answer === 'string') {
    log.warn({ merchantId, reason: answer }, 'a shop does not say what shipping costs');
    return { outcome: 'unknown', reason: answer };
  }
  await database.kysely
    .insertInto('shipping_quotes')
    .values({
      checkout_id: checkoutId,
      merchant_id: merchantId,
      content_hash: hash,
      amount_cents: answer.cents,
      tax_rate: fromCents(answer.taxHundredths).toFixed(2),
      created_date: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { outcome: 'cost', ...answer };
}

function costIn(
  { status, body }: { status: number; body: string },
  currency: string,
): { cents: bigint; taxHundredths: bigint } | string {
  if (status < 200 || status > 299) return `The shop answered ${status}`;
  const said = readExchange('SHIPCOSTRESP', body);
  if (!said) return 'The shop’s answer is no SHIPCOSTRESP';
  if (said['reason']) return cut(said['reason'], 300);
  const cents = toCents(said['amount'] ?? '');
  const rate = toCents(said['taxRate'] ?? '0');
  if (cents === null || cents < 0n || fromCents(cents) > MOST)
    return 'The shop’s answer names no amount';
  if (rate === null || rate < 0n || rate > 100n) return 'The shop’s tax rate is none';
  if ((said['currency'] ?? currency) !== currency)
    return 'The shop’s answer is in another currency';
  return { cents, taxHundredths: rate };
}
