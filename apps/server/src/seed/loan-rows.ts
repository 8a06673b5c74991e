import type * as Financing from '../platform/db/schema/financing.ts';
import type * as Lending from '../platform/db/schema/lending.ts';
import type {
  InstitutionLedgerRow,
  InstitutionLoanRow,
  InstitutionNoticeRow,
  InstitutionRequestRow,
} from './outside.ts';
import type { Seeded } from './row.ts';

/** Rows of loans, and of what hangs on them. */

type Standing = 'status_since' | 'status_until';
export type ConsumerCreditRow = Seeded<
  Omit<Financing.ConsumerCredits, Standing | keyof Unwritten>
> & { statusSince: Date | null; statusUntil: Date | null };
/** Of a loan, what only people and time bring. */
type Unwritten = Pick<
  Financing.LoanLife,
  | 'reminded_date'
  | 'shopper_key_hash'
  | 'failure_code'
  | 'decided_by'
  | 'review_asked_date'
  | 'reviewed_date'
  | 'reviewed_by'
  | 'review_note'
  | 'ended'
  | 'ended_date'
  | 'taken_user_id'
  | 'taken_by'
  | 'assigned_by'
  | 'taken_date'
>;
export type ConsumerCreditPersonRow = Seeded<
  Financing.ConsumerCreditPersons,
  { personalId: string }
>;
export type ConsumerCreditsRefundRow = Seeded<
  Omit<
    Financing.ConsumerCreditsRefunds,
    Exclude<keyof Financing.RefundUnderWay, 'cancel_user_id' | 'cancel_user_name'>
  >
>;
export type OfferRow = Seeded<Omit<Financing.Offers, 'valid_until'>> & { validUntil: Date | null };
type Asked = 'expires_date' | 'next_attempt_date';
export type AuthenticationRow = Seeded<
  Omit<Financing.Authentications, Exclude<keyof Financing.TryLife, Asked>>
>;
export type SignatureRow = Seeded<
  Omit<Financing.Signatures, keyof Financing.TryLife | 'method' | 'signed_by'>
>;
export type LoanApplicationRow = Seeded<Lending.LoanApplications>;
export type LoanOperationRow = Seeded<
  Omit<
    Lending.LoanOperations,
    | 'amount_cents'
    | 'interest_cents'
    | 'as_of'
    | 'failure_code'
    | 'failure_detail'
    | 'user_id'
    | 'terms'
  >
>;
// it is sealed where it is written
export type LoanDocumentRow = Seeded<
  Omit<Lending.LoanDocuments, 'bytes' | 'bytes_sealed'>,
  { bytes: Buffer }
>;
// its days are days, as text
export type LoanInstalmentRow = Omit<Seeded<Lending.LoanInstalments>, 'dueDate' | 'paidDate'> & {
  dueDate: string;
  paidDate: string | null;
};
export type LoanEventRow = Seeded<Omit<Lending.LoanEvents, 'user_id'>>;

export interface LoanTables {
  consumerCredits: ConsumerCreditRow;
  consumerCreditPersons: ConsumerCreditPersonRow;
  consumerCreditsRefunds: ConsumerCreditsRefundRow;
  offers: OfferRow;
  authentications: AuthenticationRow;
  signatures: SignatureRow;
  loanApplications: LoanApplicationRow;
  loanOperations: LoanOperationRow;
  loanDocuments: LoanDocumentRow;
  loanInstalments: LoanInstalmentRow;
  loanEvents: LoanEventRow;
  institutionLedger: InstitutionLedgerRow;
  institutionRequests: InstitutionRequestRow;
  institutionLoans: InstitutionLoanRow;
  institutionNotices: InstitutionNoticeRow;
}
