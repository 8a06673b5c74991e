import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { ITEM_DEFAULTS } from '@paydesk/contract/resources/widgets/widget.ts';

/** How a widget's items are told of in its form and where it is only read. */

export const ITEM_HINTS = {
  amount: 'Of one, tax included',
  taxRate: '21 where it is left empty',
  count: '1 where it is left empty',
};

/** A line's total, by cents. */
export const ITEM_SUM = {
  label: 'Total',
  of: ({ amount, count }: { amount: number; count?: number | null }) =>
    formatAmount(fromCents((toCents(amount) ?? 0n) * BigInt(count ?? ITEM_DEFAULTS.count))),
};
