import type { Enumeration } from './enumeration.ts';

/** CU-08; those of a case of screening stand beside it too. */
export const CUSTOMER_STATUSES = {
  REGISTERED: 'Registered',
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  CLOSED: 'Closed',
} as const satisfies Enumeration;
export type CustomerStatus = keyof typeof CUSTOMER_STATUSES;
