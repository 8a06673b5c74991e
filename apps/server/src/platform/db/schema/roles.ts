import type { UserRole } from '@paydesk/contract/permissions.ts';
import type { GivenRight } from '@paydesk/contract/rights.ts';

/** A role of a firm's own: what is left of the one that it is made from. */
export interface Roles {
  id: string;
  name: string;
  description: string | null;
  base: UserRole;
  rights: GivenRight[];
  merchant_ids: string[] | null;
  refund_up_to_cents: bigint | null;
  reverse_up_to_cents: bigint | null;
  merchant_id: string | null;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}
