import type { DisputeStatus, Hold } from '@paydesk/contract/payments.ts';
import type { SkipReason } from '@paydesk/contract/charging.ts';
import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import type { Generated } from 'kysely';
import type { RecurringCardChanges } from './recurring.ts';

/** Payers, what they pay, and how money moves. */

export interface Customers {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  created_date: string;
  personal_id: string | null;
  personal_id_sealed: Buffer | null;
  personal_id_masked: string | null;
  personal_id_index: Buffer | null;
  phone: string | null;
  status: string;
  /** Who brought it into that status, when and why, where staff did. */
  status_date: string | null;
  status_by: string | null;
  status_reason: string | null;
  country: string | null;
  last_login_date: string | null;
  updated_date: string | null;
  updated_by: string | null;
  /** Since when nothing of the person stands here. */
  erased_date: string | null;
}

export interface Purchases {
  id: string;
  merchant_id: string;
  customer_id: string | null;
  amount_cents: bigint;
  currency: string;
  status: string;
  created_date: string;
  payment_info: string | null;
  expiration_date: string | null;
  last_callback_status: string | null;
  external_id: string | null;
  reason_code: string | null;
  reason_note: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface Transactions {
  id: string;
  merchant_id: string;
  customer_id: string | null;
  purchase_id: string | null;
  order_id: string | null;
  recurring_payment_id: string | null;
  refunded_transaction_id: string | null;
  date: string;
  status: string;
  amount_cents: bigint;
  currency: string;
  description: string | null;
  card_pan: string | null;
  card_id: string | null;
  account_statement_reference: string | null;
  batch_id: string | null;
  external_error_type: string | null;
  external_error_code: string | null;
  external_error_description: string | null;
  external_payment_id: string | null;
  xid: string | null;
  report_data: Generated<Record<string, string>>;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
  moves_money: Generated<boolean>;
  /** It came to count by hand, or while something else paid for the same. */
  counted_beside: Generated<boolean>;
  refunded_cents: Generated<bigint>;
  pending_refund_cents: Generated<bigint>;
  reversed_cents: Generated<bigint>;
  pending_reversal_cents: Generated<bigint>;
  awaiting_acquirer: Generated<boolean>;
  reversal_date: string | null;
  reversal_reason_code: string | null;
  reversal_reason_note: string | null;
  hold: Hold | null;
  /** Who of staff looks at it. */
  taken_user_id: string | null;
  taken_by: string | null;
  assigned_by: string | null;
  taken_date: string | null;
  liability_shift: boolean | null;
  eci: string | null;
  dispute: DisputeStatus | null;
  /** By when its open dispute is to be answered. */
  respond_by: string | null;
  captured_date: string | null;
  /** What the acquirer’s settlement file says of it. */
  acquirer_fee_cents: bigint | null;
  payout_reference: string | null;
  paid_out_day: string | null;
}

export interface MoneyOperations {
  id: string;
  kind: 'REFUND' | 'MANUAL_REFUND' | 'REVERSAL' | 'MANUAL_REVERSAL';
  status: 'PENDING' | 'APPROVED' | 'DECLINED';
  transaction_id: string;
  refund_transaction_id: string | null;
  merchant_id: string;
  amount_cents: bigint;
  currency: string;
  reason_code: string;
  reason_note: string | null;
  created_date: string;
  user_id: string;
  user_name: string;
  settled_date: string | null;
  acquirer_reference: string | null;
  decline_reason: string | null;
  attempts: Generated<number>;
  next_attempt_date: string | null;
  /** Where it was sent to. */
  gateway: string | null;
}

export interface MoneyJournal {
  id: string;
  created_date: string;
  operation_id: string;
  kind: string;
  transaction_id: string;
  merchant_id: string;
  amount_cents: bigint;
  currency: string;
  acquirer_reference: string | null;
}

export interface TransactionLogs {
  id: string;
  transaction_id: string;
  merchant_id: string;
  created_date: string;
  event: string;
  from_status: string | null;
  to_status: string | null;
  user_name: string | null;
  note: string | null;
}

export interface RecurringPayments {
  id: string;
  payment_request_id: string;
  merchant_id: string;
  customer_id: string | null;
  total_amount_cents: bigint;
  currency: string;
  count: number;
  last_charged_at: string | null;
  status: string;
  payment_info: string | null;
  created_date: string;
  expiration_date: string | null;
  next_charge_at: string | null;
  declined_in_a_row: Generated<number>;
  skipped_date: string | null;
  skip_reason: SkipReason | null;
  /** What each charge takes. */
  amount_cents: bigint;
  interval_unit: Generated<IntervalUnit>;
  interval_count: Generated<number>;
  /** The day of the month on which it began. */
  anchor_day: number;
  /** The next day to be charged, 'YYYY-MM-DD'. */
  next_due_day: string | null;
  /** What the payer agreed to at most. */
  most_cents: bigint;
  consent_date: string | null;
  consent_text: string | null;
  source: Generated<'WIDGET' | 'LINK' | 'API' | 'EARLIER'>;
  checkout_id: string | null;
  card_id: string | null;
  card_pan: string | null;
  /** 'YYYY-MM' */
  card_expires: string | null;
  payer_email: string | null;
  network_reference: string | null;
  suspend_reason: 'PAUSED_BY_MERCHANT' | 'PAUSED_BY_CUSTOMER' | 'DECLINED' | null;
  ended_date: string | null;
  /** Opens the payer's own page. */
  access_token: Generated<string>;
  /** Of which card its payer was told that it expires. */
  card_asked_id: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

/** A day on which a recurring payment was due. */
export interface RecurringDues {
  id: string;
  recurring_payment_id: string;
  merchant_id: string;
  /** 'YYYY-MM-DD' */
  due_day: string;
  amount_cents: bigint;
  currency: string;
  status: 'CHARGING' | 'PAID' | 'RETRYING' | 'UNPAID' | 'MISSED' | 'SKIPPED';
  attempts: Generated<number>;
  next_attempt_at: string | null;
  transaction_id: string | null;
  failure: string | null;
  decided_by: string | null;
  decided_date: string | null;
  decided_note: string | null;
  /** The request of a person that is yet to be answered, and as which action it was asked for. */
  asked_id: string | null;
  asked_as: 'CHARGE_NOW' | 'CHARGE_DUE' | null;
  /** 'YYYY-MM-DD', of the same calendar. */
  paid_day: string | null;
  created_date: string;
  updated_date: string | null;
  updated_by: string | null;
}

export interface RecurringCharges {
  id: string;
  merchant_id: string;
  recurring_payment_id: string;
  due_date: string;
  status: 'PENDING' | 'APPROVED' | 'DECLINED';
  created_date: string;
  settled_date: string | null;
  attempts: Generated<number>;
  next_attempt_date: string | null;
  gateway: string | null;
  due_id: string | null;
  amount_cents: bigint | null;
  decline_reason: string | null;
  decline_code: string | null;
  network_reference: string | null;
  card_id: string | null;
}

export interface ExchangeLogs {
  id: string;
  purchase_id: string | null;
  order_id: string | null;
  merchant_id: string;
  created_date: string;
  xml_type: string;
  xml: string;
  /** Whether it arrived, of a message of ours; null of all others. */
  outcome: 'DELIVERED' | 'FAILED' | null;
  outcome_detail: string | null;
  outcome_date: string | null;
  attempts: number | null;
}

export interface PaymentsTables {
  customers: Customers;
  purchases: Purchases;
  transactions: Transactions;
  money_operations: MoneyOperations;
  money_journal: MoneyJournal;
  transaction_logs: TransactionLogs;
  recurring_payments: RecurringPayments;
  recurring_charges: RecurringCharges;
  recurring_dues: RecurringDues;
  recurring_card_changes: RecurringCardChanges;
  exchange_logs: ExchangeLogs;
}
