import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { TRANSACTION_EVENTS } from '@paydesk/contract/resources/transactions/record.ts';
import { postOrderCallback, postPurchaseCallback, tellPurchase, toldAt } from './callbacks.ts';
import type { Tx } from '../platform/db/database.ts';
import { theRow } from '../platform/db/rows.ts';
import type { Services } from '../platform/services.ts';

/** Money came in for it that was not all given back; what staff cancelled stays so. */
export async function purchasePaid(
  tx: Tx,
  services: Services,
  id: string | null,
  merchantId: string,
): Promise<void> {
  if (!id) return;
  const paid = await tx
    .updateTable('purchases')
    .set({ status: 'SETTLED', reason_code: null, reason_note: null })
    .where(theRow(id, merchantId))
    .where('status', '<>', 'SETTLED')
    .where(sql<boolean>`reason_code is distinct from 'CANCELLED_BY_STAFF'`)
    .returningAll()
    .returning(toldAt('purchases'))
    .executeTakeFirst();
  if (paid) await tellPurchase(tx, services, paid);
}

/** Its status, held: of two that settle at once the second sees what became of the first. */
async function heldStatus(tx: Tx, id: string, merchantId: string): Promise<string> {
  const { rows } = await sql<{ status: string }>`
    select status from purchases where ${theRow(id, merchantId)} for no key update`.execute(tx);
  return rows[0]!.status;
}

/** A loan has paid its order, and was not given back whole. */
const isLent = (id: string, merchantId: string) => sql<boolean>`exists (
  select from orders o join consumer_credits c on c.order_id = o.id and c.merchant_id = o.merchant_id
  where o.purchase_id = ${id} and o.merchant_id = ${merchantId} and c.status = 'CONFIRMED')`;

/** Something is left of a charge that succeeded. */
const isLeft = (id: string, merchantId: string) => sql<boolean>`exists (
  select from transactions t
  where t.purchase_id = ${id} and t.merchant_id = ${merchantId} and t.refunded_transaction_id is null
    and t.status in ('SUCCESS', 'REVERSED') and t.refunded_cents + t.reversed_cents < t.amount_cents)`;

/**
 * The purchase follows its payments: REFUNDED when nothing is left of any charge that succeeded,
 * CANCELLED when all were reversed in full (SB-15, SB-16). As long as a loan has paid for the same it is paid.
 */
export async function updatePurchase(
  tx: Tx,
  transactionId: string,
  merchantId: string,
): Promise<void> {
  const { purchase_id: id } = await tx
    .selectFrom('transactions')
    .select('purchase_id')
    .where(theRow(transactionId, merchantId))
    .executeTakeFirstOrThrow();
  if (!id) return;
  const before = await heldStatus(tx, id, merchantId);
  const back = await sql<{ status: string | null }>`
    select case
        when ${isLent(id, merchantId)} then null
        when bool_and(reversed_cents = amount_cents) then 'CANCELLED'
        when bool_and(refunded_cents + reversed_cents >= amount_cents) then 'REFUNDED'
      end as status
    from transactions
    where purchase_id = ${id} and merchant_id = ${merchantId} and refunded_transaction_id is null
      and status in ('SUCCESS', 'REVERSED')`.execute(tx);
  const status = back.rows[0]!.status ?? (before === 'REFUNDED' ? 'SETTLED' : before);
  if (status === before) return;
  await tx.updateTable('purchases').set({ status }).where(theRow(id, merchantId)).execute();
}

/** It has money again that was not all given back; one that was cancelled meanwhile stays so. */
export async function settlePurchase(tx: Tx, id: string, merchantId: string) {
  await tx
    .updateTable('purchases')
    .set({ status: 'SETTLED', reason_code: null, reason_note: null })
    .where(theRow(id, merchantId))
    .where('status', 'in', ['SIGNED', 'REFUNDED', 'DECLINED'])
    .execute();
}

/**
 * All of the loan that paid the order is given back, and so what was bought by it is, unless something else has paid
 * for the same; its merchant is told.
 */
export async function loanGivenBack(
  tx: Tx,
  services: Services,
  orderId: string,
  merchantId: string,
): Promise<void> {
  const { purchase_id: id } = await tx
    .selectFrom('orders')
    .select('purchase_id')
    .where(theRow(orderId, merchantId))
    .executeTakeFirstOrThrow();
  if (!id || (await heldStatus(tx, id, merchantId)) !== 'SETTLED') return;
  const { rows } = await sql<{ paid: boolean }>`
    select ${isLent(id, merchantId)} or ${isLeft(id, merchantId)} as paid`.execute(tx);
  if (rows[0]!.paid) return;
  const refunded = await tx
    .updateTable('purchases')
    .set({ status: 'REFUNDED' })
    .where(theRow(id, merchantId))
    .returningAll()
    .returning(toldAt('purchases'))
    .executeTakeFirstOrThrow();
  await tellPurchase(tx, services, refunded);
}

