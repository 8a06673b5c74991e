import type { Generated } from 'kysely';

/** Loans that pay for orders. */

export interface ConsumerCredits extends LoanLife {
  id: string;
  order_id: string;
  merchant_id: string;
  customer_id: string;
  status: string;
  failure_reason: string | null;
  external_id: string | null;
  loan_number: string | null;
  amount_cents: bigint;
  currency: string;
  total_requested_refunds_cents: Generated<bigint>;
  agreement_signing_date: string | null;
  device_os: string | null;
  offer_retrieval_finished: Generated<boolean>;
  grace_repayment_count: number | null;
  down_payment_amount_cents: bigint | null;
  down_payment_type: string | null;
  down_payment_purchase_id: string | null;
  application_url: string | null;
  income_type: string | null;
  ok_offer_count: Generated<number>;
  all_offer_count: Generated<number>;
  all_authentication_count: Generated<number>;
  comment: string | null;
  created_date: string;
  updated_date: string | null;
  updated_by: string | null;
  financing_institution_id: string | null;
}

/** Of a loan that lives: one that was applied for here. */
export interface LoanLife {
  /** None of a loan that was made elsewhere: such a one is moved by nobody. */
  checkout_id: string | null;
  term_months: number | null;
  income_cents: bigint | null;
  obligations_cents: bigint | null;
  status_since: string | null;
  status_until: string | null;
  reminded_date: string | null;
  risk_date: string | null;
  review: Generated<boolean>;
  failure_code: string | null;
  decided_by: string | null;
  review_asked_date: string | null;
  reviewed_date: string | null;
  reviewed_by: string | null;
  review_note: string | null;
  first_decision_date: string | null;
  decided_date: string | null;
  token: string | null;
  shopper_key_hash: Buffer | null;
  withdraw_until: string | null;
  arrears_cents: bigint | null;
  arrears_since: string | null;
  ended: string | null;
  ended_date: string | null;
  taken_user_id: string | null;
  taken_by: string | null;
  assigned_by: string | null;
  taken_date: string | null;
}

/** The customer as the loan's application names them. */
export interface ConsumerCreditPersons {
  consumer_credit_id: string;
  merchant_id: string;
  personal_id: string | null;
  personal_id_sealed: Buffer | null;
  personal_id_masked: string | null;
  personal_id_index: Buffer | null;
  first_name: string;
  last_name: string;
  date_of_birth: string;
  phone_number: string | null;
  email: string | null;
  country: string | null;
}

/** What was asked of the institution, and its answer. */
export interface ConsumerCreditsRefunds extends RefundUnderWay {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  amount_cents: bigint;
  currency: string;
  reason: string;
  internal_note: string | null;
  targeted_note: string | null;
  status: string;
  user_id: string;
  user_name: string;
  created_date: string;
  settled_date: string | null;
  institution_reference: string | null;
  reject_reason: string | null;
  next_inquiry_date: string | null;
  attempts: Generated<number>;
  /** When it was first handed over. */
  sent_date: string | null;
}

/** What stands on a request while it is on its way. */
export interface RefundUnderWay {
  /** Where it was sent to. */
  gateway: string | null;
  cancel_asked_date: string | null;
  cancel_user_id: string | null;
  cancel_user_name: string | null;
  /** When it was last asked about and had not been decided. */
  inquired_date: string | null;
  /** Why the institution could not be reached the last time. */
  delivery_error: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface InstitutionGatewaySecrets {
  financing_institution_id: string;
  sealed: Buffer;
}

export interface FinancingInstitutions {
  id: string;
  name: string;
  code: string;
  active: boolean;
  logo_url: string | null;
  address: string | null;
  supervisor: string | null;
  /** Whom staff ask about an answer that is due. */
  operations_email: string | null;
  operations_phone: string | null;
  gateway_url: string | null;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

/** One that nobody has ever turned on has no row. */
export interface FinancingInstitutionFeatures {
  financing_institution_id: string;
  feature: string;
  enabled: boolean;
  updated_date: string;
  updated_by: string;
}

/** Rates are hundredths of a percent a year. */
export interface FinancingProducts {
  id: string;
  financing_institution_id: string;
  name: string;
  code: string;
  min_amount_cents: bigint;
  max_amount_cents: bigint;
  min_term_months: number;
  max_term_months: number;
  interest_rate_bp: number;
  active: boolean;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface Offers extends OfferLife {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  sequence: number;
  financing_institution_id: string;
  financing_product_id: string;
  amount_cents: bigint;
  currency: string;
  term_months: number;
  interest_rate_bp: number;
  apr_bp: number;
  monthly_payment_cents: bigint;
  status: string;
  external_id: string | null;
  created_date: string;
}

export interface OfferLife {
  application_id: string | null;
  total_cents: bigint | null;
  valid_until: string | null;
  chosen_date: string | null;
}

export interface Authentications extends TryLife {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  customer_id: string;
  method: string;
  provider: string;
  status: string;
  error: string | null;
  created_date: string;
  completed_date: string | null;
}

/** A person is asked, on a page or by a code. */
export interface TryLife {
  url: string | null;
  framed: Generated<boolean>;
  counted: Generated<boolean>;
  code: string | null;
  gateway: string | null;
  expires_date: string | null;
  attempts: Generated<number>;
  next_attempt_date: string | null;
}

export interface Signatures extends SigningLife {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  signing_service_id: string;
  status: string;
  signed_object_id: string | null;
  external_id: string | null;
  error: string | null;
  created_date: string;
}

export interface SigningLife extends TryLife {
  document_id: string | null;
  method: string | null;
  completed_date: string | null;
  signed_by: string | null;
}

export interface FinancingTables {
  consumer_credits: ConsumerCredits;
  consumer_credit_persons: ConsumerCreditPersons;
  consumer_credits_refunds: ConsumerCreditsRefunds;
  financing_institutions: FinancingInstitutions;
  institution_gateway_secrets: InstitutionGatewaySecrets;
  financing_institution_features: FinancingInstitutionFeatures;
  financing_products: FinancingProducts;
  offers: Offers;
  authentications: Authentications;
  signatures: Signatures;
}
