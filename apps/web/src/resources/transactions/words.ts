import type { TransactionStatus } from '@paydesk/contract/resources/transactions.ts';

/** '520000******9241' with dots: the hidden digits step back. */
export function maskedCard(pan: string): string {
  return pan.replaceAll('*', '•');
}

/** Tells a partly or wholly refunded transaction from an untouched one at a glance. */
export function refundedWords(
  { amount, refundedAmount }: { amount: number; refundedAmount: number },
  format: (amount: number) => string,
): string | null {
  if (refundedAmount <= 0) return null;
  return refundedAmount >= amount ? 'refunded in full' : `refunded ${format(refundedAmount)}`;
}

/** How a payment went, after 'Payment of 12.50 EUR'. */
export const OUTCOME: Readonly<Record<TransactionStatus, string>> = {
  PROCESSING: 'is being processed',
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'was cancelled',
  REVERSED: 'was reversed',
  DECLINED: 'was declined',
  RP_BLOCKED: 'was blocked: its recurring payment is blocked',
};
