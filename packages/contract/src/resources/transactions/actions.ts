import { shortCard } from '../../kernel/cards.ts';
import { formatAmount, less, typedAmount } from '../../kernel/money.ts';
import { byOwnHandler, recordAction, type RecordAction } from '../../kernel/record.ts';
import { REVERSAL_ROLES } from '../../permissions.ts';
import type { TransactionType } from '../transactions.ts';
import {
  alsoPaidWords,
  bewareOfOther,
  seenPaymentFields,
  whyUnread,
  type AlsoPaid,
} from './also-paid.ts';
import {
  begun,
  limited,
  markFields,
  reason,
  REFUND_REASONS,
  refundFields,
  reversalFields,
} from './fields.ts';
import {
  canMarkRefunded,
  canMarkSuccessful,
  canRefund,
  canReverse,
  isOriginalReversed,
  leftBeside,
  leftElsewhere,
  ORIGINAL_REVERSED,
  type TransactionState,
} from './rules.ts';

/** What is done with a transaction: money reserves, calls and settles (ADR 9), and a repeat of a key moves none. */

export const payer = ({ cardPan }: TransactionState) =>
  cardPan ? `card ${shortCard(cardPan)}` : 'the payer';

/** 'Refund 12.50 EUR', with what is typed; without a number only the verb. */
const submit =
  (verb: string) =>
  ({ currency }: TransactionState, typed: Readonly<Record<string, unknown>>) =>
    [verb, typedAmount(typed, currency)].filter(Boolean).join(' ');

export const money = { sensitive: 'MONEY' } as const;
type Body = Readonly<Record<string, unknown>>;
const typedIn = ({ amount }: Body) => Number(amount);
/** By the call that refunds too (SB-17). */
const isMark = ({ refundReason }: Body) => refundReason === 'REFUNDED_MANUALLY';

const MONEY = {
  idempotent: true,
  alsoAnswers: {
    202: 'The acquirer has not answered: the money is reserved, and a task asks until it knows.',
  },
} as const;
/** In place of the success while the acquirer's answer is still open (AM-102). */
const unanswered =
  (what: 'refund' | 'reversal') =>
  ({ awaitingAcquirer }: TransactionState) =>
    awaitingAcquirer === what
      ? `The acquirer has not answered yet. The ${what} stays pending and is resolved automatically.`
      : null;
/** How much of it went by this. */
const back = ({ remainingAmount, currency }: TransactionState, before: TransactionState) =>
  `${formatAmount(less(before.remainingAmount, remainingAmount))} ${currency}`;
const stillLeft = (one: TransactionState) => {
  const left = leftBeside(one);
  return `${left > 0 ? `${formatAmount(left)} ${one.currency}` : 'Nothing'} is left to refund.`;
};

const leftOfOriginal = (one: TransactionState, whose: string) =>
  isOriginalReversed(one)
    ? `. ${ORIGINAL_REVERSED}`
    : `${whose} left to refund from the original payment again.`;

/** What becomes of the money, which differs by what is reversed. */
const REVERSED: Readonly<Record<TransactionType, (transaction: TransactionState) => string>> = {
  PAYMENT: (one) => `The money is returned to ${payer(one)} and the transaction becomes reversed.`,
  REFUND: (one) =>
    `The refund is undone: its money is taken from ${payer(one)} again${leftOfOriginal(one, ', and is')}`,
  MANUAL_REFUND: (one) =>
    `No money moves: the refund was recorded by hand, and so is its reversal${leftOfOriginal(one, '. Its amount is')}`,
};

export const reverseTransaction = byOwnHandler(
  recordAction<TransactionState, typeof reversalFields>({
    ...money,
    label: 'Reverse',
    summary: 'Reverse a transaction',
    serves: 'API-36, TX-47..49, TX-59..66, SB-15',
    audited: 'REVERSAL',
    asks: { roles: REVERSAL_ROLES, right: 'REVERSE' },
    whyNot: canReverse,
    secondPerson: { kind: 'REVERSAL', amount: typedIn },
    fields: reversalFields,
    fieldsOf: limited(reversalFields, 'REVERSE'),
    begins: begun(),
    dialog: {
      title: ({ type }) => (type === 'PAYMENT' ? 'Reverse this payment' : 'Reverse this refund'),
      consequence: (one) =>
        `${REVERSED[one.type](one)} There is only one reversal, and it can’t be undone${one.type === 'PAYMENT' ? '; of what it leaves nothing can be refunded' : ''}.`,
      submit: submit('Reverse'),
    },
    danger: true,
    success: 'Transaction has been reversed successfully',
    did: (after, before) =>
      after.type === 'PAYMENT'
        ? `${back(after, before)} goes back to ${payer(after)}.`
        : isOriginalReversed(after)
          ? ORIGINAL_REVERSED
          : `${back(after, before)} is left to refund from the original payment again.`,
    outcome: unanswered('reversal'),
  }),
  MONEY,
);

