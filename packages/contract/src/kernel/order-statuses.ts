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
