import type { Generated } from 'kysely';

/** Loans that pay for orders. */

export interface ConsumerCredits {
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
}

export interface FinancingTables {
  consumer_credits: ConsumerCredits;
}
