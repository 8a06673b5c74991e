import { formatAmount } from '@paydesk/contract/kernel/money.ts';

interface GoneBack {
  amount: number;
  currency: string;
  refundedAmount: number;
  reversedAmount: number;
  reversedRefundsAmount: number;
}

/**
 * What went back of a transaction, and came again when a refund was reversed; a reversal in full is
 * told by the status alone. Beside a chip of a list there is room for neither what never went back in the end
 * nor the currency, which has a column; at the head of a record the first words and the money below say how much.
 */
export function goneBackWords(row: GoneBack, brief?: 'brief' | 'head'): string | null {
  const whole = (amount: number) => `${formatAmount(amount)} ${row.currency}`;
  const money = brief === 'head' ? () => 'in part' : brief ? formatAmount : whole;
  const reversed =
    row.reversedAmount > 0 && row.reversedAmount < row.amount
      ? `reversed ${money(row.reversedAmount)}`
      : null;
  const again =
    row.reversedRefundsAmount > 0
      ? `refund ${brief === 'brief' ? '' : `of ${whole(row.reversedRefundsAmount)} `}reversed`
      : null;
  const words = [refundedWords(row, money), again, reversed].filter(Boolean).join(', ');
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}

/** Tells a partly or wholly refunded transaction from an untouched one at a glance. */
function refundedWords(
  { amount, refundedAmount }: Pick<GoneBack, 'amount' | 'refundedAmount'>,
  money: (amount: number) => string,
): string | null {
  if (refundedAmount <= 0) return null;
  return refundedAmount >= amount ? 'refunded in full' : `refunded ${money(refundedAmount)}`;
}
