import { createHash } from 'node:crypto';
import { fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { signCall } from '../platform/auth/signatures.ts';
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
  const { database, outbound, realNow, log } = services;
  const [asked] = await database.run(
    sql<Asked>`
      select k.merchant_id, k.order_id, o.external_id, o.currency, s.ext_id as method,
        s.name as method_name, m.delivery_cost_calculation_url as url,
        sum(i.amount_cents * i.count)::bigint as goods_cents,
        json_agg(json_build_object('label', i.label, 'count', i.count,
          'amount', (i.amount_cents * 0.01)::numeric(14, 2)::text) order by i.position) as items
      from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      join order_items i on i.order_id = k.order_id and i.merchant_id = k.merchant_id
        and i.position < 1000
      join merchants m on m.id = k.merchant_id
      join shipping_methods s on s.merchant_id = k.merchant_id and s.id = ${methodId} and s.enabled
      where k.id = ${checkoutId} group by k.id, o.id, m.id, s.id`,
    'all',
  );
  if (!asked) return { outcome: 'unknown', reason: 'The shop does not ship this way any more' };
  const { url, merchant_id: merchantId } = asked;
  if (!url) return { outcome: 'cost', cents: 0n, taxHundredths: 0n };
  const content = {
    method: asked.method,
    ...address,
    amount: fromCents(asked.goods_cents).toFixed(2),
    currency: asked.currency,
    item: asked.items,
  };
  const hash = createHash('sha256')
    .update(JSON.stringify([url, content]))
    .digest();
  const [known] = await database.run(
    sql<{ cents: bigint; rate: string }>`
      select amount_cents as cents, tax_rate::text as rate from shipping_quotes
      where checkout_id = ${checkoutId} and merchant_id = ${merchantId} and content_hash = ${hash}`,
    'all',
  );
  if (known) return { outcome: 'cost', cents: known.cents, taxHundredths: toCents(known.rate)! };
  const body = exchangeXml('SHIPCOSTREQ', {
    orderId: asked.order_id,
    externalId: asked.external_id,
    ...content,
  });
  const { id: keyId, privateKey } = await authority(services);
  const call = { method: 'POST', targetUri: URL.parse(url)?.href ?? url, body } as const;
  const outcome = await outbound.call({
    method: call.method,
    url,
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      ...signCall(call, { keyId, privateKey }, realNow()),
    },
    body,
  });
  const answer = outcome.answered ? costIn(outcome, asked.currency) : outcome.reason;
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
  if (said['reason']) return said['reason'].slice(0, 300);
  const cents = toCents(said['amount'] ?? '');
  const rate = toCents(said['taxRate'] ?? '0');
  if (cents === null || cents < 0n || fromCents(cents) > MOST)
    return 'The shop’s answer names no amount';
  if (rate === null || rate < 0n || rate > 100n) return 'The shop’s tax rate is none';
  if ((said['currency'] ?? currency) !== currency)
    return 'The shop’s answer is in another currency';
  return { cents, taxHundredths: rate };
}
