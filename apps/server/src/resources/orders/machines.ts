import { randomUUIDv7 } from 'node:crypto';
import { fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { lineTax } from '@paydesk/contract/kernel/tax.ts';
import { whyNoLoan } from '@paydesk/contract/resources/orders.ts';
import type {
  MachineOrder,
  MachineOrderItem,
  NewOrder,
} from '@paydesk/contract/resources/orders/machines.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { Machine } from '../../platform/auth/machines.ts';
import { postOrderCallback } from '../../domain/callbacks.ts';
import type { Db } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { listPage } from '../../platform/list/engine.ts';
import { refuseUnlessOpen } from '../../domain/merchant-features.ts';
import { readRecord } from '../../platform/record.ts';
import { changeOwn } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
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
      database.transaction(actor.sight, (tx) => load(tx, actor, params.id)),
    'POST /api/merchant-api/orders': ({ actor, body }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        await refuseUnlessOpen(tx, merchantId, 'API_ORDERS');
        const { amountCents, taxCents } = totalsOf(body.items);
        if (amountCents <= 0n) throw invalid('items', 'The amount of all items must not be 0');
        const content = contentOf(body);
        const id = randomUUIDv7();
        const inserted = await tx
          .insertInto('orders')
          .values({
            id,
            merchant_id: merchantId,
            external_id: content.externalId,
            external_order_number: content.externalOrderNumber,
            customer_email: content.customerEmail,
            label: content.label,
            amount_cents: amountCents,
            tax_cents: taxCents,
            currency: content.currency,
            status: 'PENDING',
            payment_method: content.paymentMethod,
            shipment: content.shipment && JSON.stringify(content.shipment),
            created_date: sql<string>`now()`,
          })
          // waits for another call of the same id that has not ended yet
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (!inserted.numInsertedOrUpdatedRows) {
          const { id: earlier } = await tx
            .selectFrom('orders')
            .select('id')
            .where('merchant_id', '=', merchantId)
            .where('external_id', '=', content.externalId)
            .executeTakeFirstOrThrow();
          const known = await load(tx, actor, earlier);
          if (JSON.stringify(contentOf(known)) !== JSON.stringify(content))
            throw invalid('externalId', 'Another order has this external id');
          return known;
        }
        const made = await readRecord(tx, orderRecord, asReader(actor), id);
        const refused = whyNoLoan(made);
        if (refused) throw invalid('paymentMethod', refused);
        await tx
          .insertInto('order_items')
          .values(
            content.items.map((item, index) => ({
              id: randomUUIDv7(),
              order_id: id,
              merchant_id: merchantId,
              position: index + 1,
              label: item.label,
              amount_cents: toCents(item.amount)!,
              tax_rate: item.taxRate.toFixed(2),
              currency: content.currency,
              count: item.count,
              unit: item.unit ?? null,
            })),
          )
          .execute();
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
        return load(tx, actor, id);
      }),
  };
}

/** Rounded once a line, as everywhere (AM-71). */
function totalsOf(items: readonly MachineOrderItem[]) {
  let [amountCents, taxCents] = [0n, 0n];
  for (const { amount, taxRate, count } of items) {
    const gross = toCents(amount)! * BigInt(count);
    amountCents += gross;
    taxCents += lineTax(gross, toCents(taxRate)!);
  }
  return { amountCents, taxCents };
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

async function load(db: Db, machine: Machine, id: string): Promise<MachineOrder> {
  const order = await readRecord(db, orderRecord, asReader(machine), id);
  const items = await db
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
