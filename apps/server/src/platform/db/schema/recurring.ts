import type { Generated } from 'kysely';

/** A payer's new card for what is taken again and again. */
export interface RecurringCardChanges {
  id: string;
  recurring_payment_id: string;
  merchant_id: string;
  stage: 'CARD' | 'AUTHORISING' | 'CHALLENGE' | 'RELEASING' | 'DONE' | 'FAILED' | 'ABANDONED';
  frame: boolean;
  gateway: string | null;
  amount_cents: bigint;
  currency: string;
  page_url: string | null;
  authorise_id: string;
  release_id: string;
  card_id: string | null;
  replaced: Generated<boolean>;
  held_date: string | null;
  reason: string | null;
  attempts: Generated<number>;
  next_attempt_date: string | null;
  created_date: string;
  updated_date: string | null;
}
