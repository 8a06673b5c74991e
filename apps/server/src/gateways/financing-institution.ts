/** The institution that gives a loan, as Paydesk sees it: it is asked for a refund, and answers when it likes. */

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

export interface FinancingInstitution {
  /** Hands the order over; throws where it can't tell whether it arrived, and is tried again under the same id. */
  refund(order: RefundOrder): Promise<InstitutionAnswer>;
  /** What became of an order; one that never arrived is rejected, and stays so. Throws where there is no answer. */
  inquire(requestId: string, route?: Route): Promise<InstitutionAnswer>;
  close(): Promise<void>;
}
