import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import type { Application } from '@paydesk/contract/permissions.ts';
import type { Capture } from '@paydesk/contract/payments.ts';
import type { Generated, JSONColumnType } from 'kysely';

/** Merchants, how they ship and what they are told. */

export interface Merchants {
  id: string;
  name: string;
  status: string;
  created_date: string;
  merchant_number: Generated<number>;
  legal_id: string | null;
  iban: string | null;
  iban_sealed: Buffer | null;
  iban_masked: string | null;
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
  acquirer_url: string | null;
  logo_url: string | null;
  capture: Generated<Capture>;
  /** After how many days a declined charge of a recurring payment is tried again, at which hour, and what comes then. */
  retry_days: Generated<number[]>;
  second_factor: Generated<'OPTIONAL' | 'REQUIRED'>;
  retry_hour: Generated<number>;
  retries_end: Generated<'SUSPEND' | 'CANCEL' | 'KEEP'>;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

/** No role of a merchant's reads it. */
export interface MerchantAcquirerSecrets {
  merchant_id: string;
  sealed: Buffer;
}

/** Who brought it into its status, when and why, where staff did; no role of a merchant's reads it. */
export interface MerchantStandings {
  merchant_id: string;
  status_date: string;
  status_by: string;
  status_reason: string | null;
}

export interface MerchantBackgrounds {
  merchant_id: string;
  registration_number: string;
  beneficial_owners: JSONColumnType<{ name: string; share: number }[]>;
  business_description: string;
  expected_turnover_cents: bigint;
  currency: string;
  /** All four are there once staff have checked it. */
  risk_class: string | null;
  screening_result: string | null;
  checked_date: string | null;
  checked_by: string | null;
}

/** Who applies: a merchant stands once it is sent in. */
export interface MerchantApplications {
  id: string;
  email: string;
  token_hash: Buffer;
  created_date: string;
  expires_date: string;
  submitted_date: string | null;
  merchant_id: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  position: string | null;
}

export interface MerchantDocuments {
  id: string;
  application_id: string;
  kind: 'REGISTER_EXTRACT' | 'IDENTITY' | 'BANK_STATEMENT' | 'OTHER';
  name: string;
  media_type: 'application/pdf' | 'image/png' | 'image/jpeg';
  size: number;
  content_hash: Buffer;
  sealed_content: Buffer;
  created_date: string;
}

export interface MerchantFeatures {
  merchant_id: string;
  feature: string;
  enabled: boolean;
  updated_date: string;
  updated_by: string;
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
  created_date: string;
  created_by: string;
  updated_date: string | null;
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
  delivery_method_id: string | null;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
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
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

/** As it is stored; cents are far below where JSON's numbers get inexact. */
export interface StoredWidgetItem {
  reference: string;
  label: string;
  amountCents: number;
  currency: string;
  /** '0.21' */
  taxRate: string;
  count: number;
}

export interface Widgets {
  id: string;
  merchant_id: string;
  name: string;
  type: string;
  order_authorization_type: string;
  status: string;
  creation_method: string;
  total_cents: bigint | null;
  tax_cents: bigint | null;
  currency: string;
  total_label: string | null;
  /** numeric(3, 2), as text. */
  total_tax_rate: string | null;
  items: JSONColumnType<StoredWidgetItem[]>;
  recurring_unit: IntervalUnit | null;
  recurring_every: number | null;
  recurring_most_cents: bigint | null;
  created_date: string;
  created_by: string;
  updated_date: string | null;
  updated_by: string | null;
}

export interface MerchantsTables {
  merchants: Merchants;
  merchant_acquirer_secrets: MerchantAcquirerSecrets;
  merchant_standings: MerchantStandings;
  merchant_backgrounds: MerchantBackgrounds;
  merchant_features: MerchantFeatures;
  merchant_applications: MerchantApplications;
  merchant_documents: MerchantDocuments;
  generic_shipping_methods: GenericShippingMethods;
  shipping_methods: ShippingMethods;
  merchant_delivery_methods: MerchantDeliveryMethods;
  announcements: Announcements;
  widgets: Widgets;
}
