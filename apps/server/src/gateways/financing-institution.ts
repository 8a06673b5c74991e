/**
 * The institution that gives a loan, as Paydesk sees it: asked for offers, for its word on what was signed, and to
 * take money back; it answers when it likes, and tells of what happens later.
 */

import type { Route } from './acquirer.ts';

export interface RefundOrder {
  /** The request's id, the institution's idempotency key: the same id never refunds twice. */
  requestId: string;
  /** The loan by our id, and by the institution's own. */
  consumerCreditId: string;
  externalId: string | null;
  loanNumber: string | null;
  amountCents: bigint;
  currency: string;
  reason: string;
  /** The note that is meant for the institution; no other one leaves the house (SB-39). */
  note: string | null;
  /** Whether the institution decides at once (AM-116); one that does not takes it, and answers later. */
  instantDecision: boolean;
  /** Where it goes to, as `addressOf` said when it was asked for. */
  route?: Route;
}

/** 'open': the order is taken, and nothing decided yet. */
export type InstitutionAnswer =
  | { outcome: 'confirmed'; reference: string }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'open' };

/** Somebody who wants to borrow; a rate is hundredths of a percent a year. */
export interface LoanApplication {
  /** The institution's idempotency key: the same id is the same application. */
  applicationId: string;
  consumerCreditId: string;
  /** The institution by its code, and its products that fit. */
  institution: string;
  products: readonly { code: string; rate: number }[];
  merchant: { id: string; name: string };
  amountCents: bigint;
  currency: string;
  months: number;
  person: {
    personalId: string;
    firstName: string;
    lastName: string;
    /** A day. */
    dateOfBirth: string;
    email: string | null;
    phone: string | null;
  };
  income: { type: string; monthlyCents: bigint; obligationsCents: bigint };
  instantDecision: boolean;
  route?: Route;
}

export interface InstitutionOffer {
  /** The institution's own id of it. */
  externalId: string;
  /** By the code of one of the products that were named. */
  product: string;
  amountCents: bigint;
  months: number;
  rate: number;
  /** Hundredths of a percent. */
  apr: number;
  monthlyCents: bigint;
  totalCents: bigint;
  /** Until when it can be chosen, an instant. */
  validUntil: string;
}

export type ApplicationAnswer =
  | { outcome: 'offered'; externalId: string; offers: readonly InstitutionOffer[] }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'open' };

/** The shopper has chosen and signed: the institution's word makes it a loan. */
export interface Acceptance {
  acceptanceId: string;
  applicationId: string;
  consumerCreditId: string;
  /** The offer by the institution's own id. */
  offer: string;
  agreementSha256: string;
  /** Of a signature made online; null: on paper at the merchant's. */
  signedObjectId: string | null;
  signedDate: string;
  /** Who was asked and answered for the person being who they are. */
  authentication: { method: string; provider: string };
  instantDecision: boolean;
  route?: Route;
}

export interface InstalmentGiven {
  number: number;
  /** A day. */
  dueDate: string;
  amountCents: bigint;
  interestCents: bigint;
}

export type AcceptanceAnswer =
  | { outcome: 'confirmed'; loanNumber: string; instalments: readonly InstalmentGiven[] }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'open' };

/** What is paid back at once: within the days of withdrawal, or early. */
export interface LoanClosingOrder {
  closingId: string;
  consumerCreditId: string;
  loanNumber: string;
  /** With the interest to that day. */
  amountCents: bigint;
  interestCents: bigint;
  currency: string;
  asOf: string;
  route?: Route;
}

export interface FinancingInstitution {
  /** Hands the order over; throws where it can't tell whether it arrived, and is tried again under the same id. */
  refund(order: RefundOrder): Promise<InstitutionAnswer>;
  /** What became of an order; one that never arrived is rejected, and stays so. Throws where there is no answer. */
  inquire(requestId: string, route?: Route): Promise<InstitutionAnswer>;

  /** Takes a refund back that is not decided yet: confirmed, and it is never paid; rejected, where it is too late. */
  cancelRefund(requestId: string, route?: Route): Promise<InstitutionAnswer>;

  /** Hands an application over; throws where it can't tell whether it arrived, and is tried again under the same id. */
  apply(application: LoanApplication): Promise<ApplicationAnswer>;
  /** Hands over what was chosen and signed, in the same way. */
  accept(acceptance: Acceptance): Promise<AcceptanceAnswer>;
  /**
   * Takes an application back under an id of its own, also one that was accepted: confirmed, and nothing will come
   * of it; rejected where a loan has come of it already.
   */
  cancelApplication(cancellation: {
    cancellationId: string;
    applicationId: string;
    consumerCreditId: string;
    route?: Route;
  }): Promise<InstitutionAnswer>;
  /** Withdraws from a loan within its days; confirmed with the institution's reference. */
  withdraw(order: LoanClosingOrder): Promise<InstitutionAnswer>;
  /** Repays it early. */
  settleEarly(order: LoanClosingOrder): Promise<InstitutionAnswer>;
  close(): Promise<void>;
}

/** What an institution says unasked. An application's, an acceptance's or a closing's id is ours. */
export type InstitutionNotice = { noticeId: string } & (
  | {
      kind: 'OFFER';
      applicationId: string;
      externalId: string;
      offers: readonly InstitutionOffer[];
    }
  | { kind: 'DECLINED'; applicationId: string; reason: string }
  | {
      kind: 'CONFIRMED';
      acceptanceId: string;
      loanNumber: string;
      instalments: readonly InstalmentGiven[];
    }
  | { kind: 'REFUSED'; acceptanceId: string; reason: string }
  | { kind: 'CLOSED'; closingId: string; reference: string }
  | { kind: 'NOT_CLOSED'; closingId: string; reason: string }
  | {
      kind: 'INSTALMENT_PAID';
      loanNumber: string;
      consumerCreditId: string;
      number: number;
      /** Of this instalment so far. */
      paidCents: bigint;
      paidDate: string;
    }
  | {
      kind: 'ARREARS';
      loanNumber: string;
      consumerCreditId: string;
      /** Nothing: what was owed is paid. */
      arrearsCents: bigint;
      since: string | null;
    }
  | {
      kind: 'WITHDRAWN' | 'REPAID';
      loanNumber: string;
      consumerCreditId: string;
      reference: string;
      date: string;
    }
);
