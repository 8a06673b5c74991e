import { randomUUIDv7 } from 'node:crypto';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import { sql, type Selectable } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { MoneyOperations } from '../../platform/db/schema/payments.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { isDisputed, remainingCents, type TransactionRow } from './detail.ts';
import { pendingOf } from './figures.ts';
import { claimedOf } from '../../domain/payments/sums.ts';
import { log } from '../../domain/transactions/log.ts';

export type Operation = Selectable<MoneyOperations>;

export interface MoneyOrder {
  kind: MoneyOperations['kind'];
  transactionId: string;
  amount: number;
  reasonCode: string;
  reasonNote: string | null;
}

/** Manual: written down alone, for the money moves elsewhere (SB-17). */
export const isManual = (kind: MoneyOperations['kind']) => kind.startsWith('MANUAL_');
export const isReversal = (kind: MoneyOperations['kind']) => kind.endsWith('REVERSAL');

const reading = (tx: Tx, actor: SignedIn, id: string) =>
  tx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .where(scopeOf(transactions, 'merchant_id', actor));

/** The transaction as it is now; 404 for a foreign id as for an absent one. */
export async function find(tx: Tx, actor: SignedIn, id: string): Promise<TransactionRow> {
  const row = await reading(tx, actor, id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/**
 * The transaction and, where it is a refund, its original, both locked, the original first: every
 * money path locks in this order. 404 for a foreign id as for an absent one.
 */
export async function lock(
  tx: Tx,
  actor: SignedIn,
  id: string,
): Promise<{ row: TransactionRow; original: TransactionRow | null }> {
  const seen = await find(tx, actor, id);
  const read = (rowId: string) =>
    reading(tx, actor, rowId).where('merchant_id', '=', seen.merchant_id);
  const original = seen.refunded_transaction_id
    ? await read(seen.refunded_transaction_id).forUpdate().executeTakeFirstOrThrow()
    : null;
  return { row: await read(id).forUpdate().executeTakeFirstOrThrow(), original };
}

/** How much of a row that is locked its payer's bank claims; read after it, since who notes a dispute locks it too. */
export async function claimedCents(tx: Tx, row: TransactionRow): Promise<bigint> {
  if (!isDisputed(row)) return 0n;
  const claimed = claimedOf(row.id, row.merchant_id);
  const { rows } = await sql<{ cents: bigint }>`select ${claimed} as cents`.execute(tx);
  return rows[0]!.cents;
}

/**
 * Reserves the money under the row's lock (AM-102): from here on it counts against what is left.
 * The update guards itself too, so that no path around the lock could give out too much.
 */
export async function reserve(
  tx: Tx,
  actor: SignedIn,
  row: TransactionRow,
  order: MoneyOrder,
  { retryAfterSeconds, gateway }: { retryAfterSeconds: number; gateway: string | null },
): Promise<Operation> {
  const cents = toCents(order.amount)!;
  // what went back elsewhere is written down, whatever a bank claims
  const claimed = isManual(order.kind) ? 0n : await claimedCents(tx, row);
  const column = isReversal(order.kind) ? 'pending_reversal_cents' : 'pending_refund_cents';
  const guarded = await tx
    .updateTable('transactions')
    .set({
      [column]: sql`${sql.ref(column)} + ${cents}`,
      updated_date: sql`now()`,
      updated_by: actor.userName,
    })
    .where(theRow(row.id, row.merchant_id))
    .where('status', '=', 'SUCCESS')
    .where('pending_reversal_cents', '=', 0n)
    .where(
      sql<boolean>`refunded_cents + pending_refund_cents + reversed_cents + pending_reversal_cents + ${claimed} + ${cents} <= amount_cents`,
    )
    .executeTakeFirst();
  if (guarded.numUpdatedRows !== 1n)
    throw invalid('amount', `At most ${formatAmount(fromCents(remainingCents(row)))} is left`);

  const operationId = randomUUIDv7();
  const refundId = isReversal(order.kind) ? null : randomUUIDv7();
  if (refundId) {
    await tx
      .insertInto('transactions')
      .values({
        ...refundOf(row, refundId, cents, actor),
        moves_money: order.kind === 'REFUND',
      })
      .execute();
    await log(
      tx,
      actor,
      { id: refundId, merchant_id: row.merchant_id },
      'CREATED',
      null,
      'PROCESSING',
    );
  }
  const operation = await tx
    .insertInto('money_operations')
    .values({
      id: operationId,
      kind: order.kind,
      status: 'PENDING',
      transaction_id: row.id,
      refund_transaction_id: refundId,
      merchant_id: row.merchant_id,
      amount_cents: cents,
      currency: row.currency,
      reason_code: order.reasonCode,
      reason_note: order.reasonNote,
      created_date: sql`now()`,
      user_id: actor.userId,
      user_name: actor.userName,
      // should this process end before it settles, the task asks the acquirer from then on
      next_attempt_date: sql`now() + make_interval(secs => ${retryAfterSeconds})`,
      gateway,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const words = `${formatAmount(order.amount)} ${row.currency}, ${order.reasonCode}`;
  const event = isReversal(order.kind) ? 'REVERSAL_REQUESTED' : 'REFUND_REQUESTED';
  await log(tx, actor, row, event, 'SUCCESS', 'SUCCESS', words);
  await audit(tx, actor, {
    action: order.kind,
    entityType: 'TRANSACTION',
    entityId: row.id,
    merchantId: row.merchant_id,
    result: 'PENDING',
    details: {
      operationId,
      amount: order.amount,
      currency: row.currency,
      reasonCode: order.reasonCode,
      reasonNote: order.reasonNote,
      changes: changes(pendingOf(column, row[column]), pendingOf(column, row[column] + cents)),
    },
  });
  return operation;
}

/** The refund's own transaction: it follows the original, and waits for the acquirer. */
function refundOf(row: TransactionRow, id: string, cents: bigint, actor: SignedIn) {
  return {
    id,
    merchant_id: row.merchant_id,
    customer_id: row.customer_id,
    purchase_id: row.purchase_id,
    order_id: row.order_id,
    recurring_payment_id: row.recurring_payment_id,
    refunded_transaction_id: row.id,
    date: sql<string>`now()`,
    status: 'PROCESSING',
    amount_cents: cents,
    currency: row.currency,
    description: row.description && `Refund: ${row.description}`,
    card_pan: row.card_pan,
    card_id: row.card_id,
    account_statement_reference: row.account_statement_reference,
    created_by: actor.userName,
    awaiting_acquirer: true,
  };
}
