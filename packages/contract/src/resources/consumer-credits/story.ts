import { formatDate } from '../../kernel/instants.ts';
import { counted } from '../../kernel/many.ts';
import { formatAmount, less } from '../../kernel/money.ts';
import { moneyLines, type Answer, type MoneyStory } from '../../kernel/story.ts';
import { isUnderWay, LOAN_DECIDERS, LOAN_FAILURES, type LoanDecider } from '../../lending.ts';
import type { ConsumerCreditStatus } from '../../kernel/loan-statuses.ts';
import { ORDER_SHUT, type ORDER_STATUSES } from '../../kernel/order-statuses.ts';
import { isToSignHere, waitsFor, type Staged } from '../../loan-stage.ts';
import type { InstitutionAbilities } from './actions.ts';
import { LOAN_ACTIONS, type LivingLoan } from './loan-actions.ts';

/** What a loan's story is told from. */
interface Told extends LivingLoan, Lent, Staged {
  institution: Pick<InstitutionAbilities, 'remoteSigning' | 'instantDecision'>;
  /** When the oldest refund was asked for that the institution has not answered. */
  refundAskedSince: string | null;
  refundUnreachable: boolean;
  failureReason: string | null;
  orderStatus: keyof typeof ORDER_STATUSES | null;
  decidedBy: LoanDecider | null;
  reviewAskedDate: string | null;
  arrears: number | null;
  statusUntil: string | null;
}

const REVIEWS = LOAN_ACTIONS.pass.asks;

const ELSEWHERE = 'It was imported: what happens to it is recorded here, not done here.';

const NEXT: Readonly<Partial<Record<ConsumerCreditStatus, string>>> = {
  DRAFT: 'It continues automatically.',
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 'It continues automatically.',
  APPLICATION_CREATED: 'Each is asked until it answers; you can ask again.',
  OFFER_SELECTION: 'The shopper has a link by mail, and is reminded.',
  OFFER_CHOSEN: 'The shopper has a link by mail, and is reminded.',
  SIGNING_DOCUMENTS_PREPARED: 'The shopper has a link by mail, and is reminded.',
  AGREEMENT_DOCUMENT_SIGNED: 'It continues automatically.',
  WAITING_FOR_CONFIRMATION: 'It is asked until it answers; you can ask again.',
};

/** What comes of it where nobody does their part in time; what goes on by itself waits for nobody. */
const UNTIL: Readonly<Partial<Record<ConsumerCreditStatus, string>>> = {
  APPLICATION_CREATED: 'The application expires on',
  // an offer may be over before
  OFFER_SELECTION: 'The application expires at the latest on',
  OFFER_CHOSEN: 'The application expires on',
  SIGNING_DOCUMENTS_PREPARED: 'Unless signed, the agreement expires on',
  WAITING_FOR_CONFIRMATION: 'The institution has until',
};

function dueOf({ status: { name }, statusUntil: at, inReview }: Told): Pick<Answer, 'due'> {
  const words = inReview ? 'Unless decided, the application expires on' : UNTIL[name];
  return words && at !== null ? { due: { words, at } } : {};
}

/** What happened, why, and what can be done now, as its screen says it first; null: nothing needs saying. */
export function loanStory(loan: Told): Answer | null {
  const { name } = loan.status;
  if (name === 'FAILED') return failed(loan);
  if (loan.arrears) {
    const behind = `${formatAmount(loan.arrears)} ${loan.currency} was not paid in time`;
    // what can be done is said first: the institution collects by itself
    if (waitingOf(loan)) {
      const waiting = lent(loan);
      return {
        ...waiting,
        tone: 'warning',
        nextStep: `${waiting.nextStep} ${behind}: the institution collects it.`,
      };
    }
    return {
      tone: 'warning',
      reason: behind,
      nextStep: 'The institution collects it, and says when it is paid.',
    };
  }
  // over for its borrower; what is given back of it goes on
  if (loan.ended && name === 'CONFIRMED' && !waitingOf(loan))
    return {
      reason:
        loan.ended === 'WITHDRAWN'
          ? 'The customer has withdrawn from the loan'
          : 'The loan is repaid',
      nextStep: `The order stays paid: ${formatAmount(leftOf(loan))} ${loan.currency} can still be refunded.`,
    };
  if (name === 'CONFIRMED' && loan.endAsked && !waitingOf(loan))
    return {
      reason: `${loan.endAsked === 'WITHDRAWN' ? 'Withdrawal' : 'Early repayment'} requested: waiting for the institution’s answer`,
      nextStep: 'The institution is asked until it answers; you can ask again.',
    };
  if (name === 'CONFIRMED' || name === 'REFUNDED') return lent(loan);
  if (!isUnderWay(name)) return null;
  const reason = waitsFor(name, loan);
  if (!loan.live) return { reason, nextStep: ELSEWHERE };
  const due = dueOf(loan);
  if (loan.inReview)
    return {
      ...due,
      tone: 'warning',
      reason: 'Held for review',
      nextStep: 'Nothing is lent before that is decided: release or refuse it.',
      for: {
        asks: REVIEWS,
        others: 'Nothing is lent before the back office releases or refuses it.',
      },
    };
  if (isToSignHere(name, loan))
    return {
      reason,
      ...due,
      nextStep: 'It can’t be signed online: say so once the customer has signed it.',
      for: {
        asks: LOAN_ACTIONS['sign-here'].asks,
        others: 'It can’t be signed online: the merchant says so once the customer has signed it.',
      },
    };
  if (loan.letGo)
    return {
      reason,
      nextStep:
        'Where it has lent already the loan stands; else the order can be paid another way. You can ask again.',
    };
  return { reason, ...due, nextStep: NEXT[name] ?? '' };
}

