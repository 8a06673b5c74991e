import type { CARD_TYPES, PAYMENT_SCHEMES } from '@paydesk/contract/kernel/cards.ts';
/** What customers have: their cards, and what screening found of them. */

export interface Cards {
  id: string;
  customer_id: string;
  /** None where the acquirer does not say it. */
  first6: string | null;
  last4: string;
  card_type: keyof typeof CARD_TYPES;
  payment_scheme: keyof typeof PAYMENT_SCHEMES;
  issuer: string | null;
  /** A day as text, the first of the month. */
  expires_month: string;
  status: string;
  status_reason: string | null;
  onboarding_status: string;
  is_default: boolean;
  /** The acquirer's own name of it, and whose that is. */
  token: string | null;
  gateway: string | null;
  created_date: string;
  updated_date: string | null;
  updated_by: string | null;
}

export interface CustomerNotes {
  id: string;
  customer_id: string;
  note: string;
  created_date: string;
  created_by: string;
}

export interface ScreeningResults {
  id: string;
  customer_id: string;
  name: string;
  /** A day as text. */
  date_of_birth: string | null;
  list: string;
  match_score: number;
  result: string;
  reviewed_by: string | null;
  reviewed_at: string | null;
  created_date: string;
}

export interface ScreeningCases {
  id: string;
  customer_id: string;
  list: string;
  source: string;
  entry: string;
  listed_name: string | null;
  listed_born: string | null;
  listed_details: string | null;
  person_name: string;
  person_born: string | null;
  score: number;
  risk_class: string;
  status: string;
  first_decision: string | null;
  first_user_id: string | null;
  first_by: string | null;
  taken_user_id: string | null;
  taken_by: string | null;
  assigned_by: string | null;
  taken_date: string | null;
  first_date: string | null;
  reason: string | null;
  decided_by: string | null;
  decided_date: string | null;
  created_date: string;
  updated_date: string | null;
  updated_by: string | null;
}

export interface CustomersTables {
  cards: Cards;
  customer_notes: CustomerNotes;
  screening_results: ScreeningResults;
  screening_cases: ScreeningCases;
}
