import { checkFields } from '@paydesk/contract/kernel/fields.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import {
  ITEM_DEFAULTS,
  itemFields,
  itemOf,
  type GivenItem,
  type WidgetItem,
} from '@paydesk/contract/resources/widgets/widget.ts';

/** How a widget's items are told of in its form and where it is only read. */

export const ITEM_HINTS = { amount: 'Of one, with tax' };

/** Those that are whole, as they would be kept; one that is being typed does not count yet. */
export const wholeOf = (rows: readonly GivenItem[]): WidgetItem[] =>
  rows.filter(isWhole).map(itemOf);

const isWhole = (row: GivenItem) => Object.keys(checkFields(itemFields, { ...row })).length === 0;

/** The same with what is not whole yet, as it is typed. */
export const typedOf = (rows: readonly GivenItem[]): GivenItem[] =>
  rows.map((row) => (isWhole(row) ? itemOf(row) : row));

/** A line's total, by cents. */
export const ITEM_SUM = {
  label: 'Total',
  of: ({ amount, count }: { amount: number; count?: number | null }) =>
    formatAmount(fromCents((toCents(amount) ?? 0n) * BigInt(count ?? ITEM_DEFAULTS.count))),
};
