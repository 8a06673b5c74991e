import type { Enumeration } from '../../kernel/enumeration.ts';

export const CREDIT_REFUND_STATUSES = {
  REQUESTED: 'Requested',
  CONFIRMED: 'Confirmed',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
} as const satisfies Enumeration;

export type CreditRefundStatus = keyof typeof CREDIT_REFUND_STATUSES;

/** LN-18: a transaction's end in OTHER_REFUND, a loan's in OTHER. */
export const CREDIT_REFUND_REASONS = {
  PRODUCT_OUT_OF_STOCK: 'Product out of stock',
  RETURNED_PRODUCT: 'Returned product',
  CANCELLED_SERVICE: 'Cancelled service',
  PRICE_ADJUSTMENT: 'Price adjustment',
  OTHER: 'Other',
} as const satisfies Enumeration;
