import type { Enumeration } from './kernel/enumeration.ts';
import type { ConsumerCreditStatus } from './kernel/loan-statuses.ts';
import { HOLDS } from './payments.ts';

/** How a loan moves: which status follows which, how long each may last, and why one fails. */

/** What may follow: nothing else ever does. */
export const LOAN_MOVES: Readonly<Record<ConsumerCreditStatus, readonly ConsumerCreditStatus[]>> = {
  DRAFT: ['CUSTOMER_RISK_EVALUATION_SUCCEEDED', 'FAILED'],
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: ['APPLICATION_CREATED', 'FAILED'],
  APPLICATION_CREATED: ['OFFER_SELECTION', 'FAILED'],
  OFFER_SELECTION: ['OFFER_CHOSEN', 'FAILED'],
  OFFER_CHOSEN: ['SIGNING_DOCUMENTS_PREPARED', 'FAILED'],
  SIGNING_DOCUMENTS_PREPARED: ['AGREEMENT_DOCUMENT_SIGNED', 'FAILED'],
  AGREEMENT_DOCUMENT_SIGNED: ['WAITING_FOR_CONFIRMATION', 'FAILED'],
  WAITING_FOR_CONFIRMATION: ['CONFIRMED', 'FAILED'],
  CONFIRMED: ['REFUNDED'],
  REFUNDED: [],
  // refused by a rule alone, and a person who looked at it says otherwise
  FAILED: ['CUSTOMER_RISK_EVALUATION_SUCCEEDED'],
};

export const LOANS_OVER: readonly ConsumerCreditStatus[] = ['CONFIRMED', 'REFUNDED', 'FAILED'];
/** An institution lends: it has a page of its own from then on. */
export const isLent = (status: ConsumerCreditStatus) =>
  status === 'CONFIRMED' || status === 'REFUNDED';
export const isUnderWay = (status: ConsumerCreditStatus) => !LOANS_OVER.includes(status);

/** What is signed is to be let go: whether it is its institution says, and no clock any more. */
export const isToBeLetGo = (status: ConsumerCreditStatus, until: string | null) =>
  status === 'WAITING_FOR_CONFIRMATION' && until === null;

/** How long a loan may stand in a status, in hours; null: as long as it likes. */
export const LOAN_LIMIT_HOURS: Readonly<Record<ConsumerCreditStatus, number | null>> = {
  DRAFT: 24,
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 24,
  APPLICATION_CREATED: 72,
  OFFER_SELECTION: 168,
  OFFER_CHOSEN: 168,
  SIGNING_DOCUMENTS_PREPARED: 336,
  AGREEMENT_DOCUMENT_SIGNED: 72,
  WAITING_FOR_CONFIRMATION: 336,
  CONFIRMED: null,
  REFUNDED: null,
  FAILED: null,
};

/** In these somebody is waited for who can be reminded: the shopper. */
export const WAITS_FOR_SHOPPER: readonly ConsumerCreditStatus[] = [
  'OFFER_SELECTION',
  'OFFER_CHOSEN',
  'SIGNING_DOCUMENTS_PREPARED',
];

/** What a loan waits for, in words a person uses. */
export const LOAN_WAITS: Readonly<Record<ConsumerCreditStatus, string>> = {
  DRAFT: 'Waiting for the risk evaluation',
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 'Waiting to be sent to the institutions',
  APPLICATION_CREATED: 'Waiting for the institutions’ offers',
  OFFER_SELECTION: 'Waiting for the shopper to choose an offer',
  OFFER_CHOSEN: 'Waiting for the shopper to prove who they are',
  SIGNING_DOCUMENTS_PREPARED: 'Waiting for the shopper to sign the agreement',
  AGREEMENT_DOCUMENT_SIGNED: 'Waiting to be sent for confirmation',
  WAITING_FOR_CONFIRMATION: 'Waiting for the institution’s answer',
  CONFIRMED: 'Confirmed',
  REFUNDED: 'Refunded',
  FAILED: 'Failed',
};

/** Why a loan waits for a person's word: a rule holds it, or refused it and its shopper asks for a look. */
export const LOAN_HOLDS = {
  REVIEW: HOLDS.REVIEW,
  ASKED: 'Review requested',
} as const satisfies Enumeration;
export type LoanHold = keyof typeof LOAN_HOLDS;

