import type { Generated } from 'kysely';

/** What happens to loans that live. */

export interface LoanApplications {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  financing_institution_id: string;
  status: 'SENT' | 'OFFERED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED' | 'ERROR';
  external_id: string | null;
  reject_reason: string | null;
  gateway: string | null;
  error: string | null;
  created_date: string;
  decided_date: string | null;
  updated_date: string | null;
}

/** Of an acceptance, whether the institution decides at once. */
export interface AskedTerms {
  instant: boolean;
  /** Of an application: whom, for what, by whose name. */
  institution?: string;
  /** By their codes as they were; a version before has not said which they are. */
  products?: { id?: string; code: string; rate: number }[];
  merchantName?: string;
}

/** What an institution was asked to do, and its answer. */
export interface LoanOperations {
  id: string;
  consumer_credit_id: string;
  application_id: string | null;
  merchant_id: string;
  kind: 'APPLY' | 'ACCEPT' | 'CANCEL' | 'WITHDRAW' | 'REPAY';
  /** What of the question may be otherwise by the time it is repeated. */
  terms: AskedTerms | null;
  status: 'PENDING' | 'APPROVED' | 'DECLINED';
  amount_cents: bigint | null;
  interest_cents: bigint | null;
  as_of: string | null;
  gateway: string | null;
  reference: string | null;
  decline_reason: string | null;
  error: string | null;
  failure_code: string | null;
  failure_detail: string | null;
  user_id: string | null;
  user_name: string;
  created_date: string;
  settled_date: string | null;
  attempts: Generated<number>;
  next_attempt_date: string | null;
}

export interface LoanDocuments {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  kind: 'SECCI' | 'AGREEMENT';
  financing_product_id: string | null;
  /** Of what is read before consent; null of what was read before it was written down. */
  interest_rate_bp: number | null;
  sha256: string;
  /** Of what a version before has left, and of what was erased. */
  bytes: Buffer | null;
  bytes_sealed: Buffer | null;
  content_type: string;
  created_date: string;
  consented_date: string | null;
}

export interface LoanInstalments {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  number: number;
  due_date: string;
  amount_cents: bigint;
  interest_cents: bigint;
  principal_cents: bigint;
  paid_cents: Generated<bigint>;
  paid_date: string | null;
  status: 'DUE' | 'PAID' | 'PARTLY' | 'OVERDUE' | 'CANCELLED';
}

export interface LoanEvents {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  kind: string;
  status_before: string | null;
  status_after: string | null;
  detail: string | null;
  user_id: string | null;
  user_name: string;
  created_date: string;
}

export interface LendingTables {
  loan_applications: LoanApplications;
  loan_operations: LoanOperations;
  loan_documents: LoanDocuments;
  loan_instalments: LoanInstalments;
  loan_events: LoanEvents;
}
