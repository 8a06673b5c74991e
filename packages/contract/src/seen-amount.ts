import type { Fields } from './kernel/fields.ts';
import { formatAmount } from './kernel/money.ts';

/** The amount that whoever decides has read: another by now is decided about by nobody. */

interface Amount {
  amount: number;
  currency: string;
}

export const seenAmountFields = {
  seenAmount: { label: 'Amount as it was read', kind: 'amount', asked: false, seen: true },
} as const satisfies Fields;

export const seenAmount = ({ amount }: Amount) => ({ seenAmount: amount });

export const isAsSeen = (
  { seenAmount }: { seenAmount?: unknown },
  { amount, currency }: Amount,
): Record<string, string> =>
  typeof seenAmount === 'number' && seenAmount !== amount
    ? {
        seenAmount: `The amount has been changed meanwhile: it is ${formatAmount(amount)} ${currency} now`,
      }
    : {};