const refunding = {
  ...money,
  summary: 'Refund a transaction, or mark it as refunded (REFUNDED_MANUALLY)',
  serves: 'API-37, TX-50..55, TX-67..71, SB-16, SB-17',
  asks: { right: 'REFUND' },
  fields: refundFields,
  success: 'Transaction has been refunded successfully',
} as const;

export const refundTransaction = byOwnHandler(
  recordAction<TransactionState, typeof refundFields>({
    ...refunding,
    label: 'Refund',
    audited: 'REFUND',
    whyNot: canRefund,
    secondPerson: {
      kind: (body) => (isMark(body) ? 'MARK' : 'REFUND'),
      amount: typedIn,
      as: (body): RecordAction<never> => (isMark(body) ? markRefunded : refundTransaction),
    },
    fieldsOf: limited({ ...refundFields, refundReason: reason(REFUND_REASONS) }, 'REFUND'),
    begins: begun(),
    dialog: {
      title: 'Refund this payment',
      consequence: (one) => `The money is returned to ${payer(one)}. This can’t be undone.`,
      submit: submit('Refund'),
    },
    primary: true,
    did: (after, before) =>
      `${back(after, before)} goes back to ${payer(after)}. ${stillLeft(after)}`,
    outcome: unanswered('refund'),
  }),
  MONEY,
);

/**
 * What was given back another way is written down all the same: else it would be left to refund once the dispute is
 * won, and go to the payer again.
 */
const GIVEN_TWICE = {
  OPEN: 'The payer’s bank claims this payment back too: record only what the payer has already, and give nothing more back meanwhile, or they have it twice. ',
  LOST: 'The payer has what the bank took in the dispute besides: record only what was given back on top of it. ',
  WON: '',
} as const;

/** By the same call, with the reason that says so (SB-17). */
export const markRefunded = byOwnHandler(
  recordAction<TransactionState, typeof refundFields>({
    ...refunding,
    label: 'Mark as refunded',
    audited: 'MANUAL_REFUND',
    whyNot: canMarkRefunded,
    fieldsOf: limited(markFields, 'REFUND', leftElsewhere),
    begins: (one) => ({ ...begun(leftElsewhere)(one), refundReason: 'REFUNDED_MANUALLY' }),
    dialog: {
      ask: {
        title: 'Mark as refunded',
        question: 'Has the refund already been done using another system?',
        yes: 'Yes, it has been done',
      },
      title: 'Mark as refunded',
      consequence: (one) =>
        `No money moves: the refund is only recorded. ${GIVEN_TWICE[one.dispute ?? 'WON']}This can’t be undone.`,
      submit: submit('Mark as refunded'),
    },
    did: (after, before) =>
      `${back(after, before)} counts as refunded, and no money moved. ${stillLeft(after)}`,
  }),
  MONEY,
);

export const markSuccessful = byOwnHandler(
  recordAction<TransactionState & AlsoPaid, typeof seenPaymentFields>({
    ...money,
    label: 'Mark as successful',
    summary:
      'Mark a transaction as successful; no money moves, and the acquirer is asked whether it has that of the payment',
    serves: 'API-38, TX-56, SB-18, AM-113',
    audited: 'MARK_SUCCESSFUL',
    asks: { right: 'MARK' },
    whyNot: canMarkSuccessful,
    secondPerson: {
      kind: 'MARK',
      amount: (_body, { amount }) => amount,
      unread: ({ seenPaymentId }, one) =>
        whyUnread(one, seenPaymentId as string | null | undefined),
      beware: bewareOfOther,
    },
    fields: seenPaymentFields,
    seen: (one) => ({ seenPaymentId: one.alsoPaidBy?.id ?? null }),
    dialog: {
      title: 'Mark as successful',
      consequence: (one) =>
        [
          alsoPaidWords(one),
          `No money moves: only the status becomes Success. ${
            one.type === 'PAYMENT'
              ? 'Its order counts as paid. The acquirer is asked whether it has the money; where it has not, the payment stands as marked by hand, and nothing can be refunded or reversed through the acquirer.'
              : 'The refund counts as one made in another system, against what is left of the original payment.'
          } This can’t be undone.`,
        ]
          .filter(Boolean)
          .join('\n'),
      submit: 'Mark as successful',
    },
    success: 'Transaction has been marked as successful',
  }),
  { idempotent: true },
);
