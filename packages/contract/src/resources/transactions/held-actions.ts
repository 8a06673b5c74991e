import type { Fields } from '../../kernel/fields.ts';
import { formatAmount } from '../../kernel/money.ts';
import { byOwnHandler, recordAction } from '../../kernel/record.ts';
import { REVIEWS_PAYMENTS } from '../../reviewing.ts';
import { money, payer } from './actions.ts';
import { canCapture, canPass, canReview, canTake, type TransactionState } from './rules.ts';

/** What is done with a payment that is not decided: its money is taken or let go, it passes or is refused. */

const whole = ({ amount, currency }: TransactionState) => `${formatAmount(amount)} ${currency}`;

const HELD = {
  idempotent: true,
  alsoAnswers: { 202: 'The acquirer has not answered: a task asks until it knows.' },
} as const;

const stillAsked = ({ awaitingAcquirer }: TransactionState) =>
  awaitingAcquirer ? 'The acquirer has not answered yet. It is asked until it does.' : null;

const asks = { right: 'CAPTURE' } as const;
const held = { ...money, serves: 'TX-41, AM-102', asks, whyNot: canCapture } as const;

export const captureTransaction = byOwnHandler(
  recordAction<TransactionState>({
    ...held,
    whyNot: canTake,
    label: 'Capture',
    summary: 'Take the money of an authorised payment, all of it, within seven days',
    audited: 'CAPTURE',
    dialog: {
      title: 'Capture this payment',
      consequence: (one) =>
        `${whole(one)} is taken from ${payer(one)}, and the order is paid. This can’t be undone; money goes back by a refund.`,
      submit: (one) => `Capture ${whole(one)}`,
    },
    primary: true,
    success: 'Payment has been captured',
    did: (one) => `${whole(one)} was taken from ${payer(one)}.`,
    outcome: stillAsked,
  }),
  HELD,
);

export const cancelTransaction = byOwnHandler(
  recordAction<TransactionState>({
    ...held,
    label: 'Cancel payment',
    summary: 'Let go of the money of an authorised payment: the payer is not charged',
    audited: 'CANCEL',
    dialog: {
      title: 'Cancel this payment',
      consequence: (one) =>
        `The bank releases ${whole(one)} of ${payer(one)}: nothing is taken, and the purchase is over. This can’t be undone.`,
      submit: 'Cancel the payment',
    },
    danger: true,
    success: 'Payment has been cancelled',
    did: (one) => `Nothing of ${whole(one)} was taken from ${payer(one)}.`,
    outcome: stillAsked,
  }),
  HELD,
);

/** What staff look at that the rules hold. */
const review = {
  ...money,
  serves: 'ST-03',
  asks: REVIEWS_PAYMENTS,
  whyNot: canReview,
} as const;

const whyReviewed = {
  label: 'Reason',
  kind: 'textarea',
  maxLength: 255,
  hint: 'It stands with your name in the payment’s history and in the audit log. Staff alone read it.',
} as const;
const passFields = {
  reasonNote: { ...whyReviewed, asked: false },
} as const satisfies Fields;

export const passTransaction = byOwnHandler(
  recordAction<TransactionState, typeof passFields>({
    ...review,
    whyNot: canPass,
    label: 'Approve',
    summary: 'Approve a payment that a risk rule holds for review',
    audited: 'PASS_REVIEW',
    fields: passFields,
    dialog: {
      title: 'Approve this payment',
      consequence: (one) =>
        `The bank is asked for ${whole(one)} of ${payer(one)}, as if no rule had held it.`,
      submit: (one) => `Approve ${whole(one)}`,
    },
    primary: true,
    success: 'Payment approved',
    // nobody waits for the acquirer any more: it is taken, held for somebody to take, or was not to be had
    did: (one) =>
      one.status.name === 'SUCCESS'
        ? `${whole(one)} was taken from ${payer(one)}.`
        : one.hold === 'AUTHORISED'
          ? `The bank holds ${whole(one)} of ${payer(one)}: it is yet to be captured.`
          : `${whole(one)} was not taken all the same${one.status.name === 'DECLINED' ? `: ${payer(one)} was declined` : ''}.`,
    outcome: stillAsked,
  }),
  HELD,
);

const refuseFields = {
  reasonNote: { ...whyReviewed, required: true },
} as const satisfies Fields;

export const refuseTransaction = byOwnHandler(
  recordAction<TransactionState, typeof refuseFields>({
    ...review,
    label: 'Refuse',
    summary: 'Refuse a payment that a risk rule holds for review; nothing is taken',
    audited: 'REFUSE_REVIEW',
    fields: refuseFields,
    dialog: {
      title: 'Refuse this payment',
      consequence: (one) =>
        `Nothing is taken from ${payer(one)}, and the shopper may try another card. This can’t be undone.`,
      submit: 'Refuse the payment',
    },
    danger: true,
    success: 'Payment has been refused',
    did: (one) => `Nothing of ${whole(one)} was taken from ${payer(one)}.`,
  }),
  HELD,
);
