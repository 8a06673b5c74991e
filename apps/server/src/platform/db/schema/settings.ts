import type { Application } from '@paydesk/contract/permissions.ts';

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
  updated_date: string | null;
  updated_by: string | null;
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
  card_type: string;
  issuer: string;
  country_code: string;
  active: boolean;
  created_date: string;
  updated_date: string | null;
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
  rules_evaluation_results: RulesEvaluationResults;
  bin_ranges: BinRanges;
  meta_data: MetaData;
  customers_announcements: CustomersAnnouncements;
  provider: Provider;
}
