import { formatAmount } from '@paydesk/contract/kernel/money.ts';

interface GoneBack {
  amount: number;
  refundedAmount: number;
  reversedAmount: number;
  reversedRefundsAmount: number;
}

/**
 * What went back of a transaction, and came again when a refund was reversed; a reversal in full is
 * told by the status alone. Beside a chip there is no room for what never went back in the end.
 */
export function goneBackWords(row: GoneBack, brief?: 'brief'): string | null {
  const reversed =
    row.reversedAmount > 0 && row.reversedAmount < row.amount
      ? `reversed ${formatAmount(row.reversedAmount)}`
      : null;
  const again =
    row.reversedRefundsAmount > 0
      ? `refund ${brief ? '' : `of ${formatAmount(row.reversedRefundsAmount)} `}reversed`
      : null;
  return [refundedWords(row, formatAmount), again, reversed].filter(Boolean).join(', ') || null;
}

/** Tells a partly or wholly refunded transaction from an untouched one at a glance. */
export function refundedWords(
  { amount, refundedAmount }: { amount: number; refundedAmount: number },
  format: (amount: number) => string,
): string | null {
  if (refundedAmount <= 0) return null;
  return refundedAmount >= amount ? 'refunded in full' : `refunded ${format(refundedAmount)}`;
}
