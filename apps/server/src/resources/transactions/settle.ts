import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { AcquirerAnswer } from '../../gateways/acquirer.ts';
import { mailBack } from '../../domain/payments/receipt.ts';
import { postMoneyCallback, updatePurchase } from '../../domain/purchases.ts';
import { audit, changes } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Services } from '../../platform/services.ts';
import { journal } from './entries.ts';
import { lockRow } from './figures.ts';
import { log } from '../../domain/transactions/log.ts';
import { isManual, isReversal, type Operation } from './reserve.ts';

type Known = Exclude<AcquirerAnswer, { outcome: 'unknown' }>;

/** What the acquirer says later, when whoever asked is not there any more. */
export async function settle(
  services: Services,
  operationId: string,
  answer: Known,
  also?: (tx: Tx) => Promise<void>,
): Promise<Operation> {
  return services.database.transaction('all', async (tx) =>
    settleIn(tx, services, operationId, answer, { by: 'Acquirer', also }),
  );
}

interface Said {
  /** Who answers; without it whoever asked is waiting, and has done it. */
  by?: string;
  /** Who waits, and from where. */
  actor?: SignedIn;
  also?: ((tx: Tx) => Promise<void>) | undefined;
}

/** Writes the acquirer's answer down, once: whoever comes second finds the operation settled, changes and does nothing. */
export async function settleIn(
  tx: Tx,
  services: Services,
  operationId: string,
  answer: Known,
  { by: said, actor, also }: Said = {},
): Promise<Operation> {
  const read = () => tx.selectFrom('money_operations').selectAll().where('id', '=', operationId);
  const { transaction_id: targetId, merchant_id: merchantId } =
    await read().executeTakeFirstOrThrow();
  // the same order as in `lock`: original, transaction, refund, operation
  const { refunded_transaction_id: originalId } = await tx
    .selectFrom('transactions')
    .select('refunded_transaction_id')
    .where(theRow(targetId, merchantId))
    .executeTakeFirstOrThrow();
  if (originalId) await lockRow(tx, originalId, merchantId);
  const before = await lockRow(tx, targetId, merchantId);
  const asked = await read()
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (asked.status !== 'PENDING') return asked;
  const operation = said ? { ...asked, user_name: said } : asked;

  if (answer.outcome === 'approved') {
    if (isReversal(operation.kind)) await approveReversal(tx, operation, originalId);
    else await approveRefund(tx, operation, answer.reference);
    // a reversal that was written down by hand is one of a refund
    if (operation.kind !== 'MANUAL_REVERSAL')
      await mailBack(tx, services, operation, operation.kind);
    await journal(tx, operation, answer.reference);
    await updatePurchase(tx, originalId ?? targetId, merchantId);
  } else await decline(tx, operation, answer.reason);
  await postMoneyCallback(tx, services, {
    event: eventOf(operation.kind, answer.outcome),
    transactionId: operation.refund_transaction_id ?? targetId,
    merchantId,
    cents: operation.amount_cents,
  });

  const by = actor ?? {
    userId: said ? null : asked.user_id,
    userName: operation.user_name,
    address: null,
  };
  await audit(tx, by, {
    action: operation.kind,
    entityType: 'TRANSACTION',
    entityId: operation.transaction_id,
    merchantId: operation.merchant_id,
    result: answer.outcome === 'approved' ? 'SUCCESS' : 'FAILED',
    details: {
      operationId,
      amount: fromCents(operation.amount_cents),
      currency: operation.currency,
      reasonCode: operation.reason_code,
      changes: changes(before, await lockRow(tx, targetId, merchantId)),
      ...(answer.outcome === 'declined' ? { reason: answer.reason } : {}),
    },
  });
  await also?.(tx);
  return tx
    .updateTable('money_operations')
    .set({
      status: answer.outcome === 'approved' ? 'APPROVED' : 'DECLINED',
      settled_date: sql`now()`,
      next_attempt_date: null,
      ...(answer.outcome === 'approved'
        ? { acquirer_reference: isManual(operation.kind) ? null : answer.reference }
        : { decline_reason: answer.reason }),
    })
    .where(theRow(operationId, merchantId))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the log and the merchant are told of it. */
function eventOf(kind: Operation['kind'], outcome: Known['outcome']) {
  if (outcome === 'declined') return isReversal(kind) ? 'REVERSAL_FAILED' : 'REFUND_FAILED';
  if (isReversal(kind)) return 'REVERSED';
  return isManual(kind) ? 'REFUNDED_MANUALLY' : 'REFUNDED';
}

const byOf = (operation: Operation) => ({ userName: operation.user_name });
const rowOf = (operation: Operation) => ({
  id: operation.transaction_id,
  merchant_id: operation.merchant_id,
});
const wordsOf = (operation: Operation) =>
  `${formatAmount(fromCents(operation.amount_cents))} ${operation.currency}, ${operation.reason_code}`;

async function approveRefund(tx: Tx, operation: Operation, reference: string) {
  const cents = operation.amount_cents;
  const refundId = operation.refund_transaction_id!;
  const manual = isManual(operation.kind);
  await tx
    .updateTable('transactions')
    .set({
      pending_refund_cents: sql`pending_refund_cents - ${cents}`,
      refunded_cents: sql`refunded_cents + ${cents}`,
    })
    .where(theRow(operation.transaction_id, operation.merchant_id))
    .execute();
  await tx
    .updateTable('transactions')
    .set({
      status: 'SUCCESS',
      awaiting_acquirer: false,
      external_payment_id: manual ? null : reference,
    })
    .where(theRow(refundId, operation.merchant_id))
    .execute();
  const event = eventOf(operation.kind, 'approved');
  await log(tx, byOf(operation), rowOf(operation), event, 'SUCCESS', 'SUCCESS', wordsOf(operation));
  await log(
    tx,
    byOf(operation),
    { ...rowOf(operation), id: refundId },
    event,
    'PROCESSING',
    'SUCCESS',
  );
}

/** A refund that is reversed gives its amount back to what is left of the original (AM-94). */
async function approveReversal(tx: Tx, operation: Operation, originalId: string | null) {
  const cents = operation.amount_cents;
  await tx
    .updateTable('transactions')
    .set({
      status: 'REVERSED',
      pending_reversal_cents: 0n,
      reversed_cents: cents,
      reversal_date: sql`now()`,
      reversal_reason_code: operation.reason_code,
      reversal_reason_note: operation.reason_note,
    })
    .where(theRow(operation.transaction_id, operation.merchant_id))
    .execute();
  if (originalId)
    await tx
      .updateTable('transactions')
      .set({ refunded_cents: sql`refunded_cents - ${cents}` })
      .where(theRow(originalId, operation.merchant_id))
      .execute();
  await log(
    tx,
    byOf(operation),
    rowOf(operation),
    'REVERSED',
    'SUCCESS',
    'REVERSED',
    wordsOf(operation),
  );
}

/** Nothing is reserved any more; the attempt stays readable as a failed refund and in the log (SB-19). */
async function decline(tx: Tx, operation: Operation, reason: string) {
  const reversal = isReversal(operation.kind);
  const column = reversal ? 'pending_reversal_cents' : 'pending_refund_cents';
  await tx
    .updateTable('transactions')
    .set({ [column]: sql`${sql.ref(column)} - ${operation.amount_cents}` })
    .where(theRow(operation.transaction_id, operation.merchant_id))
    .execute();
  if (operation.refund_transaction_id) {
    await tx
      .updateTable('transactions')
      .set({
        status: 'FAILED',
        awaiting_acquirer: false,
        external_error_type: 'ACQUIRER',
        external_error_code: 'DECLINED',
        external_error_description: reason,
      })
      .where(theRow(operation.refund_transaction_id, operation.merchant_id))
      .execute();
    const refund = { ...rowOf(operation), id: operation.refund_transaction_id };
    await log(tx, byOf(operation), refund, 'REFUND_FAILED', 'PROCESSING', 'FAILED', reason);
  }
  const event = eventOf(operation.kind, 'declined');
  await log(tx, byOf(operation), rowOf(operation), event, 'SUCCESS', 'SUCCESS', reason);
}