const SHUT: Readonly<Record<string, string>> = ORDER_SHUT;

/** What is left to do for the order of a loan that failed. */
function ofOrder({ orderStatus, failureCode }: Pick<Told, 'orderStatus' | 'failureCode'>): string {
  if (orderStatus === 'PAID') return 'The order was paid another way.';
  const shut = SHUT[orderStatus ?? ''];
  if (shut) return `${shut}: nothing is left to do.`;
  // given up by its shopper, whatever is still to become of it
  return failureCode === 'ORDER_OVER'
    ? 'Nothing is left to do.'
    : 'The order can be paid another way.';
}

function failed(loan: Told): Answer {
  const { failureCode, failureReason, decidedBy } = loan;
  const reason = failureReason ?? (failureCode ? LOAN_FAILURES[failureCode] : 'It failed');
  if (!loan.live) return { tone: 'error', reason, nextStep: ELSEWHERE };
  const by = decidedBy ? `${LOAN_DECIDERS[decidedBy]}. ` : '';
  const then = ofOrder(loan);
  if (failureCode === 'REFUSED_BY_RULE' && loan.reviewedDate === null)
    return loan.reviewAskedDate
      ? {
          tone: 'warning',
          reason,
          nextStep: `${by}The shopper asks for a review: release or refuse it.`,
          for: {
            asks: REVIEWS,
            others: `${by}The shopper asks for a review: the back office releases or refuses it.`,
          },
        }
      : {
          tone: 'error',
          reason,
          nextStep: `${by}It can be reviewed. ${then}`,
          for: { asks: REVIEWS, others: `${by}${then}` },
        };
  return { tone: 'error', reason, nextStep: `${by}${then}` };
}

const DAY_MS = 86_400_000;
const daysSince = (at: string) => Math.floor((Date.now() - Date.parse(at)) / DAY_MS);

/** Its order is paid: what of it went back, and what still can. */
function lent(loan: Told): Answer {
  const { amount, currency, refundedAmount } = loan;
  const left = leftOf(loan);
  const back = `${formatAmount(refundedAmount)} ${currency}`;
  if (refundedAmount >= amount)
    return {
      tone: 'ended',
      reason: 'The whole loan was refunded',
      nextStep: 'Nothing is left to do.',
    };
  const waiting = waitingOf(loan);
  if (waiting) {
    const { refundUnreachable: isUnreachable, refundAskedSince: since } = loan;
    const isOverdue =
      loan.institution.instantDecision && since !== null && Date.now() - Date.parse(since) > DAY_MS;
    return {
      tone: isUnreachable || isOverdue ? 'warning' : 'info',
      reason: isOverdue
        ? `The answer to a refund of ${formatAmount(waiting)} ${currency} is overdue: the institution usually decides at once, and this one has waited ${counted(daysSince(since), 'day')}, since ${formatDate(since)}`
        : `A refund of ${formatAmount(waiting)} ${currency} waits for the institution${since ? `, since ${formatDate(since)}` : ''}`,
      nextStep: [
        isUnreachable
          ? 'The institution could not be reached: send the request again, or cancel it.'
          : isOverdue
            ? 'Ask the institution, or call it; until it answers, the request can be cancelled.'
            : 'The request can be cancelled until the institution answers.',
        refundedAmount ? `${back} was refunded.` : null,
        `${left ? `${formatAmount(left)} ${currency}` : 'Nothing'} more can be refunded.`,
      ]
        .filter(Boolean)
        .join(' '),
    };
  }
  return {
    tone: 'success',
    reason: refundedAmount
      ? `The order is paid by this loan; ${back} refunded`
      : 'The order is paid by this loan',
    nextStep: `${formatAmount(left)} ${currency} can still be refunded.`,
  };
}

/** The last day on which its borrower may withdraw; null where nothing is lent, or by now no more. */
export const withdrawalEnds = ({
  status: { name },
  ended,
  withdrawUntil,
  withdrawable,
}: Pick<LivingLoan, 'status' | 'ended' | 'withdrawUntil' | 'withdrawable'>): string | null =>
  name === 'CONFIRMED' && ended === null && withdrawable ? withdrawUntil : null;

interface Lent {
  status: { name: ConsumerCreditStatus };
  currency: string;
  amount: number;
  refundedAmount: number;
  totalRequestedRefundsAmount: number;
  downPaymentAmount?: number | null;
}

/** What is asked for and not answered yet. */
const waitingOf = ({ totalRequestedRefundsAmount, refundedAmount }: Lent) =>
  Math.max(0, less(totalRequestedRefundsAmount, refundedAmount));

/** What can still be asked back of one that is confirmed. */
const leftOf = (loan: Lent) => less(loan.amount, loan.refundedAmount, waitingOf(loan));

/** What the institution lends, what went back of it, and what waits for its answer: signed, in one column. */
export function loanMoney(loan: Lent): MoneyStory {
  const { amount, currency, refundedAmount, downPaymentAmount } = loan;
  const isLent = loan.status.name === 'CONFIRMED' || loan.status.name === 'REFUNDED';
  return {
    currency,
    of: amount,
    lines: [
      { label: isLent ? 'Lent' : 'Asked for', amount },
      ...moneyLines([
        { label: 'Refunded', amount: -refundedAmount, part: 'back' },
        { label: 'Refund waits for the institution', amount: -waitingOf(loan), part: 'pending' },
      ]),
    ],
    left: {
      label: isLent ? 'Left to refund' : 'Lent',
      amount: isLent ? leftOf(loan) : 0,
    },
    // a purchase of its own, which the timeline tells too
    ...(downPaymentAmount && {
      beside: [{ label: 'Down payment', amount: downPaymentAmount }],
    }),
  };
}
