import type { UserRole } from '@paydesk/contract/permissions.ts';

/** What waits for a second person, and from where on something does. */

export interface Approvals {
  id: string;
  kind: string;
  entity_type: string;
  entity_id: string;
  merchant_id: string | null;
  reason: string;
  status: string;
  asked_by_id: string;
  created_by: string;
  created_date: string;
  expires_date: string;
  decided_by_id: string | null;
  decided_by: string | null;
  note: string | null;
  call: string | null;
  sealed: Buffer | null;
  repeat_key: string | null;
  about: string | null;
  of_merchant_id: string | null;
  amount_cents: bigint | null;
  currency: string | null;
  outcome: string | null;
  outcome_text: string | null;
  decided_date: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface ApprovalThresholds {
  id: string;
  kind: string;
  amount_cents: bigint | null;
  counts: 'EACH' | 'DAY';
  user_role: UserRole | null;
  merchant_id: string | null;
  set_by: 'STAFF' | 'MERCHANT';
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface ApprovalSums {
  id: string;
  user_id: string;
  kind: string;
  cents: bigint;
  repeat_key: string | null;
  created_date: string;
}

export interface ApprovalsTables {
  approvals: Approvals;
  approval_thresholds: ApprovalThresholds;
  approval_sums: ApprovalSums;
}
