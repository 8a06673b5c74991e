import { MOST_TOTAL } from '@paydesk/contract/basket.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { whyNoLoan } from '@paydesk/contract/resources/orders/decide.ts';
import type {
  MachineOrder,
  MachineOrderItem,
  NewOrder,
} from '@paydesk/contract/resources/orders/machines.ts';
import { audit, changes } from '../../platform/audit.ts';
import type { Machine } from '../../platform/auth/machines.ts';
import { postOrderCallback } from '../../domain/callbacks.ts';
import { hoursFrom, openCheckout, type Opening } from '../../domain/checkouts.ts';
import { takeIdBack } from '../../domain/checkouts/once.ts';
import { repeatsOf } from '../../domain/checkouts/repeats.ts';
import { whyNoReturn } from '../../domain/checkouts/return-address.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { listPage } from '../../platform/list/engine.ts';
import { refuseUnlessOpen } from '../../domain/merchant-features.ts';
import { freeExternalId, totalsOf, type Line } from '../../domain/orders.ts';
import { readRecord } from '../../platform/record.ts';
import { answerOf } from '../../platform/record/answer.ts';
import { changeOwn } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import { ordersList } from './lists.ts';
import { orderRecord } from './record.ts';

type Keys =
  | 'GET /api/merchant-api/orders'
  | 'GET /api/merchant-api/orders/{id}'
  | 'POST /api/merchant-api/orders';

/** A machine reads what its merchant's administrators read; permissions are for people. */
const asReader = (machine: Machine) =>
  ({ ...machine, userRole: 'MERCHANT_ADMIN', permissions: [] }) as const;

/** Orders for the merchant's own systems. */
export function machineOrderHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  return {
    'GET /api/merchant-api/orders': async ({ actor, query }) =>
      JSON.parse(await listPage(database, ordersList, asReader(actor), query)),
    'GET /api/merchant-api/orders/{id}': ({ actor, params }) =>
      database.transaction(actor.sight, (tx) => load(tx, services, actor, params.id)),
    'POST /api/merchant-api/orders': async ({ actor, body }) => {
      // merchants do not read settings
      const days = await numberOf(database.kysely, 'orders.expire.days');
      return changeOwn(database, actor, async (tx, merchantId) => {
        await refuseUnlessOpen(tx, merchantId, 'API_ORDERS');
        const lines = linesOf(body.items);
        const { amountCents } = totalsOf(lines);
        if (amountCents <= 0n) throw invalid('items', 'The amount of all items must not be 0');
        if (fromCents(amountCents) > MOST_TOTAL)
          throw invalid('items', `An order comes to at most ${formatAmount(MOST_TOTAL)}`);
        const content = contentOf(body);
        const { successUrl, cancelUrl, capture } = content;
        const repeats = repeatsOf(content, amountCents);
        refuseAddresses(services, { successUrl, cancelUrl });
        const order = { ...content, lines };
        const byLoan = content.paymentMethod === 'CONSUMER_CREDIT';
        if (byLoan && capture)
          throw invalid('capture', 'A loan pays the whole order at once: nothing is captured');
        if (byLoan && repeats)
          throw invalid('recurringUnit', 'A loan pays one order: nothing is taken again');
        const opening: Opening = {
          merchantId,
          order,
          source: 'API',
          status: 'PENDING',
          successUrl,
          cancelUrl,
          capture,
          repeats,
          approved: true,
          expires: hoursFrom(services.now(), 24 * days),
        };
        const { externalId } = content;
        await freeExternalId(tx, merchantId, externalId);
        let opened = await openCheckout(tx, opening);
        if (!opened && (await takeIdBack(tx, services, merchantId, externalId, actor)))
          opened = await openCheckout(tx, opening);
        if (opened === null) {
          const earlier = await tx
            .selectFrom('orders')
            .select('id')
            .where('merchant_id', '=', merchantId)
            .where('external_id', '=', content.externalId)
            .executeTakeFirst();
          // one of a page, which has made way meanwhile: a repeat finds who has it now
          if (!earlier) throw invalid('externalId', 'Another order has this external id');
          const known = await load(tx, services, actor, earlier.id);
          const was = contentOf(known);
          // nothing came of the loan that was asked for, and it was paid by card
          const lentNothing = byLoan && known.consumerCreditId !== null;
          // what is not said is as the merchant's payments are, and as its shopper wants to pay
          const same = {
            ...was,
            capture: content.capture && was.capture,
            paymentMethod: lentNothing
              ? content.paymentMethod
              : content.paymentMethod && was.paymentMethod,
            recurringMost: content.recurringMost && was.recurringMost,
          };
          if (JSON.stringify(same) !== JSON.stringify(content))
            throw invalid('externalId', 'Another order has this external id');
          return known;
        }
        const id = opened.orderId;
        const made = await readRecord(tx, orderRecord, asReader(actor), id);
        const refused = whyNoLoan(made);
        if (refused) throw invalid('paymentMethod', refused);
        const after = { externalId: content.externalId, amount: fromCents(amountCents) };
        await audit(tx, actor, {
          action: 'CREATE_ORDER',
          entityType: 'ORDER',
          entityId: id,
          merchantId,
          result: 'SUCCESS',
          details: { changes: changes<typeof after>({} as never, after) },
        });
        await postOrderCallback(tx, services, id);
        return load(tx, services, actor, id);
      });
    },
  };
}

