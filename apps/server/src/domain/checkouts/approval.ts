import { cut } from '@paydesk/contract/kernel/texts.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { rejectOrder } from '@paydesk/contract/resources/orders/decide.ts';
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { signCall, targetUriOf } from '../../platform/auth/signatures.ts';
import { authority } from '../../platform/authority.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback } from '../callbacks.ts';
import { exchangeXml, noteExchange, noteOutcome, readExchange } from '../callbacks/exchange.ts';
import type { Refused } from '../checkouts.ts';
import { leaveDeliveryOpen, refuseOrder } from '../orders.ts';
import { declinePurchase } from '../purchases.ts';

/** What is kept of an answer that is none. */
const MOST_KEPT = 4000;

interface Asked {
  checkout_id: string;
  merchant_id: string;
  order_id: string;
  purchase_id: string;
  external_id: string | null;
  number: string | null;
  amount_cents: bigint;
  tax_cents: bigint;
  currency: string;
  /** How the page says that it is sent, where it says so: where the shop agrees, nobody pays for a delivery beside the amount. */
  shipping_method: string | null;
  url: string | null;
  items: { label: string; amount: string; taxRate: string; count: number; unit: string | null }[];
}

/** Those that are asked for at this moment: of ten calls at once one asks. */
const underWay = new Map<string, Promise<void>>();

/**
 * Asks the merchant's Order Verification URL whether the order is its own, where the widget says so and
 * nobody has answered yet (AM-48). A no, another amount and no answer at all reject it.
 */
export function askForApproval(services: Services, checkoutId: string): Promise<void> {
  const asked =
    underWay.get(checkoutId) ??
    ask(services, checkoutId).finally(() => underWay.delete(checkoutId));
  underWay.set(checkoutId, asked);
  return asked;
}

async function ask(services: Services, checkoutId: string): Promise<void> {
  const { database, outbound, realNow } = services;
  const [order] = await database.run(
    sql<Asked>`
      select k.id as checkout_id, k.merchant_id, o.id as order_id, k.purchase_id, o.external_id,
        o.external_order_number as number, o.amount_cents, o.tax_cents, o.currency,
        case when o.shipment ->> 'type' <> 'CHECKOUT' then o.shipment ->> 'method' end as shipping_method,
        m.order_verification_url as url,
        (select json_agg(json_build_object('label', i.label,
            'amount', (i.amount_cents * 0.01)::numeric(14, 2)::text, 'taxRate', i.tax_rate::text,
            'count', i.count, 'unit', i.unit) order by i.position)
          from order_items i
          where i.order_id = o.id and i.merchant_id = o.merchant_id and i.position < 1000) as items
      from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      join merchants m on m.id = k.merchant_id
      where k.id = ${checkoutId} and k.approved_date is null and o.status = 'DRAFT'`,
    'all',
  );
  if (!order) return;
  const { merchant_id: merchantId, order_id: orderId, purchase_id: purchaseId, url } = order;
  const about = { merchantId, orderId, purchaseId };
  if (!url) return refuse(services, order, 'The merchant has no Order Verification URL');
  const id = randomUUIDv7();
  const body = exchangeXml('ORDERVERREQ', {
    eventId: id,
    orderId,
    purchaseId,
    externalId: order.external_id,
    orderNumber: order.number,
    amount: fromCents(order.amount_cents).toFixed(2),
    tax: fromCents(order.tax_cents).toFixed(2),
    currency: order.currency,
    shippingMethod: order.shipping_method,
    item: order.items,
  });
  await database.transaction('all', (tx) => noteExchange(tx, about, 'ORDERVERREQ', body, { id }));
  const { id: keyId, privateKey } = await authority(services);
  const call = { method: 'POST', targetUri: targetUriOf(url), body } as const;
  const outcome = await outbound.call({
    method: call.method,
    url,
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'x-paydesk-event-id': id,
      ...signCall(call, { keyId, privateKey }, realNow()),
    },
    body,
  });
  await database.transaction('all', async (tx) => {
    await noteOutcome(tx, { id, merchantId }, outcome, outcome.answered);
    if (outcome.answered)
      await noteExchange(tx, about, 'ORDERVERRESP', cut(outcome.body, MOST_KEPT));
  });
  if (!outcome.answered) return refuse(services, order, outcome.reason);
  const said = readExchange('ORDERVERRESP', outcome.body);
  const no = whatIsAgainst(order, outcome.status, said);
  if (no) return refuse(services, order, no.reason, no.code);
  const { shipping_method: method } = order;
  await database.transaction('all', async (tx) => {
    // a shop that says nothing of it may never have read it: its shopper chooses, at the shop's price
    if (method !== null && said?.['shippingMethod'] !== method.trim())
      await leaveDeliveryOpen(tx, { id: orderId, merchantId });
    await tx
      .updateTable('checkouts')
      .set({ approved_date: sql`now()` })
      .where(theRow(checkoutId, merchantId))
      .where('approved_date', 'is', null)
      .execute();
  });
}

const VERIFICATION = { userId: null, userName: 'Verification', address: null };

const failed = (reason: string): Refused => ({ code: 'VERIFICATION_FAILED', reason });

function whatIsAgainst(
  order: Asked,
  status: number,
  said: ReturnType<typeof readExchange>,
): Refused | null {
  const words = said?.['reason'] ? `: ${cut(said['reason'], 300)}` : '';
  if (status < 200 || status > 299) return failed(`The shop answered ${status}${words}`);
  if (!said) return failed('The shop’s answer is no ORDERVERRESP');
  if (said['orderId'] !== undefined && said['orderId'].toLowerCase() !== order.order_id)
    return failed('The shop’s answer is about another order');
  if (said['result'] !== 'VERIFIED')
    return failed(`The shop says it is no order of its own${words}`);
  const cents = toCents(said['amount'] ?? '');
  if (cents === null) return failed('The shop’s answer names no amount');
  if (cents === order.amount_cents && (said['currency'] ?? order.currency) === order.currency)
    return null;
  const [theirs, ours] = [cents, order.amount_cents].map((each) => formatAmount(fromCents(each)));
  return {
    code: 'AMOUNT_MISMATCH',
    reason: `The shop’s amount is ${theirs} ${said['currency'] ?? order.currency}, the order’s ${ours} ${order.currency}`,
  };
}

const refuse = (
  services: Services,
  { merchant_id: merchantId, order_id: id, purchase_id: purchaseId }: Asked,
  reason: string,
  code: Refused['code'] = 'VERIFICATION_FAILED',
): Promise<void> =>
  services.database.transaction('all', async (tx) => {
    if (!(await refuseOrder(tx, { id, merchantId }, { code, reason }))) return;
    await declinePurchase(tx, purchaseId, merchantId, code);
    await audit(tx, VERIFICATION, {
      action: rejectOrder.audited,
      entityType: 'ORDER',
      entityId: id,
      merchantId,
      result: 'SUCCESS',
      // what the shop wrote stands with its answer, and not where nothing is taken out again
      details: {
        changes: {
          status: { before: 'DRAFT', after: 'REJECTED' },
          rejectReasonCode: { before: null, after: code },
        },
      },
    });
    await postOrderCallback(tx, services, id);
  });
