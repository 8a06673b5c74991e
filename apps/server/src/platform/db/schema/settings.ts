import type { Application } from '@paydesk/contract/permissions.ts';
import type { Generated } from 'kysely';

/** What staff look up: rules, card ranges, settings of applications, what customers are told. */

export interface Rules {
  id: string;
  name: string;
  code: string;
  type: string;
  severity: string;
  threshold: number | null;
  description: string;
  active: boolean;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
  outcome: Generated<string>;
  priority: Generated<number>;
  /** RuleCondition[] */
  conditions: Generated<unknown>;
  version: Generated<number>;
  live_version: number | null;
  tried_version: number | null;
  tried_date: string | null;
  tried_by: string | null;
  tried_payments: number | null;
  tried_hits: number | null;
  tried_amount_cents: bigint | null;
  tried_paid: number | null;
}

export interface RuleVersions {
  id: string;
  rule_id: string;
  version: number;
  outcome: string;
  priority: number;
  conditions: unknown;
  created_date: string;
  created_by: string;
}

export interface RulesEvaluationResults {
  id: string;
  rule_id: string;
  subject_type: string;
  subject_id: string;
  merchant_id: string | null;
  result: string;
  score: number | null;
  details: string;
  created_date: string;
}

export interface BinRanges {
  id: string;
  range_from: string;
  range_to: string;
  scheme: string;
  card_type: string | null;
  issuer: string;
  country_code: string;
  active: boolean;
  created_date: string;
  updated_date: string | null;
  product: string | null;
}

export interface MetaData {
  id: string;
  key: string;
  value: string;
  application: Application;
  description: string;
  created_date: string;
  updated_date: string | null;
  updated_by: string | null;
}

export interface CustomersAnnouncements {
  id: string;
  title: string;
  text: string;
  language: string;
  segment: string;
  valid_from: string;
  valid_to: string | null;
  active: boolean;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface Provider {
  id: string;
  name: string | null;
  country: string | null;
  time_zone: string | null;
  public_address: string | null;
  logo: string | null;
  mail_server: Buffer | null;
  set_aside: string[];
  updated_date: string;
  updated_by: string | null;
}

export interface SettingsTables {
  rules: Rules;
  rule_versions: RuleVersions;
  rules_evaluation_results: RulesEvaluationResults;
  bin_ranges: BinRanges;
  meta_data: MetaData;
  customers_announcements: CustomersAnnouncements;
  provider: Provider;
}
