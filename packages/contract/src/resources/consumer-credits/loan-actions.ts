import type { Fields } from '../../kernel/fields.ts';
import { formatAmount } from '../../kernel/money.ts';
import { byOwnHandler, recordAction } from '../../kernel/record.ts';
import { isUnderWay, type LoanEnd, type LoanFailure } from '../../lending.ts';
import type { Requirement } from '../../policy.ts';
import { CHANGES_LOANS } from '../../reviewing.ts';
import { loanStands, loanAccess, type ConsumerCreditStatus } from '../../kernel/loan-statuses.ts';

/** What people do to a loan that lives, each by the rule that button and server ask. */

/** The part of a loan that the rules look at. */
export interface LivingLoan {
  status: { name: ConsumerCreditStatus };
  /** Its shopper applied here; one that came from elsewhere is moved by nobody. */
  live: boolean;
  institution: { remoteSigning: boolean };
  inReview: boolean;
  failureCode: LoanFailure | null;
  reviewedDate: string | null;
  /** The last day on which it may be withdrawn from. */
  withdrawUntil: string | null;
  /** Whether that day is not over, where business days are cut. */
  withdrawable: boolean;
  ended: LoanEnd | null;
  /** How its institution is asked to end it, and has not answered; staff alone are told. */
  endAsked?: LoanEnd | null | undefined;
  /** Its institution is asked to let go of what is signed, and has not answered. */
  letGo?: boolean;
  currency: string;
  /** By its schedule, less what was refunded; null: nothing is known. */
  leftToPay: number | null;
}

const ELSEWHERE = 'This loan was imported: Paydesk does not process it';

const words = ({ status: { name } }: LivingLoan) => loanStands(name);

type Rule = (loan: LivingLoan) => string | null;

const ofLiving =
  (rule: Rule): Rule =>
  (loan) =>
    loan.live ? rule(loan) : ELSEWHERE;

/** Null or why it can't be ended: what the institution has confirmed is withdrawn from, or repaid. */
export const canCancelLoan = ofLiving((loan) =>
  !isUnderWay(loan.status.name)
    ? `Only a loan that is under way can be cancelled; ${words(loan)}`
    : loan.letGo
      ? 'The institution is asked to let the loan go already'
      : null,
);

const ASKED: readonly ConsumerCreditStatus[] = [
  'CUSTOMER_RISK_EVALUATION_SUCCEEDED',
  'APPLICATION_CREATED',
  'AGREEMENT_DOCUMENT_SIGNED',
  'WAITING_FOR_CONFIRMATION',
];

/** Null or why nobody is asked: the next step is somebody else's. */
export const canAskAgain = ofLiving((loan) =>
  (ASKED.includes(loan.status.name) && !loan.inReview) ||
  (loan.status.name === 'CONFIRMED' && loan.endAsked)
    ? null
    : `No institution’s answer is pending; ${words(loan)}`,
);

/** Null or why it is not signed at the merchant's (AM-116). */
export const canSignHere = ofLiving((loan) =>
  loan.status.name !== 'SIGNING_DOCUMENTS_PREPARED'
    ? `Only prepared documents can be signed; ${words(loan)}`
    : loan.institution.remoteSigning
      ? 'The agreement is signed online'
      : null,
);

/** Null or why there is nothing for a person to look at: what a rule held, or refused and nobody looked at. */
export const canReview = ofLiving((loan) =>
  loan.inReview ||
  (loan.status.name === 'FAILED' &&
    loan.failureCode === 'REFUSED_BY_RULE' &&
    loan.reviewedDate === null)
    ? null
    : 'No automatic decision is waiting for a review',
);

const canRepay = ofLiving((loan) =>
  loan.ended
    ? 'The loan is over'
    : loan.status.name !== 'CONFIRMED'
      ? `Only a confirmed loan can be repaid; ${words(loan)}`
      : loan.endAsked
        ? 'The institution is being asked to end the loan already'
        : null,
);

const canWithdraw: Rule = (loan) =>
  canRepay(loan) ?? (loan.withdrawable ? null : 'The withdrawal period is over');

const everybody = { anyOf: loanAccess.read, right: 'LOANS_CHANGE' } as const satisfies Requirement;
/** What changes what becomes of it; technical staff read (AM-82). */
const deciders = {
  ...everybody,
  roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN', 'MERCHANT_OPERATOR'],
} as const satisfies Requirement;
/** The domain does it, in as many steps as it takes. */
const loanAction = <const F extends Fields = Record<never, never>>(
  given: Parameters<typeof recordAction<LivingLoan, F>>[0],
) => byOwnHandler(recordAction<LivingLoan, F>(given));

const noteFields = {
  note: { label: 'Note', kind: 'textarea', maxLength: 255 },
} as const satisfies Fields;
const reasonFields = {
  note: { label: 'Reason', kind: 'textarea', required: true, maxLength: 511 },
} as const satisfies Fields;

const sumOf = ({ leftToPay, currency }: LivingLoan) =>
  `${formatAmount(leftToPay ?? 0)} ${currency}`;

