import { shortCard } from '../../kernel/cards.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { formatAmount, less, together } from '../../kernel/money.ts';
import { paidAndGone, paidWords } from '../../kernel/paid.ts';
import type { Answer } from '../../kernel/story.ts';
import { MONEY_REASONS, type TransactionDetail } from './record.ts';
import { paidTwice } from './also-paid.ts';
import { disputedAnswer } from './dispute-story.ts';
import { captureTransaction, passTransaction } from './held-actions.ts';
import { andLeft, partOfPayment } from './original.ts';
import { isOriginalReversed, ORIGINAL_REVERSED } from './rules.ts';

/** What happened to a payment or a refund, as its screen begins. */

/** A line of its log ends with the reason by its code: '30.00 EUR, PRICE_ADJUSTMENT'. */
export const noteWords = (note: string | null): string | null =>
  note &&
  note.replace(/, ([A-Z_]+)$/, (said, code: string) => {
    const words = (MONEY_REASONS as Enumeration)[code];
    return words ? `, ${words.charAt(0).toLowerCase()}${words.slice(1)}` : said;
  });

/** What of a payment or a refund is told of. */
export type Told = Pick<
  TransactionDetail,
  | 'status'
  | 'type'
  | 'amount'
  | 'currency'
  | 'cardPan'
  | 'hold'
  | 'dispute'
  | 'claim'
  | 'claimedAmount'
  | 'failure'
  | 'markedByHand'
  | 'awaitingAcquirer'
  | 'refundedAmount'
  | 'reversedAmount'
  | 'reversedRefundsAmount'
  | 'pendingAmount'
  | 'remainingAmount'
  | 'alsoPaidBy'
> &
  Partial<
    Pick<
      TransactionDetail,
      | 'externalErrorType'
      | 'externalErrorCode'
      | 'acquirerFee'
      | 'captureBefore'
      | 'paidOutDay'
      | 'payerRefusal'
      | 'lostAmount'
      | 'originalStatus'
      | 'originalAmount'
      | 'originalLeft'
      | 'createdBy'
    >
  >;

const AWAITED = { refund: 'Refund', reversal: 'Reversal', payment: 'Charge' } as const;

/** 'Refund of 12.50 EUR is pending'; null when no answer is awaited. */
export function pendingWords(one: Told): string | null {
  const { awaitingAcquirer, type, currency } = one;
  if (!awaitingAcquirer) return null;
  const itself =
    awaitingAcquirer === 'payment' || (type !== 'PAYMENT' && awaitingAcquirer === 'refund');
  const amount = itself ? one.amount : one.pendingAmount;
  const what = AWAITED[awaitingAcquirer];
  return amount > 0
    ? `${what} of ${formatAmount(amount)} ${currency} is pending`
    : `${what} is pending`;
}

/** In the order of what matters: what is open, what somebody must do, why it failed, how it stands. */
export function transactionAnswer(one: Told): Answer | null {
  const pending = pendingWords(one);
  if (pending)
    return {
      tone: 'warning',
      reason: pending,
      nextStep:
        'The acquirer has not answered yet. It is asked again until it does, and this page shows what came of it.',
    };
  if (one.hold) return heldUntil((one.payerRefusal ? NOT_TO_TAKE : HELD)[one.hold], one);
  if (one.dispute && one.dispute !== 'WON') return disputedAnswer(one.dispute, one);
  if (one.failure) {
    const code = [one.externalErrorType, one.externalErrorCode].filter(Boolean).join(' ');
    return { tone: 'error', ...one.failure, ...(code ? { code } : {}) };
  }
  const twice = paidTwice(one);
  if (twice) return twice;
  if (one.markedByHand)
    return {
      tone: 'warning',
      reason: 'Somebody marked it as successful: the acquirer does not have its money',
      nextStep: 'What is refunded another way can be marked as refunded.',
    };
  return one.type === 'PAYMENT' ? paymentAnswer(one) : refundAnswer(one);
}

const HELD = {
  REVIEW: {
    tone: 'warning',
    reason: 'A risk rule holds this payment for review',
    nextStep: 'Nothing has been taken, and the shopper is waiting: approve or refuse it.',
    for: {
      asks: passTransaction.asks,
      others:
        'Nothing has been taken, and the shopper is waiting: the back office approves or refuses it.',
    },
  },
  AUTHORISED: {
    tone: 'info',
    reason: 'The bank holds the money, and nobody has taken it yet',
    nextStep: 'Capture it, or cancel it.',
    for: {
      asks: captureTransaction.asks,
      others: 'An administrator captures it, or cancels it.',
    },
  },
} as const satisfies Record<string, Answer>;

