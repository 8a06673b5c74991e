import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { TransactionDetail } from '@paydesk/contract/resources/transactions.ts';

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

/** 'Refund of 12.50 EUR is pending'; null when no answer is awaited. */
export function pendingWords(transaction: TransactionDetail): string | null {
  const { awaitingAcquirer, refundedTransactionId, currency } = transaction;
  if (!awaitingAcquirer) return null;
  const itself = refundedTransactionId !== null && awaitingAcquirer === 'refund';
  const amount = itself ? transaction.amount : transaction.pendingAmount;
  const what = awaitingAcquirer === 'refund' ? 'Refund' : 'Reversal';
  return amount > 0
    ? `${what} of ${formatAmount(amount)} ${currency} is pending`
    : `${what} is pending`;
}
