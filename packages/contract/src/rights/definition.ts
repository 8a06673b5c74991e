import type { Permission, UserRole } from '../permissions.ts';

/**
 * What a role of a firm's own is put together from (ADR 163). Each right is a part of the endpoint table, in a
 * person's words: a role that does not hold it is refused all of that part, whatever the role that it is made
 * from may do. Nothing here opens anything; it only leaves out.
 */
export interface RightDefinition {
  group: RightGroup;
  label: string;
  /** The specification's roles of which somebody can do it; no role made from another can hold it. */
  bases: readonly UserRole[];
  /** `R` reads, `W` changes, `A` both, with what is below; `=` without. Of several that fit the longest counts. */
  opens: readonly string[];
  /** Screens that are nothing without it, by the names of their routes. */
  routes?: readonly string[];
  /** Permissions of the specification that go where none is left of the rights that carry them. */
  carries?: readonly Permission[];
  /** A role of the house that reaches some merchants alone can hold it: all of it is theirs (ADR 182). */
  ofMerchants?: true;
  /** What it is nothing without. */
  needs?: string;
}

/** In the order of both menus: what most people come for first. */
export const RIGHT_GROUPS = {
  PAYMENTS: 'Payments',
  LOANS: 'Loans',
  BUYERS: 'Buyers and risk',
  MERCHANTS: 'Merchants',
  PEOPLE: 'Users and access',
  MERCHANT: 'Your shop',
  LOGS: 'Logs',
  SET_UP: 'Set-up',
} as const;
export type RightGroup = keyof typeof RIGHT_GROUPS;

export const ADMIN = ['BACKOFFICE_ADMIN'] as const;
export const STAFF = ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL'] as const;
export const OWNER = ['MERCHANT_ADMIN'] as const;
export const SHOP = ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] as const;
export const ADMINS = [...ADMIN, ...OWNER] as const;
export const ALL = [...STAFF, ...SHOP] as const;

export const FINANCING = '/api/financing';
export const LOAN = `${FINANCING}/consumer-credits`;
export const READS_PURCHASES = ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'] as const;
export const READS_ORDERS = ['READ_MERCHANT_ORDER'] as const;
