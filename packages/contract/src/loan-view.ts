import type { CURRENCIES } from './kernel/enumeration.ts';
import type { ApplicationStatus, InstalmentStatus, LoanEnd, LoanFailure } from './lending.ts';
import type {
  AUTHENTICATION_METHODS,
  AUTHENTICATION_STATUSES,
} from './resources/authentications.ts';
import type { ConsumerCreditStatus } from './kernel/loan-statuses.ts';
import type { SIGNATURE_STATUSES } from './resources/signatures.ts';

/** A loan as its shopper sees it, in the checkout and on its own page. */

export type IdentificationMethod = keyof typeof AUTHENTICATION_METHODS;

export interface LoanOffer {
  id: string;
  institution: string;
  product: string;
  amount: number;
  months: number;
  /** Percent a year. */
  rate: number;
  apr: number;
  monthly: number;
  total: number;
  validUntil: string | null;
}

export interface LoanClosing {
  kind: 'WITHDRAW' | 'REPAY';
  status: 'PENDING' | 'APPROVED' | 'DECLINED';
  /** With the interest to the day. */
  amount: number;
  interest: number;
  asOf: string;
  /** What the shop gave back after it was asked for: the institution was told the amount before. */
  givenBack: number;
  reason: string | null;
}

export interface LoanView {
  id: string;
  status: ConsumerCreditStatus;
  statusSince: string;
  /** Until when it can be gone on with. */
  until: string | null;
  amount: number;
  currency: keyof typeof CURRENCIES;
  months: number;
  /** A person looks at it before it goes on. */
  inReview: boolean;
  failure: {
    code: LoanFailure;
    reason: string;
    nextStep: string;
    /** No person decided it. */
    automatic: boolean;
    mayAskReview: boolean;
    reviewAsked: boolean;
    reviewed: boolean;
  } | null;
  applications: { institution: string; status: ApplicationStatus }[];
  /** Those that can be chosen, or the one that was. */
  offers: LoanOffer[];
  chosenOfferId: string | null;
  authentication: {
    id: string;
    method: IdentificationMethod;
    status: keyof typeof AUTHENTICATION_STATUSES;
    url: string | null;
    framed: boolean;
    code: string | null;
    error: string | null;
  } | null;
  /** To prove who they are, or to sign. */
  triesLeft: number;
  signing: {
    where: 'ONLINE' | 'MERCHANT';
    status: keyof typeof SIGNATURE_STATUSES;
    method: IdentificationMethod | null;
    url: string | null;
    framed: boolean;
    code: string | null;
    error: string | null;
  } | null;
  documents: {
    id: string;
    kind: 'SECCI' | 'AGREEMENT';
    productId: string | null;
    /** Who lends by it. */
    institution: string | null;
    sha256: string;
    createdDate: string;
    consentedDate: string | null;
  }[];
  mayCancel: boolean;
  loanNumber: string | null;
  /** Opens its papers, and its own page once it is confirmed. */
  token: string | null;
  signedDate: string | null;
  /** The last day on which it may be withdrawn from; null once that is over. */
  withdrawUntil: string | null;
  ended: LoanEnd | null;
  instalments: {
    number: number;
    dueDate: string;
    amount: number;
    interest: number;
    principal: number;
    paid: number;
    paidDate: string | null;
    status: InstalmentStatus;
  }[];
  /** What is still to be paid by the schedule, less what was given back. */
  left: number;
  /** What the shop has given back of it by now. */
  givenBack: number;
  arrears: number;
  /** What withdrawing or repaying today comes to, where it may be asked. */
  withdrawing: { amount: number; interest: number } | null;
  repaying: { amount: number; interest: number } | null;
  closing: LoanClosing | null;
}
