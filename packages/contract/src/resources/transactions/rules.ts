import { PAYER_REFUSALS, type PayerRefusal } from '../../charging.ts';
import { NO_ACQUIRER } from '../../gateways.ts';
import { wholeDays } from '../../kernel/dates.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { less } from '../../kernel/money.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../../kernel/transaction-statuses.ts';
import type { DisputeStatus, Hold } from '../../payments.ts';
import type { Taken } from '../../taking.ts';
import type { TransactionType } from '../transactions.ts';

/** What can be done with a transaction, and when. */

export const AWAITED = {
  refund: 'Refund',
  reversal: 'Reversal',
  payment: 'Charge',
} as const satisfies Enumeration;

/** The part of a transaction that its rules and their words look at: the wire's own fields. */
export interface TransactionState extends Taken {
  type: TransactionType;
  cardPan: string | null;
  status: { name: TransactionStatus };
  date: string;
  amount: number;
  currency: string;
  refundedTransactionId: string | null;
  /** Amount less refunds and reversal, done and pending. */
  remainingAmount: number;
  /** What the payer's bank claims back, or has taken: in disputes that are open or lost. */
  claimedAmount: number;
  /** What the acquirer has not answered yet: a refund, a reversal, on the refund itself too, or the charge. */
  awaitingAcquirer: keyof typeof AWAITED | null;
  /** A payment whose status somebody set, and whose money the acquirer does not have (AM-113). */
  markedByHand: boolean;
  /** Of a refund: why its money can't be taken back from the payer again. */
  payerRefusal: PayerRefusal | null;
  /** Its money moves by an acquirer, and none is set up. */
  acquirerMissing: boolean;
  /** A payment that is not decided: staff look at it, or its money is held and not yet taken. */
  hold: Hold | null;
  /** What the payer's bank claims back, where it does. */
  dispute: DisputeStatus | null;
  /** Of a refund, where its record is read: how the payment stands that it gives back of. */
  originalStatus?: TransactionStatus | null;
}

export const ORIGINAL_REVERSED =
  'The original payment was reversed: nothing more can be refunded of it.';

/** Of what a reversed refund leaves to refund nothing is, where its payment was reversed beside it. */
export const isOriginalReversed = ({
  originalStatus,
}: Pick<TransactionState, 'originalStatus'>): boolean => originalStatus === 'REVERSED';

export const REVERSAL_WINDOW_DAYS = 360;

const statusWords = (transaction: TransactionState) =>
  TRANSACTION_STATUSES[transaction.status.name].toLowerCase();

type Left = Pick<TransactionState, 'remainingAmount' | 'claimedAmount'>;

/** What can still go back to the payer through the acquirer; what a bank claims, or has taken, does so by the dispute. */
export const leftBeside = ({ remainingAmount, claimedAmount }: Left): number =>
  Math.max(0, less(remainingAmount, claimedAmount));

/** The same by another way, which nobody here stops: it is written down, whatever a bank claims. */
export const leftElsewhere = ({ remainingAmount }: Left): number => remainingAmount;

/** Null, or why money goes back by the dispute alone: else the payer might have it twice. */
const disputed = ({ dispute, ...transaction }: TransactionState): string | null => {
  if (leftBeside(transaction) > 0) return null;
  return dispute === 'OPEN'
    ? 'The payer’s bank claims this payment back: the dispute decides about its money'
    : dispute === 'LOST'
      ? 'The payer has the money back already: the dispute was lost'
      : null;
};

export const NOT_AT_ACQUIRER =
  'Marked by hand: the acquirer does not have the money of this payment';

/**
 * Null or why a reversal is not possible (TX-47, TX-48, SB-15, AM-94). The role is what it asks. A
 * refund that is reversed takes money from its payer, and from some none is taken (SB-42).
 */
export function canReverse(transaction: TransactionState, now: Date): string | null {
  if (transaction.status.name !== 'SUCCESS')
    return `Only a successful transaction can be reversed; this one is ${statusWords(transaction)}`;
  if (wholeDays(transaction.date, now) >= REVERSAL_WINDOW_DAYS)
    return `A transaction can be reversed for ${REVERSAL_WINDOW_DAYS} days only`;
  if (transaction.awaitingAcquirer === 'reversal')
    return 'A reversal is waiting for the answer of the acquirer';
  if (transaction.remainingAmount <= 0) return 'Nothing is left to reverse';
  const lost = disputed(transaction);
  if (lost) return lost;
  if (transaction.markedByHand) return NOT_AT_ACQUIRER;
  if (transaction.payerRefusal) return PAYER_REFUSALS[transaction.payerRefusal];
  return transaction.acquirerMissing ? NO_ACQUIRER : null;
}

/** Null or why it can't be marked as refunded (TX-50..52, SB-17). */
export function canMarkRefunded(transaction: TransactionState): string | null {
  if (transaction.refundedTransactionId) return 'A refund can’t be refunded';
  if (transaction.status.name !== 'SUCCESS')
    return `Only a successful transaction can be refunded; this one is ${statusWords(transaction)}`;
  if (transaction.awaitingAcquirer === 'reversal')
    return 'A reversal is waiting for the answer of the acquirer';
  if (transaction.remainingAmount <= 0) return 'Nothing is left to refund';
  return null;
}

/** Null or why a refund through the acquirer is not possible (TX-50, TX-51, SB-16, AM-113). */
export function canRefund(transaction: TransactionState): string | null {
  const { markedByHand, acquirerMissing } = transaction;
  return (
    canMarkRefunded(transaction) ??
    disputed(transaction) ??
    (markedByHand ? NOT_AT_ACQUIRER : acquirerMissing ? NO_ACQUIRER : null)
  );
}

/** Null or why it can't be marked as successful (TX-56, SB-18). */
export function canMarkSuccessful(transaction: TransactionState): string | null {
  if (transaction.status.name === 'SUCCESS') return 'The transaction is successful already';
  if (transaction.status.name === 'REVERSED') return 'The transaction has been reversed';
  if (transaction.awaitingAcquirer) return 'The answer of the acquirer is still open';
  return transaction.hold && NOT_DECIDED[transaction.hold];
}

const NOT_DECIDED: Readonly<Record<Hold, string>> = {
  REVIEW: 'The payment is still in review',
  AUTHORISED: 'The bank holds its money: capture it, or cancel the payment',
};

/** Null, or why its money can't be taken from where it is held, nor let go (TX-41). */
export function canCapture(transaction: TransactionState): string | null {
  if (transaction.hold !== 'AUTHORISED')
    return 'Only an authorised payment can be captured or cancelled';
  return transaction.acquirerMissing ? NO_ACQUIRER : null;
}

/** Null, or why nobody is asked to look at it (ST-03). */
export const canReview = (transaction: TransactionState): string | null =>
  transaction.hold === 'REVIEW' ? null : 'Only a payment in review can be approved or refused';

/** Whoever pays may have been blocked since a rule or the bank held it (SB-42). */
const stillPays = ({ payerRefusal }: TransactionState): string | null =>
  payerRefusal ? PAYER_REFUSALS[payerRefusal] : null;

/** The same of letting it pass. */
export const canPass = (transaction: TransactionState): string | null =>
  canReview(transaction) ?? stillPays(transaction);

/** And of taking what the bank holds; it may be let go all the same. */
export const canTake = (transaction: TransactionState): string | null =>
  canCapture(transaction) ?? stillPays(transaction);
