import type { Application, Permission, UserRole } from '@paydesk/contract/permissions.ts';
import type { Generated, JSONColumnType } from 'kysely';

/** The tables as code sees them: bigint for cents, ISO text for instants. */

export interface Merchants {
  id: string;
  name: string;
  status: string;
  created_date: string;
  merchant_number: Generated<number>;
  legal_id: string | null;
  iban: string | null;
  responsible_person: string | null;
  phone: string | null;
  email: string | null;
  country_code: string | null;
  mcc_code: string | null;
  address_line: string | null;
  zip_code: string | null;
  terms_url: string | null;
  card_acceptance_location: string | null;
  order_verification_url: string | null;
  purchase_notification_url: string | null;
  delivery_cost_calculation_url: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface GenericShippingMethods {
  id: string;
  name: string;
}

export interface ShippingMethods {
  id: string;
  merchant_id: string;
  generic_method_id: string;
  name: string;
  ext_id: string;
  enabled: boolean;
  created_at: string;
  created_by: string;
  updated_at: string | null;
  updated_by: string | null;
}

export interface MerchantDeliveryMethods {
  id: string;
  merchant_id: string;
  delivery_method: string;
  type: string;
  external_id: string;
  enabled: boolean;
  created_date: string;
}

export interface Users {
  id: string;
  email: string;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  phone_number: string | null;
  position: string | null;
  description: string | null;
  user_role: UserRole;
  permissions: Permission[];
  status: string;
  merchant_id: string | null;
  failed_logins: Generated<number>;
  last_try_date: string | null;
  password_expires_date: string | null;
  last_login_date: string | null;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface Sessions {
  id: string;
  token_hash: Buffer;
  user_id: string;
  created_date: string;
  expires_date: string;
  revoked_date: string | null;
  time_zone: string;
  address: string;
  user_agent: string | null;
  last_seen_date: string | null;
  second_factor_date: string | null;
}

export interface Tokens {
  token_hash: Buffer;
  purpose: 'RESET' | 'INVITATION';
  user_id: string;
  created_date: string;
  expires_date: string;
  used_date: string | null;
}

export interface SecondFactors {
  user_id: string;
  secret: Buffer;
  created_date: string;
  confirmed_date: string | null;
  last_step: Generated<bigint>;
}

export interface RecoveryCodes {
  user_id: string;
  code_hash: Buffer;
  used_date: string | null;
}

export interface Outbox {
  id: string;
  kind: string;
  payload: Buffer;
  created_date: string;
  due_date: string;
  attempts: Generated<number>;
  delivered_date: string | null;
  expires_date: string | null;
  given_up_date: string | null;
  error: string | null;
}

export interface LoginAttempts {
  address: string;
  dates: string[];
}

export interface AuditLogs {
  id: string;
  created_date: string;
  user_id: string | null;
  user_name: string | null;
  application: string | null;
  action: string;
  entity_type: string;
  entity_id: string | null;
  merchant_id: string | null;
  address: string | null;
  result: string;
  details: JSONColumnType<Record<string, unknown>>;
}

export interface Customers {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  created_date: string;
}

export interface Purchases {
  id: string;
  merchant_id: string;
  customer_id: string | null;
  amount_cents: bigint;
  currency: string;
  status: string;
  created_date: string;
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
  refunded_cents: Generated<bigint>;
  pending_refund_cents: Generated<bigint>;
  reversed_cents: Generated<bigint>;
  pending_reversal_cents: Generated<bigint>;
  awaiting_acquirer: Generated<boolean>;
  reversal_date: string | null;
  reversal_reason_code: string | null;
  reversal_reason_note: string | null;
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

export interface IdempotencyKeys {
  user_id: string;
  key: string;
  request_hash: Buffer;
  created_date: string;
  operation_id: string | null;
}

export interface Announcements {
  id: string;
  title: string;
  text: string;
  application: Application;
  valid_from: string;
  valid_to: string | null;
  active: boolean;
  created_date: string;
}

export interface Tables {
  merchants: Merchants;
  users: Users;
  sessions: Sessions;
  login_attempts: LoginAttempts;
  tokens: Tokens;
  second_factors: SecondFactors;
  recovery_codes: RecoveryCodes;
  outbox: Outbox;
  audit_logs: AuditLogs;
  customers: Customers;
  purchases: Purchases;
  transactions: Transactions;
  money_operations: MoneyOperations;
  money_journal: MoneyJournal;
  transaction_logs: TransactionLogs;
  idempotency_keys: IdempotencyKeys;
  generic_shipping_methods: GenericShippingMethods;
  shipping_methods: ShippingMethods;
  merchant_delivery_methods: MerchantDeliveryMethods;
  announcements: Announcements;
}
