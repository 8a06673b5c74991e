import type { INCOME_TYPES } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import type { Route } from './acquirer.ts';

/** The institution that gives a loan, as Paydesk sees it: it is asked, and answers when it likes. */

/** What is asked about a loan that is there: by our id of it, and by the institution's own. */
interface OfLoan {
  /** The request's id, the institution's idempotency key: under the same id the same thing happens once. */
  requestId: string;
  consumerCreditId: string;
  externalId: string | null;
  loanNumber: string | null;
  amountCents: bigint;
  currency: string;
  /** Where it goes to, as `addressOf` said when it was asked for. */
  route?: Route;
}

export interface RefundOrder extends OfLoan {
  reason: string;
  /** The note that is meant for the institution; no other one leaves the house (SB-39). */
  note: string | null;
  /** Whether the institution decides at once (AM-116); one that does not takes it, and answers later. */
  instantDecision: boolean;
}

/** Who wants a loan. */
export interface Applicant {
  /** ISO 3166, two letters: whose personal id it is. */
  country: string;
  personalId: string;
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  email: string | null;
  phone: string | null;
}

/** What the applicant says to live by. */
export interface Income {
  type: keyof typeof INCOME_TYPES;
  /** A month, after taxes. */
  monthlyCents: bigint;
  /** What goes to other loans and to keep others, a month. */
  obligationsCents: bigint;
}

/** What is wanted, by one of the institution's own products. */
export interface LoanApplication {
  /** The application's id, and the institution's idempotency key. */
  applicationId: string;
  consumerCreditId: string;
  merchantId: string;
  merchantName: string;
  /** The product as the institution calls it; its yearly rate in hundredths of a percent. */
  product: { code: string; rate: bigint };
  amountCents: bigint;
  currency: string;
  months: number;
  applicant: Applicant;
  income: Income;
  instantDecision: boolean;
  route?: Route;
}

/** What the institution lends, and until when that holds. */
export interface LoanOffer {
  /** By the institution's own id. */
  offerId: string;
  amountCents: bigint;
  currency: string;
  months: number;
  /** Hundredths of a percent a year, as those of products. */
  rate: bigint;
  monthlyCents: bigint;
  totalCents: bigint;
  /** Hundredths of a percent a year: 13.69 % is 1369n. */
  apr: bigint;
  /** An instant, ISO. */
  validUntil: string;
}

/** 'open': it is taken, and nothing decided yet. */
export type ApplicationAnswer =
  /** `reference` is the application as the institution calls it. */
  | { outcome: 'offered'; reference: string; offers: LoanOffer[] }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'open' };

/** How the agreement was signed, and what: the institution holds it against its own terms. */
export interface AcceptanceOrder {
  acceptanceId: string;
  applicationId: string;
  consumerCreditId: string;
  /** The application as the institution calls it, and the offer. */
  externalId: string | null;
  offerId: string;
  amountCents: bigint;
  currency: string;
  /** SHA-256 of the agreement that was signed, in hexadecimal. */
  agreementSha256: string;
  signed: {
    where: 'ONLINE' | 'MERCHANT';
    /** What the signing service calls it; null at the merchant's. */
    signatureId: string | null;
    /** An instant, ISO. */
    date: string;
  };
  /** Who the person proved to be. */
  identified: { method: string; personalId: string } | null;
  instantDecision: boolean;
  route?: Route;
}

/** One instalment as the institution will have it. */
export interface AgreedInstalment {
  number: number;
  /** YYYY-MM-DD */
  dueDate: string;
  amountCents: bigint;
  interestCents: bigint;
}

export type AcceptanceAnswer =
  | { outcome: 'confirmed'; loanNumber: string; schedule: AgreedInstalment[] }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'open' };

/** The shopper takes a loan back, or repays it before its time; what it comes to was counted to the day. */
export interface LoanEndOrder extends OfLoan {
  /** YYYY-MM-DD: the day to which interest is counted. */
  asOf: string;
  /** Of `amountCents`. */
  interestCents: bigint;
}

/** 'open': the order is taken, and nothing decided yet. */
export type InstitutionAnswer =
  | { outcome: 'confirmed'; reference: string }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'open' };

/** What an institution says unasked of a loan that is there. */
export type InstitutionNotice = {
  noticeId: string;
  /** The loan by our id. */
  consumerCreditId: string;
  loanNumber: string;
} & (
  | { kind: 'INSTALMENT_PAID'; number: number; amountCents: bigint; date: string }
  /** What is owed since `date`, of which instalment; nothing any more once it is paid. */
  | { kind: 'ARREARS'; number: number; amountCents: bigint; date: string }
  | { kind: 'WITHDRAWN' | 'REPAID'; reference: string; amountCents: bigint; date: string }
);

/** Each throws where it can't tell whether it arrived, and is asked again under the same id. */
export interface FinancingInstitution {
  /** Hands the order over. */
  refund(order: RefundOrder): Promise<InstitutionAnswer>;
  /** Takes a refund back that is not decided yet: 'confirmed' means that it is never paid, 'rejected' that it is too late. */
  cancelRefund(requestId: string, route?: Route): Promise<InstitutionAnswer>;
  /** Applies for a loan. */
  apply(application: LoanApplication): Promise<ApplicationAnswer>;
  /** What became of an application; one that never arrived is declined, and stays so. */
  inquireApplication(applicationId: string, route?: Route): Promise<ApplicationAnswer>;
  /** The application is not wanted any more: none of its offers will be taken. */
  withdrawApplication(applicationId: string, route?: Route): Promise<InstitutionAnswer>;
  /** An offer is taken, and its agreement signed. */
  accept(order: AcceptanceOrder): Promise<AcceptanceAnswer>;
  inquireAcceptance(acceptanceId: string, route?: Route): Promise<AcceptanceAnswer>;
  /** Within 14 days of signing. */
  withdraw(order: LoanEndOrder): Promise<InstitutionAnswer>;
  settleEarly(order: LoanEndOrder): Promise<InstitutionAnswer>;
  /** What became of a refund, a withdrawal, a settlement; one that never arrived is rejected, and stays so. */
  inquire(requestId: string, route?: Route): Promise<InstitutionAnswer>;
  close(): Promise<void>;
}
