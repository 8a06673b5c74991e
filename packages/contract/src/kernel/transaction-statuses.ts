import type { Enumeration } from './enumeration.ts';

/** Of a payment, wherever one is listed (TX-46). */
export const TRANSACTION_STATUSES = {
  PROCESSING: 'Processing',
  SUCCESS: 'Success',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  REVERSED: 'Reversed',
  DECLINED: 'Declined',
  RP_BLOCKED: 'Blocked',
} as const satisfies Enumeration;

export type TransactionStatus = keyof typeof TRANSACTION_STATUSES;

/** A payment that came to nothing, which a success rate counts as failed; one that its shopper gave up is none of them. */
export const CAME_TO_NOTHING: readonly TransactionStatus[] = ['FAILED', 'DECLINED', 'RP_BLOCKED'];
