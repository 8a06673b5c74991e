import type { CARD_TYPES, PAYMENT_SCHEMES } from '@paydesk/contract/kernel/cards.ts';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import type { Hook } from '../platform/http/hooks.ts';

/** The acquirer as Paydesk sees it: money goes to or comes from a card, and the answer may be lost (AM-102). */

export interface MoneyRequest {
  /** The reservation's id, the acquirer's idempotency key: the same id never moves money twice. */
  operationId: string;
  kind: 'REFUND' | 'REVERSAL' | 'CHARGE' | 'AUTHORISE' | 'CAPTURE' | 'CANCEL';
  /** The transaction whose money goes back; of what takes money, its own. */
  transactionId: string;
  amountCents: bigint;
  currency: string;
  /** A card by the acquirer's own name of it, never its number; on what takes money from one that is known. */
  token?: string | undefined;
  /** Of a charge that nobody sits at: the card network's own id of the first payment, which its payer confirmed. */
  networkReference?: string | undefined;
  /** Where it goes to, as `addressOf` said when it was reserved; nowhere else, whoever is set up since. */
  route?: Route;
}

/** Which of several gateways: the one at the address, of a merchant or an institution; else the installation's. */
export interface Route {
  gateway: string | null;
  of: string | null;
}

/** 'unknown' is an honest answer: it may or may not have happened, and is asked again later. */
export type AcquirerAnswer =
  | { outcome: 'approved'; reference: string }
  | { outcome: 'declined'; reason: string; code?: string | null }
  | { outcome: 'unknown'; reason: string };

/** A payment that the acquirer is asked about: by our id of it, and what it should have taken. */
export interface PaymentQuestion {
  transactionId: string;
  amountCents: bigint;
  currency: string;
  /** Of whom it is asked. */
  route?: Route;
}

/** Has the acquirer the money of a payment? It says yes or no, or can't be reached. */
export type PaymentAnswer =
  | { outcome: 'taken'; reference: string }
  | { outcome: 'notTaken'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** A page of the acquirer's own on which the payer types the card: its number never comes here. */
export interface CardPageRequest {
  /** The attempt's id, and the idempotency key: the same id opens the same page. */
  sessionId: string;
  paymentId: string;
  merchantId: string;
  merchantName: string;
  amountCents: bigint;
  currency: string;
  /** The card is looked at alone: the amount is what later charges come to, and none of it is taken now. */
  checksOnly?: boolean;
  /** Where the page sends the payer back to. */
  returnTo: string;
  /** Whether it stands inside the checkout. */
  frame: boolean;
  route?: Route | undefined;
}

export type CardPage =
  /** `framed`: whether it can stand inside the checkout. */
  | { outcome: 'opened'; url: string; framed: boolean }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string };

/** A card as Paydesk knows it. */
export interface TokenCard {
  /** Up to 255 characters that say nothing to anybody else. */
  token: string;
  /** Null where the acquirer does not say it. */
  first6: string | null;
  last4: string;
  scheme: keyof typeof PAYMENT_SCHEMES;
  /** YYYY-MM */
  expires: string;
  type: keyof typeof CARD_TYPES;
  issuer: string | null;
}

/** 'open': the payer is still at it. */
export type CardAnswer =
  | { outcome: 'card'; card: TokenCard }
  | { outcome: 'open' }
  | { outcome: 'abandoned'; reason: string }
  | { outcome: 'unknown'; reason: string };

export interface AuthorisationRequest extends MoneyRequest {
  kind: 'AUTHORISE';
  token: string;
  threeDSecure: 'required' | 'asNeeded';
  /** Where the page of the payer's bank sends the payer back to. */
  returnTo: string;
  frame: boolean;
}

/** What the payer's bank said of who pays (3-D Secure). */
export interface Authentication {
  result: 'Y' | 'A' | 'N' | 'U' | 'R';
  eci: string | null;
  xid: string | null;
  /** Whether the payer's bank bears the loss of a fraud. */
  liabilityShift: boolean;
  /** AReq, ARes, CReq, CRes, RReq, as they went. */
  messages: { type: string; result: string | null; payload: string }[];
}

/** 'action': the payer's bank wants the payer at the url first; what comes of it an inquiry or a late answer says. */
export type Authorised =
  | {
      outcome: 'approved';
      reference: string;
      networkReference: string | null;
      authentication: Authentication | null;
    }
  | {
      outcome: 'declined';
      reason: string;
      code: string | null;
      authentication: Authentication | null;
    }
  | { outcome: 'action'; url: string; authentication: Authentication | null }
  | { outcome: 'unknown'; reason: string };

/** What an acquirer came to know of an operation. */
export type Decided = Exclude<AcquirerAnswer | Authorised, { outcome: 'unknown' | 'action' }>;

/** What a payer's bank claims back, as an acquirer tells it. */
export interface DisputeNotice {
  /** Its own name where it is sent until it is taken; who is asked anew each time, and says what is true now, has none. */
  noticeId?: string;
  disputeId: string;
  paymentId: string;
  amountCents: bigint;
  currency: string;
  reason: string;
  respondBy: string | null;
  status: DisputeStatus;
}

/** Who is told what an acquirer says of itself; false where it was known, null where it is about nothing of ours. */
export interface Hears {
  answered: (operationId: string, answer: Decided, from: string) => Promise<boolean | null>;
  disputed: (notice: DisputeNotice, from: string) => Promise<boolean | null>;
}
export type AcquirerTells = (hears: Hears) => Hook;

/** What was booked of one payment on one day. */
export interface SettlementLine {
  paymentId: string;
  capturedCents: bigint;
  refundedCents: bigint;
  feeCents: bigint;
  currency: string;
  /** In which it came to the bank, and when; null as long as nobody knows. */
  payout?: { reference: string; day: string } | null | undefined;
}

export type Settlement =
  | { outcome: 'settled'; lines: SettlementLine[] }
  | { outcome: 'unknown'; reason: string };

export interface Acquirer {
  /** Opens the page for a card, or gives the one that is open. Never throws. */
  openCardPage(request: CardPageRequest): Promise<CardPage>;
  /** Which card was typed. Never throws. */
  inquireCard(sessionId: string, route?: Route): Promise<CardAnswer>;
  /** Holds an amount on a card. Never throws. */
  authorise(request: AuthorisationRequest): Promise<Authorised>;
  /** What became of it; one that never arrived is 'declined'. Never throws. */
  inquireAuthorisation(operationId: string, route?: Route): Promise<Authorised>;
  /** Moves money; answers 'unknown' on a time-out or a cut line and never throws. */
  move(request: MoneyRequest): Promise<AcquirerAnswer>;
  /** What became of an earlier request; a request that never arrived is 'declined'. Never throws. */
  inquire(operationId: string, route?: Route): Promise<AcquirerAnswer>;
  /** Whether it took the money of a payment, whoever asked for it (AM-113). Changes nothing, never throws. */
  inquirePayment(payment: PaymentQuestion): Promise<PaymentAnswer>;
  /** What was booked on a day (YYYY-MM-DD, in UTC), a line for each payment. Changes nothing, never throws. */
  settlement(day: string, route?: Route): Promise<Settlement>;
  close(): Promise<void>;
}