const linesOf = (items: readonly MachineOrderItem[]): Line[] =>
  items.map(({ label, amount, taxRate, count, unit }) => ({
    label,
    cents: toCents(amount)!,
    taxHundredths: toCents(taxRate)!,
    count,
    unit: unit || null,
  }));

function refuseAddresses({ config }: Services, urls: Record<string, string | null>) {
  for (const [field, url] of Object.entries(urls)) {
    const problem = url && whyNoReturn(url, config.CALLBACK_ALLOW);
    if (problem) throw invalid(field, problem);
  }
}

/** What a merchant says of an order, in one order of its fields: what is left out is null. */
function contentOf(order: NewOrder | MachineOrder) {
  const { shipment, items } = order;
  return {
    externalId: order.externalId!,
    customerEmail: order.customerEmail,
    currency: order.currency,
    externalOrderNumber: order.externalOrderNumber || null,
    label: order.label || null,
    paymentMethod: order.paymentMethod ?? null,
    successUrl: order.successUrl?.trim() || null,
    cancelUrl: order.cancelUrl?.trim() || null,
    capture: order.capture ?? null,
    recurringUnit: order.recurringUnit ?? null,
    recurringEvery: order.recurringUnit ? (order.recurringEvery ?? 1) : null,
    recurringMost: order.recurringMost ?? null,
    shipment: shipment
      ? {
          type: shipment.type,
          contactPhone: shipment.contactPhone,
          country: shipment.country,
          city: shipment.city,
          addressLine: shipment.addressLine,
          postalCode: shipment.postalCode,
          method: shipment.method,
        }
      : null,
    items: items.map(({ label, amount, taxRate, count, unit }) => ({
      label,
      amount,
      taxRate,
      count,
      unit: unit || null,
    })),
  };
}

async function load(
  tx: Tx,
  services: Services,
  machine: Machine,
  id: string,
): Promise<MachineOrder> {
  const { checkoutId: _, ...order } = await answerOf(
    services,
    orderRecord,
    tx,
    asReader(machine),
    id,
  );
  const items = await tx
    .selectFrom('order_items')
    .select(['label', 'amount_cents', 'tax_rate', 'count', 'unit'])
    .where('order_id', '=', id)
    .where('merchant_id', '=', machine.merchantId)
    .orderBy('position')
    .execute();
  return {
    ...order,
    items: items.map((item) => ({
      label: item.label,
      amount: fromCents(item.amount_cents),
      taxRate: Number(item.tax_rate),
      count: item.count,
      unit: item.unit,
    })),
  };
}
