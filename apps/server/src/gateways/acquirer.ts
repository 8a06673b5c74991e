/** The acquirer as Paydesk sees it: money goes to or comes from a card, and the answer may be lost (AM-102). */

export interface MoneyRequest {
  /** The reservation's id, the acquirer's idempotency key: the same id never moves money twice. */
  operationId: string;
  kind: 'REFUND' | 'REVERSAL' | 'CHARGE' | 'AUTHORISE' | 'CAPTURE' | 'CANCEL';
  /** The transaction whose money goes back; of what takes money, its own. */
  transactionId: string;
  amountCents: bigint;
  currency: string;
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
  | { outcome: 'declined'; reason: string }
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

export interface Acquirer {
  /** Moves money; answers 'unknown' on a time-out or a cut line and never throws. */
  move(request: MoneyRequest): Promise<AcquirerAnswer>;
  /** What became of an earlier request; a request that never arrived is 'declined'. Never throws. */
  inquire(operationId: string, route?: Route): Promise<AcquirerAnswer>;
  /** Whether it took the money of a payment, whoever asked for it (AM-113). Changes nothing, never throws. */
  inquirePayment(payment: PaymentQuestion): Promise<PaymentAnswer>;
  close(): Promise<void>;
}
