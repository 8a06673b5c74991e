import type { Classes } from '../classes.ts';

/** What is bought, paid and sent, and what was said of it over the wire. */
export const PAYMENTS: Classes = {
  bin_ranges: {
    none: 'id range_from range_to scheme card_type issuer country_code active created_date updated_date product',
  },
  business_day_counts: { none: 'merchant_id day kind transactions amount_cents' },
  business_day_deltas: { none: 'id merchant_id quarter kind transactions amount_cents' },
  business_day_zone: { none: 'only_row zone' },
  checkouts: {
    none: 'merchant_id order_id purchase_id source widget_id payment_link_id success_url cancel_url capture shipping_method_id shipping_cents consent_date cancelled_date created_date expires_date approved_date payer_since signed recurring_unit recurring_every recurring_most_cents consent_text',
    personal: 'first_name last_name',
    contact: 'phone',
    secret: 'id shopper_key_hash',
  },
  delivery_companies: {
    none: 'id name code country_code active created_date updated_date',
    actor: 'created_by updated_by',
  },
  delivery_company_methods: { none: 'company_id method_id' },
  delivery_methods: {
    none: 'id name type active created_date updated_date',
    actor: 'created_by updated_by',
  },
  disputes: {
    none: 'id merchant_id transaction_id external_id amount_cents currency respond_by status created_date updated_date',
    text: 'reason',
  },
  exchange_logs: {
    none: 'id purchase_id merchant_id created_date xml_type order_id outcome outcome_detail outcome_date attempts',
    text: 'xml',
  },
  generic_shipping_methods: { none: 'id name' },
  money_journal: {
    none: 'id created_date operation_id kind transaction_id merchant_id amount_cents currency acquirer_reference',
  },
  money_operations: {
    none: 'id kind status transaction_id refund_transaction_id merchant_id amount_cents currency reason_code created_date user_id settled_date acquirer_reference attempts next_attempt_date gateway',
    text: 'reason_note decline_reason',
    actor: 'user_name',
  },
  mpi_logs: {
    none: 'id transaction_id message_type eci result xid created_date merchant_id',
    text: 'payload',
  },
  order_items: {
    none: 'id order_id merchant_id position amount_cents tax_rate currency count unit',
    text: 'label',
  },
  orders: {
    none: 'id merchant_id external_id external_order_number amount_cents tax_cents currency status payment_method reject_reason_code purchase_id created_date updated_date',
    contact: 'customer_email shipment',
    text: 'label error',
    actor: 'updated_by',
  },
  payment_attempts: {
    none: 'id checkout_id merchant_id order_id purchase_id stage amount_cents currency frame gateway three_d_secure card_id operation_id eci liability_shift authorised_date capture_before attempts next_attempt_date created_date updated_date',
    financial: 'network_reference',
    text: 'reason',
    secret: 'page_url',
  },
  payment_links: {
    none: 'id merchant_id purpose amount_cents currency uses used_count expires_date disabled_date created_date updated_date recurring_unit recurring_every',
    actor: 'disabled_by created_by updated_by',
  },
  payment_operations: {
    none: 'id attempt_id merchant_id kind status amount_cents currency created_date user_id settled_date acquirer_reference attempts next_attempt_date gateway',
    text: 'decline_reason',
    actor: 'user_name',
  },
  pickup_points: {
    none: 'id method_id external_id name country_code city address postal_code active created_date updated_date',
    actor: 'created_by updated_by',
  },
  purchases: {
    none: 'id merchant_id customer_id amount_cents currency status created_date expiration_date last_callback_status external_id reason_code updated_date',
    text: 'payment_info reason_note',
    actor: 'updated_by',
  },
  recurring_card_changes: {
    none: 'id recurring_payment_id merchant_id stage frame gateway amount_cents currency authorise_id release_id card_id replaced held_date attempts next_attempt_date created_date updated_date',
    text: 'reason',
    secret: 'page_url',
  },
  recurring_charges: {
    none: 'id recurring_payment_id due_date status created_date settled_date attempts next_attempt_date merchant_id gateway due_id amount_cents decline_code card_id',
    financial: 'network_reference',
    text: 'decline_reason',
  },
  recurring_dues: {
    none: 'id recurring_payment_id merchant_id due_day amount_cents currency status attempts next_attempt_at transaction_id decided_date asked_id asked_as paid_day created_date updated_date',
    text: 'decided_note failure',
    actor: 'decided_by updated_by',
  },
  recurring_payments: {
    none: 'id payment_request_id merchant_id customer_id total_amount_cents currency count last_charged_at status created_date expiration_date next_charge_at declined_in_a_row skipped_date amount_cents interval_unit interval_count anchor_day next_due_day most_cents consent_date consent_text source checkout_id card_id ended_date updated_date card_asked_id',
    contact: 'payer_email',
    financial: 'card_pan card_expires network_reference',
    text: 'payment_info skip_reason suspend_reason',
    actor: 'updated_by',
    secret: 'access_token',
  },
  rule_hits: { none: 'id rule_id transaction_id merchant_id date amount_cents' },
  rule_versions: {
    none: 'id rule_id version outcome priority conditions created_date',
    actor: 'created_by',
  },
  rules: {
    none: 'id name code type severity threshold description active created_date updated_date outcome priority conditions version live_version tried_version tried_date tried_payments tried_hits tried_amount_cents tried_paid',
    actor: 'updated_by created_by tried_by',
  },
  rules_evaluation_results: {
    none: 'id rule_id subject_type subject_id merchant_id result score created_date',
    text: 'details',
  },
  shipping_methods: {
    none: 'id merchant_id generic_method_id name ext_id enabled created_date updated_date',
    actor: 'created_by updated_by',
  },
  shipping_quotes: {
    none: 'checkout_id merchant_id content_hash amount_cents tax_rate created_date',
  },
  soap_logs: {
    none: 'id transaction_id direction operation http_status duration_ms created_date merchant_id exchange_id',
    text: 'payload',
  },
  stripe_card_pages: { none: 'session_id merchant_id object_id created_date' },
  stripe_operations: {
    none: 'operation_id kind payment_id merchant_id amount_cents currency object_id closed created_date',
    financial: 'token',
  },
  transaction_count_deltas: { none: 'id merchant_id day status kind transactions amount_cents' },
  transaction_counts: { none: 'merchant_id day status kind transactions amount_cents' },
  transaction_logs: {
    none: 'id transaction_id merchant_id created_date event from_status to_status',
    text: 'note',
    actor: 'user_name',
  },
  transactions: {
    none: 'id merchant_id customer_id purchase_id order_id recurring_payment_id refunded_transaction_id date status amount_cents currency batch_id external_error_type external_error_code external_payment_id xid updated_date moves_money counted_beside refunded_cents pending_refund_cents reversed_cents pending_reversal_cents awaiting_acquirer reversal_date reversal_reason_code card_id hold liability_shift eci dispute respond_by captured_date acquirer_fee_cents payout_reference paid_out_day taken_user_id taken_date',
    financial: 'card_pan card_last_four',
    text: 'description account_statement_reference external_error_description report_data reversal_reason_note',
    actor: 'created_by taken_by assigned_by updated_by',
  },
  widgets: {
    none: 'id merchant_id name type order_authorization_type status creation_method total_cents tax_cents currency total_label total_tax_rate items created_date updated_date recurring_unit recurring_every recurring_most_cents',
    actor: 'created_by updated_by',
  },
};