/** Whoever pays has been blocked since. */
const NOT_TO_TAKE = {
  REVIEW: {
    ...HELD.REVIEW,
    nextStep: 'Nothing has been taken, and nothing can be by now: refuse it.',
    for: {
      ...HELD.REVIEW.for,
      others: 'Nothing has been taken, and nothing can be by now: the back office refuses it.',
    },
  },
  AUTHORISED: {
    ...HELD.AUTHORISED,
    nextStep: 'Whoever pays has been blocked since, so it can’t be captured: cancel it.',
    for: {
      ...HELD.AUTHORISED.for,
      others:
        'Whoever pays has been blocked since, so it can’t be captured: an administrator cancels it.',
    },
  },
} as const satisfies Record<keyof typeof HELD, Answer>;

/** Until when what the bank holds can be captured. */
const heldUntil = (answer: Answer, { captureBefore }: Told): Answer =>
  captureBefore
    ? { ...answer, due: { words: 'It is released automatically on', at: captureBefore } }
    : answer;

function paymentAnswer(one: Told): Answer | null {
  const { amount, currency, refundedAmount, reversedAmount, remainingAmount } = one;
  const back = together(refundedAmount, reversedAmount);
  const by = one.cardPan ? ` by card ${shortCard(one.cardPan)}` : '';
  const left = `${formatAmount(remainingAmount)} ${currency} can still be refunded.`;
  switch (one.status.name) {
    case 'SUCCESS':
      if (less(amount, back) <= 0)
        return {
          tone: 'ended',
          reason: paidAndGone(one),
          nextStep: 'Nothing is left to refund.',
        };
      if (back > 0)
        return {
          tone: 'success',
          reason: paidWords(by, amount, one),
          nextStep: left,
        };
      return {
        tone: 'success',
        reason: one.dispute === 'WON' ? `Paid${by}; the dispute is won` : `Paid${by}`,
        nextStep: left,
      };
    case 'REVERSED': {
      const kept = less(amount, back);
      return kept > 0
        ? {
            tone: 'ended',
            reason: `Reversed: ${formatAmount(back)} of ${formatAmount(amount)} ${currency} returned to the payer`,
            nextStep: `The other ${formatAmount(kept)} ${currency} can’t be refunded after a reversal.`,
          }
        : {
            tone: 'ended',
            reason: 'Reversed: the money was returned to the payer',
            nextStep: 'Nothing is left to refund.',
          };
    }
    case 'PROCESSING':
      return {
        tone: 'info',
        reason: 'The payment is under way',
        nextStep: 'Waiting for the bank or the payer; nothing has to be done.',
      };
    case 'CANCELLED':
      return {
        tone: 'ended',
        reason: 'Cancelled: nothing was taken',
        nextStep: 'The payer can be asked to pay again.',
      };
    default:
      return null;
  }
}

function refundAnswer(one: Told): Answer | null {
  const money = `${formatAmount(one.amount)} ${one.currency}`;
  switch (one.status.name) {
    case 'SUCCESS': {
      const [part, by] = [partOfPayment(one), one.createdBy];
      return one.type === 'REFUND'
        ? {
            tone: 'success',
            reason: `${part} returned to ${one.cardPan ? `card ${shortCard(one.cardPan)}` : 'the payer'}${by ? `, requested by ${by}` : ''}`,
            ...andLeft('Banks show it within a few days.', one),
          }
        : {
            tone: 'success',
            reason: `${part} marked as refunded${by ? ` by ${by}` : ''}`,
            ...andLeft('It was given back another way; no money moved through the acquirer.', one),
          };
    }
    case 'REVERSED': {
      const stays = less(one.amount, one.reversedAmount);
      const taken = one.type === 'REFUND' ? ' was taken from the payer again' : null;
      if (stays > 0)
        return {
          tone: 'ended',
          reason: `The refund is undone in part: ${formatAmount(one.reversedAmount)} of ${money}${taken ?? ''}`,
          nextStep: `${isOriginalReversed(one) ? `${ORIGINAL_REVERSED} The` : 'So much is left to refund from the original payment; the'} other ${formatAmount(stays)} ${one.currency} stays with the payer.`,
        };
      return {
        tone: 'ended',
        reason: `The refund is undone${taken ? `: its money${taken}` : ''}`,
        nextStep: isOriginalReversed(one)
          ? ORIGINAL_REVERSED
          : 'Its amount is left to refund from the original payment.',
      };
    }
    case 'PROCESSING':
      return {
        tone: 'info',
        reason: 'The refund is under way',
        nextStep: 'Waiting for the acquirer; nothing has to be done.',
      };
    default:
      return null;
  }
}
