import type { DisputeStatus } from '@paydesk/contract/payments.ts';

/** A row of the sandbox acquirer's own books. */
export interface LedgerRow {
  operationId: string;
  kind: 'REFUND' | 'REVERSAL' | 'CHARGE' | 'AUTHORISE';
  transactionId: string;
  amountCents: bigint;
  currency: string;
  reference: string;
  createdDate: Date;
  bookedDate: Date;
}

/** A card by its token, as the sandbox acquirer keeps it. */
export interface SandboxCardRow {
  token: string;
  testCard: string;
  expires: string;
  createdDate: Date;
}

/** What the sandbox acquirer says of a dispute, and when. */
export interface AcquirerNoticeRow {
  noticeId: string;
  disputeId: string;
  paymentId: string;
  amountCents: bigint;
  currency: string;
  reason: string;
  respondBy: Date;
  status: DisputeStatus;
  noticeTo: string;
  dueDate: Date;
  createdDate: Date;
}

/** A row of the sandbox institution's own books. */
export interface InstitutionLedgerRow {
  requestId: string;
  consumerCreditId: string;
  externalId: string | null;
  loanNumber: string | null;
  amountCents: bigint;
  currency: string;
  reason: string;
  note: string | null;
  reference: string;
  createdDate: Date;
  decidedDate: Date;
}

/** What was asked of the sandbox institution, and answered. */
export interface InstitutionRequestRow {
  operationId: string;
  kind: 'LOAN_APPLICATION' | 'LOAN_ACCEPTANCE';
  content: object;
  answer: object;
  createdDate: Date;
  decidedDate: Date;
}

/** A loan that it has given. */
export interface InstitutionLoanRow {
  loanId: string;
  acceptanceId: string;
  loanNumber: string;
  totalCents: bigint;
  signedDate: Date;
}

/** What it will say of one. */
export interface InstitutionNoticeRow {
  noticeId: string;
  loanId: string;
  noticeTo: string;
  notice: object;
  dueDate: Date;
}

/** The books of those outside stand in schemas of their own. */
export const OUTSIDE = {
  ledger: 'acquirer_sandbox.requests',
  sandboxCards: 'acquirer_sandbox.cards',
  acquirerNotices: 'acquirer_sandbox.notices',
  acquirerNoticesTaken: 'acquirer_sandbox.notices_taken',
  institutionLedger: 'institution_sandbox.refunds',
  institutionRequests: 'institution_sandbox.requests',
  institutionLoans: 'institution_sandbox.loans',
  institutionNotices: 'institution_sandbox.notices',
} as const;
