import type { Classes } from '../classes.ts';

/** Those who pay, borrow, sell and work, and what keeps them apart. */
export const PEOPLE: Classes = {
  approval_sums: { none: 'id user_id kind cents repeat_key created_date' },
  approval_thresholds: {
    none: 'id kind amount_cents counts user_role merchant_id created_date updated_date',
    actor: 'set_by created_by updated_by',
  },
  approvals: {
    none: 'id kind entity_type entity_id merchant_id status asked_by_id created_date expires_date decided_by_id updated_date repeat_key of_merchant_id amount_cents currency outcome decided_date',
    text: 'reason note call about outcome_text',
    actor: 'created_by decided_by updated_by',
    secret: 'sealed',
  },
  audit_logs: {
    none: 'id created_date user_id application action entity_type entity_id merchant_id result',
    network: 'address',
    text: 'details',
    actor: 'user_name',
  },
  audit_push: { none: 'single seal pushed_date' },
  audit_redactions: { none: 'audit_id erasure_id was becomes' },
  audit_seals: { none: 'number created_date ids row_hashes rows hash previous_hash' },
  audit_signer: {
    none: 'id single created_date public_key',
    secret: 'sealed_private_key',
  },
  audit_unsealed: { none: 'id' },
  authentications: {
    none: 'id consumer_credit_id merchant_id customer_id method provider status created_date completed_date framed counted gateway expires_date attempts next_attempt_date',
    text: 'error',
    secret: 'url code',
  },
  cards: {
    none: 'id customer_id card_type payment_scheme status onboarding_status is_default created_date updated_date gateway',
    financial: 'first6 last4 issuer expires_month token',
    text: 'status_reason',
    actor: 'updated_by',
  },
  consumer_credit_persons: {
    none: 'consumer_credit_id merchant_id',
    personal: 'first_name last_name date_of_birth',
    contact: 'phone_number email country',
    identifying: 'personal_id personal_id_masked',
    secret: 'personal_id_sealed personal_id_index',
  },
  consumer_credits: {
    none: 'id order_id merchant_id customer_id status external_id loan_number amount_cents currency total_requested_refunds_cents agreement_signing_date offer_retrieval_finished grace_repayment_count down_payment_amount_cents down_payment_type down_payment_purchase_id ok_offer_count all_offer_count all_authentication_count created_date updated_date financing_institution_id checkout_id term_months status_since status_until reminded_date risk_date review failure_code review_asked_date reviewed_date first_decision_date decided_date withdraw_until arrears_cents arrears_since ended ended_date taken_user_id taken_date',
    personal: 'income_type income_cents obligations_cents',
    network: 'device_os',
    text: 'failure_reason comment review_note',
    actor: 'updated_by decided_by reviewed_by taken_by assigned_by',
    secret: 'application_url token shopper_key_hash',
  },
  consumer_credits_refunds: {
    none: 'id consumer_credit_id merchant_id amount_cents currency reason status user_id created_date settled_date institution_reference next_inquiry_date inquired_date attempts gateway sent_date cancel_asked_date cancel_user_id updated_date',
    text: 'internal_note targeted_note reject_reason delivery_error',
    actor: 'user_name cancel_user_name updated_by',
  },
  customer_notes: {
    none: 'id customer_id created_date',
    text: 'note',
    actor: 'created_by',
  },
  customers: {
    none: 'id created_date status status_date last_login_date updated_date erased_date',
    personal: 'first_name last_name search_name',
    contact: 'email phone country',
    identifying: 'personal_id personal_id_masked',
    text: 'status_reason',
    actor: 'status_by updated_by',
    secret: 'personal_id_sealed personal_id_index',
  },
  default_views: { none: 'user_id list view_id' },
  email_changes: {
    none: 'id user_id status created_date expires_date ended_date',
    contact: 'old_email new_email',
    actor: 'asked_by',
    secret: 'confirm_hash stop_hash',
  },
  erasures: {
    none: 'id customer_id created_date kept_until checked_date found',
    text: 'reason',
    actor: 'created_by',
    secret: 'words',
  },
  financing_institution_features: {
    none: 'financing_institution_id feature enabled updated_date',
    actor: 'updated_by',
  },
  financing_institutions: {
    none: 'id name code active logo_url created_date updated_date gateway_url address supervisor',
    contact: 'operations_email operations_phone',
    actor: 'created_by updated_by',
  },
  financing_products: {
    none: 'id financing_institution_id name code min_amount_cents max_amount_cents min_term_months max_term_months interest_rate_bp active created_date updated_date',
    actor: 'updated_by created_by',
  },
  idempotency_keys: {
    none: 'user_id key request_hash created_date operation_id',
    text: 'verdicts',
  },
  institution_gateway_secrets: {
    none: 'financing_institution_id',
    secret: 'sealed',
  },
  known_devices: {
    none: 'user_id first_seen_date last_seen_date',
    network: 'mark',
  },
  loan_applications: {
    none: 'id consumer_credit_id merchant_id financing_institution_id status external_id gateway created_date decided_date updated_date',
    text: 'reject_reason error',
  },
  loan_documents: {
    none: 'id consumer_credit_id merchant_id kind financing_product_id interest_rate_bp sha256 content_type created_date consented_date',
    text: 'bytes',
    secret: 'bytes_sealed',
  },
  loan_events: {
    none: 'id consumer_credit_id merchant_id kind status_before status_after user_id created_date',
    text: 'detail',
    actor: 'user_name',
  },
  loan_instalments: {
    none: 'id consumer_credit_id merchant_id number due_date amount_cents interest_cents principal_cents paid_cents paid_date status',
  },
  loan_operations: {
    none: 'id consumer_credit_id application_id merchant_id kind status amount_cents interest_cents as_of gateway reference failure_code user_id created_date settled_date attempts next_attempt_date',
    text: 'decline_reason error failure_detail terms',
    actor: 'user_name',
  },
  login_attempts: {
    none: 'dates',
    network: 'address',
  },
  merchant_acquirer_secrets: {
    none: 'merchant_id',
    secret: 'sealed',
  },
  merchant_applications: {
    none: 'id created_date expires_date submitted_date merchant_id',
    personal: 'first_name last_name position',
    contact: 'email phone',
    secret: 'token_hash',
  },
  merchant_backgrounds: {
    none: 'merchant_id expected_turnover_cents currency risk_class screening_result checked_date',
    personal: 'beneficial_owners',
    identifying: 'registration_number',
    text: 'business_description',
    actor: 'checked_by',
  },
  merchant_delivery_methods: {
    none: 'id merchant_id delivery_method type external_id enabled created_date delivery_method_id updated_date',
    actor: 'created_by updated_by',
  },
  merchant_documents: {
    none: 'id application_id kind media_type size content_hash created_date',
    text: 'name',
    secret: 'sealed_content',
  },
  merchant_features: {
    none: 'merchant_id feature enabled updated_date',
    actor: 'updated_by',
  },
  merchants: {
    none: 'id name status created_date merchant_number country_code mcc_code terms_url card_acceptance_location order_verification_url purchase_notification_url delivery_cost_calculation_url updated_date search_name acquirer_url capture retry_days retry_hour retries_end logo_url second_factor',
    personal: 'responsible_person',
    contact: 'phone email address_line zip_code',
    identifying: 'legal_id',
    financial: 'iban iban_masked',
    actor: 'updated_by created_by',
    secret: 'iban_sealed',
  },
  offers: {
    none: 'id consumer_credit_id merchant_id sequence financing_institution_id financing_product_id amount_cents currency term_months interest_rate_bp apr_bp monthly_payment_cents status external_id created_date application_id total_cents valid_until chosen_date',
  },
  passkeys: {
    none: 'id user_id public_key counter transports name synced created_date last_used_date copied_date',
    secret: 'credential_id',
  },
  personal_data_permits: {
    none: 'id customer_id user_id kind created_date expires_date',
    text: 'reason',
  },
  recovery_codes: {
    none: 'user_id used_date',
    secret: 'code_hash',
  },
  sanctioned_names: {
    none: 'id source created_date',
    personal: 'entry name born',
  },
  saved_views: {
    none: 'id user_id merchant_id list shared created_date updated_date',
    text: 'name search',
    actor: 'owner_name',
  },
  roles: {
    none: 'id name base rights refund_up_to_cents reverse_up_to_cents merchant_id merchant_ids created_date updated_date',
    text: 'description',
    actor: 'created_by updated_by',
  },
  screening_cases: {
    none: 'id customer_id list source score risk_class status first_decision first_user_id first_date taken_user_id taken_date decided_date created_date updated_date',
    personal: 'entry listed_name listed_born person_name person_born',
    text: 'listed_details reason',
    actor: 'first_by taken_by assigned_by decided_by updated_by',
  },
  screening_results: {
    none: 'id customer_id list match_score result reviewed_at created_date verdict',
    personal: 'name date_of_birth',
    actor: 'reviewed_by',
  },
  second_factors: {
    none: 'user_id created_date confirmed_date last_step',
    secret: 'secret',
  },
  seen_signatures: { none: 'signature_hash seen_date' },
  sessions: {
    none: 'id user_id created_date expires_date revoked_date time_zone last_seen_date second_factor_date wrong_tries password_date connection_id written_lsn view_user_id view_role view_role_id next_token_date last_token_until',
    network: 'address user_agent',
    secret: 'token_hash next_token_hash last_token_hash',
  },
  setup_links: {
    none: 'created_date expires_date used_date',
    secret: 'token_hash',
  },
  signatures: {
    none: 'id consumer_credit_id merchant_id signing_service_id status signed_object_id external_id created_date document_id method framed counted gateway expires_date completed_date attempts next_attempt_date',
    text: 'error',
    actor: 'signed_by',
    secret: 'url code',
  },
  scim_groups: {
    none: 'id connection_id created_date changed_date external_id',
    text: 'display_name',
  },
  scim_members: { none: 'group_id user_id' },
  scim_people: {
    none: 'connection_id user_id put_out inactive gone changed_date',
    identifying: 'external_id',
  },
  scim_tokens: {
    none: 'connection_id made_date used_date',
    secret: 'token_hash',
  },
  sso_connections: {
    none: 'id merchant_id name issuer client_id role_claim admin_value member_value own_roles is_on enforced break_glass problem tried_date created_date',
    secret: 'client_secret claims',
  },
  sso_domains: { none: 'connection_id domain token verified_date' },
  sso_flows: {
    none: 'connection_id tried_by created_date',
    secret: 'state_hash binding_hash nonce verifier',
  },
  sso_identities: { none: 'connection_id user_id created_date', contact: 'subject' },
  tokens: {
    none: 'purpose user_id created_date expires_date used_date',
    secret: 'token_hash',
  },
  used_challenges: { none: 'hash used_date' },
  users: {
    none: 'id user_role permissions role_id status merchant_id failed_logins password_expires_date last_login_date created_date updated_date last_try_date told_password_expires_date',
    personal: 'first_name last_name position search_name',
    contact: 'email phone_number',
    text: 'description',
    actor: 'created_by updated_by',
    secret: 'password_hash',
  },
};