/** By the last part of their path. */
export const LOAN_ACTIONS = {
  'sign-here': loanAction({
    label: 'Signed on paper',
    summary: 'Say that the agreement was signed on paper at the merchant’s',
    serves: 'AM-116',
    audited: 'SIGN_AT_MERCHANT',
    asks: deciders,
    whyNot: canSignHere,
    primary: true,
    dialog: {
      title: 'Was the agreement signed?',
      consequence:
        'The customer has signed the agreement on paper in front of you, and you have seen that it is them. It is sent to the institution for confirmation.',
      submit: 'It was signed',
    },
    success: 'The signed agreement is on its way to the institution',
  }),
  'ask-again': loanAction({
    label: 'Ask again',
    summary: 'Ask everybody whose answer a loan waits for once more, at once',
    serves: 'FI-01',
    audited: 'ASK_LOAN_AGAIN',
    asks: everybody,
    whyNot: canAskAgain,
    dialog: {
      title: 'Ask again?',
      consequence: 'The institution is asked what became of it. Nothing is applied for twice.',
      submit: 'Ask again',
    },
    success: 'The institution is asked again',
  }),
  'send-again': loanAction({
    label: 'Send again',
    summary: 'Send a loan again to the institutions that did not take it',
    serves: 'FI-01',
    audited: 'SEND_LOAN_AGAIN',
    asks: CHANGES_LOANS,
    whyNot: canAskAgain,
    dialog: {
      title: 'Send it again?',
      consequence:
        'What an institution did not take, or answered with an error, is sent to it again under the same id: it never counts twice.',
      submit: 'Send again',
    },
    success: 'The loan is on its way to the institution',
  }),
  pass: loanAction({
    label: 'Release',
    summary: 'Release a loan that a rule has held or refused',
    serves: 'FI-01, SB-46',
    audited: 'REVIEW_LOAN',
    asks: CHANGES_LOANS,
    whyNot: canReview,
    primary: true,
    fields: reasonFields,
    dialog: {
      title: 'Release this loan?',
      consequence:
        'A person has reviewed the automatic decision and overrules it. The loan is sent to the institutions, which decide for themselves. The shopper is notified.',
      submit: 'Release',
    },
    success: 'Loan released: it goes to the institutions',
  }),
  refuse: loanAction({
    label: 'Refuse',
    summary: 'Refuse a loan that a rule has held or refused, as a person who looked at it',
    serves: 'FI-01, SB-46',
    audited: 'REVIEW_LOAN',
    asks: CHANGES_LOANS,
    whyNot: canReview,
    danger: true,
    fields: reasonFields,
    dialog: {
      title: 'Refuse this loan?',
      consequence:
        'The shopper and the merchant are told that a person refused it; your reason is for the back office. The order can be paid another way. This can’t be undone.',
      submit: 'Refuse',
    },
    success: 'Loan refused: the shopper is notified',
  }),
  withdraw: loanAction({
    label: 'Withdraw for the customer',
    summary: 'Withdraw from a confirmed loan within its days, for a customer who asked for it',
    serves: 'FI-01',
    audited: 'WITHDRAW_LOAN',
    asks: CHANGES_LOANS,
    whyNot: canWithdraw,
    sensitive: 'MONEY',
    danger: true,
    dialog: {
      title: 'Withdraw from this loan?',
      consequence:
        'The customer has said that they withdraw. The institution is notified, with the interest to this day, and confirms. This can’t be undone.',
      submit: 'Withdraw',
    },
    success: 'The withdrawal is on its way to the institution, which confirms it',
  }),
  repay: loanAction({
    label: 'Repay early',
    summary: 'Repay a confirmed loan before its time, for a customer who asked for it',
    serves: 'FI-01',
    audited: 'REPAY_LOAN',
    asks: CHANGES_LOANS,
    whyNot: canRepay,
    sensitive: 'MONEY',
    dialog: {
      title: 'Repay this loan early?',
      consequence: (loan) =>
        `The customer pays what is left and the interest to this day to the institution, which confirms${loan.leftToPay ? `: at most ${sumOf(loan)}, what is left by the schedule with all its interest` : ''}. This can’t be undone.`,
      submit: (loan) => `Repay early${loan.leftToPay ? `, at most ${sumOf(loan)}` : ''}`,
    },
    success: 'The early repayment is on its way to the institution, which confirms it',
  }),
  cancel: loanAction({
    label: 'Cancel the loan',
    summary: 'End a loan that is under way; its order can be paid another way',
    serves: 'FI-01',
    audited: 'CANCEL_LOAN',
    asks: deciders,
    whyNot: canCancelLoan,
    danger: true,
    fields: noteFields,
    dialog: {
      title: 'Cancel this loan?',
      consequence: ({ status: { name } }) =>
        name === 'WAITING_FOR_CONFIRMATION'
          ? 'The agreement is signed and with the institution, which is asked to let the loan go. Where it has lent already the loan stands, and pays the order.\nElse the shopper is notified, and the order can be paid another way. This can’t be undone.'
          : 'The shopper and the institutions are notified. The order can be paid another way. This can’t be undone.',
      submit: 'Cancel the loan',
    },
    success: 'Loan cancelled: its order can be paid another way',
    // what is signed is the institution's to let go
    outcome: ({ status: { name } }) =>
      name === 'FAILED'
        ? null
        : name === 'CONFIRMED'
          ? 'The institution has confirmed the loan already: it stands'
          : 'The institution is asked to let the loan go: its answer decides',
  }),
} as const;
export type LoanActionName = keyof typeof LOAN_ACTIONS;