/** Why a loan failed: each in words for staff; its shopper reads `LOAN_FAILURE_WORDS`. */
export const LOAN_FAILURES = {
  REFUSED_BY_RULE: 'A risk rule refused the application',
  REFUSED_BY_PERSON: 'A reviewer refused the application',
  CUSTOMER_BLOCKED: 'The customer is blocked',
  NO_INSTITUTION: 'No institution lends this amount over this term',
  DECLINED_BY_ALL: 'Every institution declined',
  EXPIRED: 'Nobody continued in time',
  AUTHENTICATION_FAILED: 'The person could not prove who they are',
  SIGNING_FAILED: 'The agreement was not signed',
  REFUSED_BY_INSTITUTION: 'The institution refused the signed agreement',
  WITHDRAWN_BY_SHOPPER: 'The shopper abandoned it',
  CANCELLED_BY_MERCHANT: 'The merchant cancelled it',
  CANCELLED_BY_STAFF: 'Staff cancelled it',
  ORDER_OVER: 'The order is over',
} as const satisfies Enumeration;
export type LoanFailure = keyof typeof LOAN_FAILURES;

/** The same for whoever applied, and what they may do next; what a rule or a list said is not for them to read. */
export const LOAN_FAILURE_WORDS: Readonly<
  Record<LoanFailure, { reason: string; nextStep: string }>
> = {
  REFUSED_BY_RULE: {
    reason: 'The application was refused by an automatic decision',
    nextStep: 'You may ask a person to look at it, or pay in another way.',
  },
  REFUSED_BY_PERSON: {
    reason: 'A person looked at the application and refused it',
    nextStep: 'You can pay in another way.',
  },
  CUSTOMER_BLOCKED: {
    reason: 'The application can’t be taken',
    nextStep: 'You can pay in another way.',
  },
  NO_INSTITUTION: {
    reason: 'Nobody lends this amount over this time',
    nextStep: 'Choose another number of months, or pay in another way.',
  },
  DECLINED_BY_ALL: {
    reason: 'No institution made you an offer',
    nextStep: 'You can pay in another way.',
  },
  EXPIRED: {
    reason: 'The time to continue is over',
    nextStep: 'You can apply again, or pay in another way.',
  },
  AUTHENTICATION_FAILED: {
    reason: 'You could not be identified',
    nextStep: 'You can apply again, or pay in another way.',
  },
  SIGNING_FAILED: {
    reason: 'The agreement was not signed',
    nextStep: 'You can apply again, or pay in another way.',
  },
  REFUSED_BY_INSTITUTION: {
    reason: 'The institution did not confirm the loan',
    nextStep: 'You owe nothing. You can pay in another way.',
  },
  WITHDRAWN_BY_SHOPPER: {
    reason: 'You cancelled the application',
    nextStep: 'You can apply again, or pay in another way.',
  },
  CANCELLED_BY_MERCHANT: {
    reason: 'The shop ended the application',
    nextStep: 'Please ask the shop.',
  },
  CANCELLED_BY_STAFF: {
    reason: 'The application was ended',
    nextStep: 'You can pay in another way.',
  },
  ORDER_OVER: { reason: 'The order is over', nextStep: 'Please go back to the shop.' },
};

/** Who decided that a loan failed. */
export const LOAN_DECIDERS = {
  AUTOMATIC: 'Decided automatically',
  PERSON: 'Decided by a person',
  INSTITUTION: 'Decided by the institution',
  SHOPPER: 'Decided by the shopper',
  MERCHANT: 'Decided by the merchant',
  TIME: 'Out of time',
} as const satisfies Enumeration;
export type LoanDecider = keyof typeof LOAN_DECIDERS;

export const APPLICATION_STATUSES = {
  SENT: 'Sent',
  OFFERED: 'Offered',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
  ERROR: 'Error',
} as const satisfies Enumeration;
export type ApplicationStatus = keyof typeof APPLICATION_STATUSES;

export const INSTALMENT_STATUSES = {
  DUE: 'Due',
  PAID: 'Paid',
  PARTLY: 'Paid in part',
  OVERDUE: 'Overdue',
  CANCELLED: 'No longer due',
} as const satisfies Enumeration;
export type InstalmentStatus = keyof typeof INSTALMENT_STATUSES;

/** How a loan ended after it was confirmed; its order stays paid. */
export const LOAN_ENDS = {
  WITHDRAWN: 'Withdrawn from',
  REPAID: 'Repaid',
} as const satisfies Enumeration;
export type LoanEnd = keyof typeof LOAN_ENDS;

/** A person has so many tries to prove who they are, and to sign. */
export const MOST_TRIES = 3;
/** Days within which a borrower may withdraw, from the day of signing (Directive 2008/48/EC, article 14). */
export const WITHDRAWAL_DAYS = 14;
/** Decisions that a shopper may ask a person to look at. */
export const mayAskReview = (code: LoanFailure | null, asked: boolean, reviewed: boolean) =>
  code === 'REFUSED_BY_RULE' && !asked && !reviewed;

export const INCOME_TYPES = {
  SALARY: 'Salary',
  PENSION: 'Pension',
  SELF_EMPLOYED: 'Self-employed',
  OTHER: 'Other',
} as const satisfies Enumeration;
