import { randomUUIDv7 } from 'node:crypto';
import { lineTax } from '@paydesk/contract/kernel/tax.ts';
import type { Shipment } from '@paydesk/contract/resources/orders.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { theRow } from '../platform/db/rows.ts';

/** An order as the ways in make it, and what becomes of it before anybody pays. */

/** One line of an order. */
export interface Line {
  label: string;
  /** Gross, of one. */
  cents: bigint;
  /** 21n is 21 %. */
  taxHundredths: bigint;
  count: number;
  unit: string | null;
}

export interface OrderGiven {
  externalId: string | null;
  externalOrderNumber: string | null;
  customerEmail: string | null;
  label: string | null;
  currency: string;
  paymentMethod: string | null;
  shipment: Shipment | null;
  lines: readonly Line[];
}

/** Rounded once a line, as everywhere (AM-71). */
export function totalsOf(lines: readonly Pick<Line, 'cents' | 'count' | 'taxHundredths'>[]) {
  let [amountCents, taxCents] = [0n, 0n];
  for (const { cents, count, taxHundredths } of lines) {
    const gross = cents * BigInt(count);
    amountCents += gross;
    taxCents += lineTax(gross, taxHundredths);
  }
  return { amountCents, taxCents };
}

const rateOf = (hundredths: bigint) => (Number(hundredths) / 100).toFixed(2);

/** Writes an order with its lines; null where the merchant has one of this external id, also of the same moment. */
export async function insertOrder(
  tx: Tx,
  merchantId: string,
  order: OrderGiven,
  begins: {
    status: 'DRAFT' | 'PENDING' | 'REJECTED';
    rejectReasonCode?: string;
    error?: string;
  },
): Promise<string | null> {
  const id = randomUUIDv7();
  const { amountCents, taxCents } = totalsOf(order.lines);
  const inserted = await tx
    .insertInto('orders')
    .values({
      id,
      merchant_id: merchantId,
      external_id: order.externalId,
      external_order_number: order.externalOrderNumber,
      customer_email: order.customerEmail,
      label: order.label,
      amount_cents: amountCents,
      tax_cents: taxCents,
      currency: order.currency,
      status: begins.status,
      reject_reason_code: begins.rejectReasonCode ?? null,
      error: begins.error ?? null,
      payment_method: order.paymentMethod,
      shipment: order.shipment && JSON.stringify(order.shipment),
      created_date: sql<string>`now()`,
    })
    // waits for another call of the same id that has not ended yet
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) return null;
  await insertLines(tx, { id, merchantId, currency: order.currency }, order.lines, 1);
  return id;
}

async function insertLines(
  tx: Tx,
  { id, merchantId, currency }: { id: string; merchantId: string; currency: string },
  lines: readonly Line[],
  first: number,
): Promise<void> {
  await tx
    .insertInto('order_items')
    .values(
      lines.map(({ label, cents, taxHundredths, count, unit }, index) => ({
        id: randomUUIDv7(),
        order_id: id,
        merchant_id: merchantId,
        position: first + index,
        label,
        amount_cents: cents,
        tax_rate: rateOf(taxHundredths),
        currency,
        count,
        unit,
      })),
    )
    .execute();
}

/** The purchase that whoever pays the order signs. */
export const signFor = (
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  purchaseId: string,
) =>
  tx.updateTable('orders').set({ purchase_id: purchaseId }).where(theRow(id, merchantId)).execute();

/** The line of what shipping costs stands last, wherever the others end. */
const SHIPPING_POSITION = 1000;

/** What shipping costs as a line of the order and part of its total, in place of what stood there; null: none. */
export async function shipOrder(
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  line: Line | null,
): Promise<bigint> {
  await tx
    .deleteFrom('order_items')
    .where('order_id', '=', id)
    .where('merchant_id', '=', merchantId)
    .where('position', '=', SHIPPING_POSITION)
    .execute();
  if (line) await insertLines(tx, { id, merchantId, currency: 'EUR' }, [line], SHIPPING_POSITION);
  const rows = await tx
    .selectFrom('order_items')
    .select(['amount_cents', 'tax_rate', 'count'])
    .where('order_id', '=', id)
    .where('merchant_id', '=', merchantId)
    .execute();
  const { amountCents, taxCents } = totalsOf(
    rows.map(({ amount_cents: cents, tax_rate: rate, count }) => ({
      cents,
      count,
      taxHundredths: BigInt(rate.replace('.', '')),
    })),
  );
  await tx
    .updateTable('orders')
    .set({ amount_cents: amountCents, tax_cents: taxCents })
    .where(theRow(id, merchantId))
    .execute();
  return amountCents;
}

/** What the shopper says of themselves and of where it goes. */
export async function describeOrder(
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  given: { email: string; shipment?: Shipment | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      customer_email: given.email,
      ...(given.shipment !== undefined && {
        shipment: given.shipment && JSON.stringify(given.shipment),
      }),
    })
    .where(theRow(id, merchantId))
    .execute();
}

/** Of one that nobody has gone on with: where it goes is where its shopper begins, and how is theirs to choose. */
export const leaveDeliveryOpen = (tx: Tx, { id, merchantId }: { id: string; merchantId: string }) =>
  sql`update orders set shipment = shipment || '{"type":"CHECKOUT","method":""}'
    where ${theRow(id, merchantId)} and status = 'DRAFT' and shipment ->> 'type' <> 'CHECKOUT'`.execute(
    tx,
  );

/** What somebody has answered for, and a shopper means to pay; true where it was neither before. */
export async function approveOrder(
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: 'VERIFIED' })
    .where(theRow(id, merchantId))
    .where('status', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What nobody answers for; true where it was not decided before. */
export async function refuseOrder(
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  { code, reason }: { code: 'VERIFICATION_FAILED' | 'AMOUNT_MISMATCH'; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({
      status: 'REJECTED',
      reject_reason_code: code,
      error: reason,
      updated_date: sql`now()`,
      updated_by: 'Verification',
    })
    .where(theRow(id, merchantId))
    .where('status', '=', 'DRAFT')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An order that was never good for anything gives its external id back: the shop may send it once more. */
export async function freeExternalId(
  tx: Tx,
  merchantId: string,
  externalId: string,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ external_id: null })
    .where('merchant_id', '=', merchantId)
    .where('external_id', '=', externalId)
    .where('status', '=', 'REJECTED')
    .where('reject_reason_code', 'in', ['VERIFICATION_FAILED', 'AMOUNT_MISMATCH'])
    .execute();
}

/** What an order may be that makes way for another one of its external id. */
export const GIVES_WAY = ['DRAFT', 'PENDING', 'VERIFIED', 'EXPIRED'] as const;

/** Who changed what made way. */
export const BEGUN_ANEW = 'Begun anew';

/** Makes way for another order of its external id. */
export async function supersedeOrder(
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      status: 'EXPIRED',
      external_id: null,
      updated_date: sql`now()`,
      updated_by: BEGUN_ANEW,
    })
    .where(theRow(id, merchantId))
    .where('status', 'in', GIVES_WAY)
    .execute();
}