/**
 * How the callback under this id fared, unless a newer one has left: ids grow with time, and what an
 * older one came to says nothing beside it.
 */
export const noteCallback = (
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  eventId: string,
  taken: boolean,
) =>
  sql`
    update purchases set last_callback_status = ${taken ? 'OK' : 'ERROR'}
    where ${theRow(id, merchantId)} and not exists (
      select from exchange_logs
      where purchase_id = ${id} and merchant_id = ${merchantId}
        and xml_type = 'PURCHCOMPLREQ' and id > ${eventId})`.execute(tx);

/** What became of money on its way back. */
interface MoneyEvent {
  event: keyof typeof TRANSACTION_EVENTS;
  /** The refund itself, or what was reversed. */
  transactionId: string;
  merchantId: string;
  cents: bigint;
}

/**
 * Tells the merchant of money that went back, or did not: of a partial refund as of a full one, of a
 * failed one and of a reversal, each with what is left of the payment (AM-119). Amounts are positive,
 * the type says which way they go (AM-125). Who paid without a purchase is told of by the order.
 */
export async function postMoneyCallback(
  tx: Tx,
  services: Services,
  { event, transactionId, merchantId, cents }: MoneyEvent,
): Promise<void> {
  const { rows } = await sql<{
    type: string;
    original_id: string | null;
    purchase_id: string | null;
    order_id: string | null;
    left: bigint;
  }>`
    select transaction_kind(t.refunded_transaction_id, t.moves_money) as type,
      t.refunded_transaction_id as original_id, t.purchase_id, o.id as order_id,
      p.amount_cents - p.refunded_cents - p.pending_refund_cents - p.reversed_cents
        - p.pending_reversal_cents as left
    from transactions t
    join transactions p on p.id = coalesce(t.refunded_transaction_id, t.id)
      and p.merchant_id = t.merchant_id
    left join orders o on o.id = t.order_id and o.merchant_id = t.merchant_id
    where t.id = ${transactionId} and t.merchant_id = ${merchantId}`.execute(tx);
  const row = rows[0]!;
  const happened = {
    event,
    transactionId,
    originalTransactionId: row.original_id,
    type: row.type,
    transactionAmount: fromCents(cents).toFixed(2),
    remainingAmount: fromCents(row.left).toFixed(2),
  };
  if (row.purchase_id) await postPurchaseCallback(tx, services, row.purchase_id, happened);
  else if (row.order_id) await postOrderCallback(tx, services, row.order_id, happened);
}

/** What a payer is asked to sign, for an order that has just been made. */
export async function openPurchase(
  tx: Tx,
  { merchantId, orderId, expires }: { merchantId: string; orderId: string; expires: Date },
): Promise<string> {
  const id = randomUUIDv7();
  await sql`
    insert into purchases (id, merchant_id, amount_cents, currency, status, created_date,
      payment_info, expiration_date, external_id, reason_code)
    select ${id}, merchant_id, amount_cents, currency,
      case when status = 'REJECTED' then 'DECLINED' else 'UNSIGNED' end, now(),
      coalesce(label, external_order_number), ${expires.toISOString()}, external_id,
      reject_reason_code
    from orders where ${theRow(orderId, merchantId)}`.execute(tx);
  return id;
}

/** It is of what its order comes to now; whoever signs it has seen that. */
export const amountOfPurchase = (tx: Tx, id: string, merchantId: string, cents: bigint) =>
  tx
    .updateTable('purchases')
    .set({ amount_cents: cents })
    .where(theRow(id, merchantId))
    // what could not be taken may be paid again, and is signed anew
    .where('status', 'in', ['UNSIGNED', 'DECLINED'])
    .execute();

/** Nobody signs what its merchant would not answer for. */
export const declinePurchase = (tx: Tx, id: string, merchantId: string, reasonCode: string) =>
  tx
    .updateTable('purchases')
    .set({ status: 'DECLINED', reason_code: reasonCode, updated_date: sql`now()` })
    .where(theRow(id, merchantId))
    .where('status', '=', 'UNSIGNED')
    .execute();
