import type { TRANSACTION_EVENTS } from '@paydesk/contract/resources/transactions/record.ts';
import type { TransactionStatus } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { sql, type Selectable } from 'kysely';
import type { Authentication } from '../../gateways/acquirer.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Transactions } from '../../platform/db/schema/payments.ts';
import type { NOBODYS } from '../taking.ts';
import { log } from './log.ts';

/** The transaction of a payment that a shopper makes: it begins when the card is known. */

interface Which {
  id: string;
  merchant_id: string;
}

export type PaymentOf = Pick<
  Selectable<Transactions>,
  | 'id'
  | 'merchant_id'
  | 'customer_id'
  | 'purchase_id'
  | 'order_id'
  | 'amount_cents'
  | 'currency'
  | 'description'
  | 'card_pan'
  | 'card_id'
>;

export async function openPayment(tx: Tx, by: { userName: string }, of: PaymentOf): Promise<void> {
  const opened = tx.with('opened', (db) =>
    db.insertInto('transactions').values({
      ...of,
      date: sql<string>`now()`,
      status: 'PROCESSING',
      created_by: by.userName,
      awaiting_acquirer: true,
    }),
  );
  await log(opened, by, of, 'CREATED', null, 'PROCESSING');
}

type Set = Partial<
  Pick<
    Selectable<Transactions>,
    | 'hold'
    | keyof typeof NOBODYS
    | 'awaiting_acquirer'
    | 'external_payment_id'
    | 'captured_date'
    | 'external_error_type'
    | 'external_error_code'
    | 'external_error_description'
  >
>;

/** What became of it, on its row and in its log; one that has ended stays as it is. */
export async function movePayment(
  tx: Tx,
  by: { userName: string },
  which: Which,
  to: {
    status?: TransactionStatus;
    event: keyof typeof TRANSACTION_EVENTS;
    note?: string | null;
    set: Set;
  },
): Promise<void> {
  const moved = await tx
    .updateTable('transactions')
    .set({
      ...to.set,
      ...(to.status && { status: to.status }),
      updated_date: sql`now()`,
      updated_by: by.userName,
    })
    .where(theRow(which.id, which.merchant_id))
    .where('status', '=', 'PROCESSING')
    .executeTakeFirst();
  // a statement of its own: where rows are spread none that adds what it has read may be a merchant's person's
  if (moved.numUpdatedRows === 0n) return;
  const after = to.status ?? 'PROCESSING';
  await log(tx, by, which, to.event, 'PROCESSING', after, to.note ?? null);
}

/** What the payer's bank said of who pays, and who bears a fraud by it. */
export async function notePayer(
  tx: Tx,
  { id, merchant_id }: Which,
  { eci, xid, liabilityShift }: Authentication,
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({ eci, xid, liability_shift: liabilityShift })
    .where(theRow(id, merchant_id))
    .execute();
}

/** Its money is held by the bank, and nobody has taken it yet. */
export const holdPayment = (tx: Tx, { id, merchant_id }: Which) =>
  tx
    .updateTable('transactions')
    .set({ hold: 'AUTHORISED', awaiting_acquirer: false })
    .where(theRow(id, merchant_id))
    .execute();

/** Somebody has decided about it, and the acquirer is asked. */
export const unhold = (tx: Tx, { id, merchant_id }: Which) =>
  tx
    .updateTable('transactions')
    .set({ hold: null, awaiting_acquirer: true })
    .where(theRow(id, merchant_id))
    .execute();

/**
 * What has paid an order that something else has paid too is counted twice: of two payments one is named for it, which
 * is the one that was marked by hand where there is such a one.
 */
export const countBeside = (tx: Tx, order: Which, id: string | null = null) =>
  sql`
    update transactions t set counted_beside = true
    where t.order_id = ${order.id} and t.merchant_id = ${order.merchant_id}
      and t.status = 'SUCCESS' and t.refunded_transaction_id is null
      and (${id}::uuid is null or t.id = ${id}::uuid)
      and not exists (select from transactions o where o.order_id = ${order.id}
        and o.merchant_id = ${order.merchant_id} and o.status = 'SUCCESS'
        and o.refunded_transaction_id is null and (o.counted_beside or not o.moves_money))`.execute(
    tx,
  );

/** Of its disputes the one that matters most: one that is open, else lost, else won; and by when those that are open are to be answered. */
export const markDispute = (tx: Tx, { id, merchant_id }: Which) =>
  sql`
    update transactions set dispute = (
      select status from disputes where transaction_id = ${id} and merchant_id = ${merchant_id}
      order by array_position(array['OPEN','LOST','WON'], status) limit 1
    ), respond_by = (
      select min(respond_by) from disputes
      where transaction_id = ${id} and merchant_id = ${merchant_id} and status = 'OPEN'
    ) where ${theRow(id, merchant_id)}`.execute(tx);
