import type { Enumeration } from './enumeration.ts';

/** Of an order, wherever one is listed. */
export const ORDER_STATUSES = {
  DRAFT: 'Draft',
  PENDING: 'Pending',
  VERIFIED: 'Verified',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
  PAID: 'Paid',
} as const satisfies Enumeration;

/** Of an order that nobody can pay any more, as what stands below it says so. */
export const ORDER_SHUT = {
  REJECTED: 'Its order is rejected',
  EXPIRED: 'Its order has expired',
} as const;
