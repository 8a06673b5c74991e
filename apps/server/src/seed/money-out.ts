import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sandboxReference } from '../gateways/acquirer-sandbox/booking.ts';
import { audit } from './audit.ts';
import { transactionRow } from './factories.ts';
import { batchId } from './payments.ts';
import type { MoneyOperationRow, TransactionRow, UserRow } from './tables.ts';
import { fullName, later, log, type Payment, type World } from './world.ts';

/** Money that went back: each function leaves every table as the server would have left it. */

export interface MoneyOut {
  amountCents: bigint;
  date: Date;
  user: UserRow;
  reasonCode: string;
  reasonNote?: string | null;
  /** Why the acquirer said no; nothing moves then. */
  declined?: string;
  /** The acquirer's first answer was lost, the second one counted. */
  unknownFirst?: boolean;
}

/** Refunds a part or all; the refund is a transaction of its own, emitted when its story ends. */
export function refund(world: World, payment: Payment, out: MoneyOut): Payment {
  const { shop, transaction: original, purchase } = payment;
  const { amountCents, date, user, declined } = out;
  const manual = out.reasonCode === 'REFUNDED_MANUALLY';
  const transaction = transactionRow({
    id: world.random.id(date),
    merchantId: original.merchantId,
    customerId: original.customerId,
    purchaseId: original.purchaseId,
    orderId: original.orderId,
    recurringPaymentId: original.recurringPaymentId,
    refundedTransactionId: original.id,
    date,
    status: declined ? 'FAILED' : 'SUCCESS',
    amountCents,
    description: original.description && `Refund: ${original.description}`,
    cardPan: original.cardPan,
    cardId: original.cardId,
    accountStatementReference: original.accountStatementReference,
    batchId: manual || declined ? null : batchId(date, shop),
    externalErrorType: declined ? 'ACQUIRER' : null,
    externalErrorCode: declined ? 'DECLINED' : null,
    externalErrorDescription: declined ?? null,
    createdBy: fullName(user),
    movesMoney: !manual,
  });
  const kind = manual ? 'MANUAL_REFUND' : 'REFUND';
  const { settledDate, reference } = settle(world, original, transaction, kind, out);
  transaction.externalPaymentId = reference;
  const done = declined ? 'REFUND_FAILED' : manual ? 'REFUNDED_MANUALLY' : 'REFUNDED';
  logMoney(world, original, 'REFUND_REQUESTED', out, settledDate, done);
  const userName = fullName(user);
  log(world, transaction, date, { event: 'CREATED', toStatus: 'PROCESSING', userName });
  const { status: toStatus } = transaction;
  const note = declined ?? null;
  const end = { event: done, fromStatus: 'PROCESSING', toStatus, userName, note } as const;
  log(world, transaction, settledDate, end);
  if (!declined) {
    original.refundedCents += amountCents;
    if (purchase && original.refundedCents === original.amountCents) purchase.status = 'REFUNDED';
  }
  return { shop, transaction, purchase: null };
}

/** Reverses a part or all; of a refund, it gives the amount back to the original (AM-94). */
export function reverse(world: World, payment: Payment, out: MoneyOut, original?: Payment): void {
  const { transaction, purchase } = payment;
  const { amountCents, declined } = out;
  const { settledDate } = settle(world, transaction, null, 'REVERSAL', out);
  const done = declined ? 'REVERSAL_FAILED' : 'REVERSED';
  logMoney(world, transaction, 'REVERSAL_REQUESTED', out, settledDate, done);
  if (declined) return;
  transaction.status = 'REVERSED';
  transaction.reversedCents = amountCents;
  transaction.reversalDate = settledDate;
  transaction.reversalReasonCode = out.reasonCode;
  transaction.reversalReasonNote = out.reasonNote ?? null;
  if (purchase && amountCents === transaction.amountCents) purchase.status = 'CANCELLED';
  else if (purchase && amountCents + transaction.refundedCents === transaction.amountCents)
    purchase.status = 'REFUNDED';
  if (original) {
    original.transaction.refundedCents -= amountCents;
    if (original.purchase?.status === 'REFUNDED') original.purchase.status = 'SETTLED';
  }
}

type Event = Parameters<typeof log>[3]['event'];

/** What stands in the log of the transaction whose money goes back. */
function logMoney(
  world: World,
  transaction: TransactionRow,
  asked: Event,
  out: MoneyOut,
  settledDate: Date,
  done: Event,
): void {
  const words = `${formatAmount(fromCents(out.amountCents))} ${transaction.currency}, ${out.reasonCode}`;
  const by = { fromStatus: 'SUCCESS', toStatus: 'SUCCESS', userName: fullName(out.user) } as const;
  log(world, transaction, out.date, { event: asked, ...by, note: words });
  if (out.unknownFirst) {
    const note = 'The acquirer did not answer in time';
    log(world, transaction, later(out.date, 3000), { event: 'ANSWER_UNKNOWN', ...by, note });
  }
  const toStatus = done === 'REVERSED' ? 'REVERSED' : 'SUCCESS';
  const note = out.declined ?? words;
  log(world, transaction, settledDate, { event: done, ...by, toStatus, note });
}

/** The operation, and what follows from its answer: journal, the acquirer's books, audit. */
function settle(
  world: World,
  transaction: TransactionRow,
  refundTransaction: TransactionRow | null,
  kind: MoneyOperationRow['kind'],
  out: MoneyOut,
) {
  const { random, emit } = world;
  const { amountCents, date, user, reasonCode, reasonNote = null, declined, unknownFirst } = out;
  const id = random.id(date);
  const transactionId = transaction.id;
  const { merchantId, currency } = transaction;
  const manual = kind === 'MANUAL_REFUND';
  const wait = manual ? 1 : unknownFirst ? 34_000 : random.int(300, 1800);
  const settledDate = later(date, wait);
  const reference = manual || declined ? null : sandboxReference(id);
  const money = { kind, transactionId, amountCents, currency };
  emit('moneyOperations', {
    id,
    ...money,
    status: declined ? 'DECLINED' : 'APPROVED',
    refundTransactionId: refundTransaction?.id ?? null,
    merchantId,
    reasonCode,
    reasonNote,
    createdDate: date,
    userId: user.id,
    userName: fullName(user),
    settledDate,
    acquirerReference: reference,
    declineReason: declined ?? null,
    attempts: unknownFirst ? 1 : 0,
    nextAttemptDate: null,
  });
  if (!declined) {
    const moved = { createdDate: settledDate, operationId: id, merchantId };
    emit('moneyJournal', {
      id: random.id(settledDate),
      ...moved,
      ...money,
      acquirerReference: reference,
    });
  }
  if (reference) {
    const book = { operationId: id, reference, createdDate: date, bookedDate: date };
    emit('ledger', { ...money, kind: kind as 'REFUND' | 'REVERSAL', ...book });
  }
  transaction.updatedDate = date;
  transaction.updatedBy = fullName(user);
  const about = { action: kind, entityType: 'TRANSACTION', entityId: transactionId, merchantId };
  const amount = fromCents(amountCents);
  audit(world, date, user, {
    ...about,
    result: 'PENDING',
    details: { operationId: id, amount, currency, reasonCode, reasonNote },
  });
  audit(world, settledDate, user, {
    ...about,
    result: declined ? 'FAILED' : 'SUCCESS',
    details: {
      operationId: id,
      amount,
      currency,
      reasonCode,
      ...(declined ? { reason: declined } : {}),
    },
  });
  return { settledDate, reference };
}
