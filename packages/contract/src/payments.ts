import type { Enumeration } from './kernel/enumeration.ts';

/** Words of payments that several resources share. */

/** When the money of an authorised payment is taken. */
export const CAPTURES = {
  AUTOMATIC: 'Automatic',
  MANUAL: 'Manual',
} as const satisfies Enumeration;
export type Capture = keyof typeof CAPTURES;

/** Why a payment is not decided yet. */
export const HOLDS = {
  REVIEW: 'In review',
  AUTHORISED: 'Authorised',
} as const satisfies Enumeration;
export type Hold = keyof typeof HOLDS;

/** How what a payer's bank claims back stands. */
export const DISPUTE_STATUSES = {
  OPEN: 'Disputed',
  WON: 'Dispute won',
  LOST: 'Dispute lost',
} as const satisfies Enumeration;
export type DisputeStatus = keyof typeof DISPUTE_STATUSES;

/** How a payment stands, as its shopper's page shows it. */
export const PAYMENT_STATES = {
  open: 'Open',
  card: 'Card',
  challenge: 'Challenge',
  working: 'Working',
  review: 'In review',
  authorised: 'Authorised',
  paid: 'Paid',
  declined: 'Declined',
  expired: 'Expired',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const satisfies Enumeration;
export type PaymentStateName = keyof typeof PAYMENT_STATES;

/** Where the shopper is to go, what it came to, and why. */
export interface PaymentState {
  name: PaymentStateName;
  /** The acquirer's page for the card, or that of the payer's bank. */
  url: string | null;
  /** Whether that page can stand inside the checkout. */
  framed: boolean;
  /** Why it was declined or came to nothing, in words for the shopper. */
  reason: string | null;
  /** Another try may be made. */
  mayRetry: boolean;
  /** Of what was paid. */
  receipt: { transactionId: string; date: string; card: string; amount: number } | null;
  /** Where the shop takes its shopper back; signed where there is a payment. */
  returnUrl: string | null;
  /** Whoever gives it up is taken back to the shop. */
  cancelReturns: boolean;
}
