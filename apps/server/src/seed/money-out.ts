import { sandboxReference } from '../gateways/acquirer-sandbox.ts';
import { transactionRow } from './factories.ts';
import { batchId, fullName, later, log, statementReference } from './payments.ts';
import type { Payment, World } from './payments.ts';
import type { MoneyOperationRow, TransactionRow, UserRow } from './tables.ts';

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
  const { random } = world;
  const { shop, transaction: original, purchase } = payment;
  const { amountCents, date, user, declined } = out;
  const manual = out.reasonCode === 'REFUNDED_MANUALLY';
  const transaction = transactionRow({
    id: random.id(date),
    merchantId: original.merchantId,
    customerId: original.customerId,
    purchaseId: original.purchaseId,
    orderId: original.orderId,
    refundedTransactionId: original.id,
    date,
    status: declined ? 'FAILED' : 'SUCCESS',
    amountCents,
    description: original.description ? `Refund: ${original.description}` : 'Refund',
    cardPan: original.cardPan,
    accountStatementReference: manual || declined ? null : statementReference(world),
    batchId: manual || declined ? null : batchId(date, shop),
    externalErrorType: declined ? 'ACQUIRER' : null,
    externalErrorCode: declined ? '05' : null,
    externalErrorDescription: declined ?? null,
    externalPaymentId: manual ? null : `PAY-${random.digits(10)}`,
    createdBy: fullName(user),
    movesMoney: !manual,
  });
  const settled = settle(world, original, transaction, manual ? 'MANUAL_REFUND' : 'REFUND', out);
  const by = { userName: fullName(user), note: noteOf(out) };
  const done = declined ? 'REFUND_FAILED' : manual ? 'REFUNDED_MANUALLY' : 'REFUNDED';
  const still = { fromStatus: 'SUCCESS', toStatus: 'SUCCESS', ...by } as const;
  if (!manual) log(world, original, date, { event: 'REFUND_REQUESTED', ...still });
  if (out.unknownFirst) log(world, original, later(date, 3000), { event: 'ANSWER_UNKNOWN' });
  log(world, original, settled, { event: done, ...still });
  log(world, transaction, date, { event: 'CREATED', toStatus: 'PROCESSING', ...by });
  const { status } = transaction;
  log(world, transaction, settled, { event: done, fromStatus: 'PROCESSING', toStatus: status });
  if (!declined) {
    original.refundedCents += amountCents;
    touch(original, settled, user);
    if (purchase && original.refundedCents === original.amountCents) purchase.status = 'REFUNDED';
  }
  return { shop, transaction, purchase: null };
}

/** Reverses a part or all; of a refund, it gives the amount back to the original (AM-94). */
export function reverse(world: World, payment: Payment, out: MoneyOut, original?: Payment): void {
  const { transaction, purchase } = payment;
  const { amountCents, date, user, declined } = out;
  const settled = settle(world, transaction, null, 'REVERSAL', out);
  const by = { fromStatus: 'SUCCESS', userName: fullName(user), note: noteOf(out) } as const;
  log(world, transaction, date, { event: 'REVERSAL_REQUESTED', toStatus: 'SUCCESS', ...by });
  if (out.unknownFirst) log(world, transaction, later(date, 3000), { event: 'ANSWER_UNKNOWN' });
  if (declined) {
    log(world, transaction, settled, { event: 'REVERSAL_FAILED', toStatus: 'SUCCESS', ...by });
    return;
  }
  log(world, transaction, settled, { event: 'REVERSED', toStatus: 'REVERSED', ...by });
  transaction.status = 'REVERSED';
  transaction.reversedCents = amountCents;
  transaction.reversalDate = settled;
  transaction.reversalReasonCode = out.reasonCode;
  transaction.reversalReasonNote = out.reasonNote ?? null;
  touch(transaction, settled, user);
  if (purchase && amountCents === transaction.amountCents) purchase.status = 'CANCELLED';
  if (original) {
    original.transaction.refundedCents -= amountCents;
    touch(original.transaction, settled, user);
    if (original.purchase) original.purchase.status = 'SETTLED';
  }
}

/** The operation, and what follows from its answer: journal, the acquirer's books, audit. */
function settle(
  world: World,
  transaction: TransactionRow,
  refundTransaction: TransactionRow | null,
  kind: MoneyOperationRow['kind'],
  out: MoneyOut,
): Date {
  const { random, emit } = world;
  const { amountCents, date, user, reasonCode, declined, unknownFirst } = out;
  const settledDate = later(date, unknownFirst ? 34_000 : random.int(300, 1800));
  const id = random.id(date);
  const transactionId = transaction.id;
  const { merchantId, currency } = transaction;
  const manual = kind === 'MANUAL_REFUND';
  const reference = manual || declined ? null : sandboxReference(id);
  emit('moneyOperations', {
    id,
    kind,
    status: declined ? 'DECLINED' : 'APPROVED',
    transactionId,
    refundTransactionId: refundTransaction?.id ?? null,
    merchantId,
    amountCents,
    currency,
    reasonCode,
    reasonNote: out.reasonNote ?? null,
    createdDate: date,
    userId: user.id,
    userName: fullName(user),
    settledDate: manual ? date : settledDate,
    acquirerReference: reference,
    declineReason: declined ?? null,
    attempts: manual ? 0 : unknownFirst ? 2 : 1,
    nextAttemptDate: null,
  });
  const moved = { kind, transactionId, amountCents, currency };
  if (!declined) {
    emit('moneyJournal', {
      id: random.id(settledDate),
      createdDate: settledDate,
      operationId: id,
      merchantId,
      acquirerReference: reference,
      ...moved,
    });
  }
  if (reference) {
    emit('ledger', {
      operationId: id,
      ...moved,
      kind: kind as 'REFUND' | 'REVERSAL',
      reference,
      createdDate: date,
      bookedDate: date,
    });
  }
  auditMoney(world, transaction, kind, out);
  return settledDate;
}

function auditMoney(
  { random, emit }: World,
  transaction: TransactionRow,
  kind: MoneyOperationRow['kind'],
  { date, user, amountCents, reasonCode, reasonNote, declined }: MoneyOut,
): void {
  emit('auditLogs', {
    id: random.id(date),
    createdDate: date,
    userId: user.id,
    userName: fullName(user),
    application: user.merchantId ? 'MERCHANT_CONSOLE' : 'BACKOFFICE',
    action: kind,
    entityType: 'transactions',
    entityId: transaction.id,
    merchantId: transaction.merchantId,
    address: `192.0.2.${random.int(1, 254)}`,
    result: declined ? 'DECLINED' : 'SUCCESS',
    details: {
      amount: decimal(amountCents),
      currency: transaction.currency,
      reasonCode,
      reasonNote: reasonNote ?? null,
    },
  });
}

const noteOf = (out: MoneyOut) =>
  out.declined ?? `${decimal(out.amountCents)} EUR, ${out.reasonCode}`;

function decimal(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function touch(transaction: TransactionRow, date: Date, user: UserRow): void {
  transaction.updatedDate = date;
  transaction.updatedBy = fullName(user);
}
