import type { Capture, DisputeStatus } from '@paydesk/contract/payments.ts';
import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import type { Generated } from 'kysely';

/** Payments on their way: what a shopper opens, tries and pays. */

export interface PaymentLinks {
  id: string;
  merchant_id: string;
  purpose: string;
  /** None: whoever pays says how much. */
  amount_cents: bigint | null;
  currency: string;
  uses: 'ONE' | 'MANY';
  used_count: Generated<number>;
  expires_date: string | null;
  disabled_date: string | null;
  disabled_by: string | null;
  created_date: string;
  created_by: string;
  updated_date: string | null;
  updated_by: string | null;
  recurring_unit: IntervalUnit | null;
  recurring_every: number | null;
}

export interface Checkouts {
  /** Random throughout: it opens all but what its shopper said of themselves. */
  id: string;
  merchant_id: string;
  order_id: string;
  purchase_id: string;
  source: 'WIDGET' | 'API' | 'LINK';
  widget_id: string | null;
  payment_link_id: string | null;
  success_url: string | null;
  cancel_url: string | null;
  capture: Capture;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  /** SHA-256 of the key of the browser in which these were said (ADR 215). */
  shopper_key_hash: Buffer | null;
  /** Since when they are who says so. */
  payer_since: string | null;
  shipping_method_id: string | null;
  shipping_cents: Generated<bigint>;
  consent_date: string | null;
  cancelled_date: string | null;
  /** The shop itself signed what its page passed. */
  signed: Generated<boolean>;
  /** Since when somebody has answered for the order's amount. */
  approved_date: string | null;
  created_date: string;
  expires_date: string;
  /** How often what it begins repeats; none: it is paid once. */
  recurring_unit: IntervalUnit | null;
  recurring_every: number | null;
  recurring_most_cents: bigint | null;
  /** What the shopper agreed to, word for word. */
  consent_text: string | null;
}

export interface ShippingQuotes {
  checkout_id: string;
  merchant_id: string;
  content_hash: Buffer;
  amount_cents: bigint;
  /** numeric(3, 2), as text. */
  tax_rate: string;
  created_date: string;
}

export type Stage =
  | 'CARD'
  | 'REVIEW'
  | 'AUTHORISING'
  | 'CHALLENGE'
  | 'AUTHORISED'
  | 'CAPTURING'
  | 'CANCELLING'
  | 'PAID'
  | 'DECLINED'
  | 'BLOCKED'
  | 'ABANDONED'
  | 'CANCELLED'
  | 'FAILED';

export interface PaymentAttempts {
  id: string;
  checkout_id: string;
  merchant_id: string;
  order_id: string;
  purchase_id: string;
  stage: Stage;
  amount_cents: bigint;
  currency: string;
  frame: boolean;
  gateway: string | null;
  three_d_secure: Generated<'required' | 'asNeeded'>;
  card_id: string | null;
  operation_id: string | null;
  page_url: string | null;
  reason: string | null;
  eci: string | null;
  liability_shift: boolean | null;
  authorised_date: string | null;
  /** The card network's own id of it, which later charges of the card refer to. */
  network_reference: string | null;
  capture_before: string | null;
  attempts: Generated<number>;
  next_attempt_date: string | null;
  created_date: string;
  updated_date: string;
}

export interface PaymentOperations {
  id: string;
  attempt_id: string;
  merchant_id: string;
  kind: 'AUTHORISE' | 'CAPTURE' | 'CANCEL';
  status: 'PENDING' | 'APPROVED' | 'DECLINED';
  amount_cents: bigint;
  currency: string;
  created_date: string;
  user_id: string | null;
  user_name: string;
  settled_date: string | null;
  acquirer_reference: string | null;
  decline_reason: string | null;
  attempts: Generated<number>;
  next_attempt_date: string | null;
  gateway: string | null;
}

export interface Disputes {
  id: string;
  merchant_id: string;
  transaction_id: string;
  external_id: string;
  amount_cents: bigint;
  currency: string;
  reason: string;
  respond_by: string | null;
  status: DisputeStatus;
  created_date: string;
  updated_date: string | null;
}

export interface CheckoutsTables {
  payment_links: PaymentLinks;
  checkouts: Checkouts;
  shipping_quotes: ShippingQuotes;
  payment_attempts: PaymentAttempts;
  payment_operations: PaymentOperations;
  disputes: Disputes;
}
