import { toCents } from '@paydesk/contract/kernel/money.ts';
import {
  totalsOf,
  type Widget,
  type WidgetItem,
} from '@paydesk/contract/resources/widgets/widget.ts';
import type { Insertable } from 'kysely';
import type { StoredWidgetItem, Widgets } from '../../platform/db/schema/merchants.ts';

interface Given extends Pick<Widget, 'name' | 'type'> {
  totalAmount?: number | null;
  totalCurrency?: Widget['totalCurrency'] | null;
  totalLabel?: string | null;
  totalTaxRate?: number | null;
  recurringUnit?: Widget['recurringUnit'] | null;
  recurringEvery?: number | null;
  recurringMost?: number | null;
}

/** What people give as it is stored, with the totals made of it. */
export function columnsOf(given: Given, items: readonly WidgetItem[]) {
  const totals = totalsOf(given, items);
  const stored: StoredWidgetItem[] = items.map(({ amount, taxRate, ...item }) => ({
    ...item,
    amountCents: Number(toCents(amount)!),
    taxRate: taxRate.toFixed(2),
  }));
  return {
    name: given.name.trim(),
    type: given.type,
    total_cents: totals?.totalCents ?? null,
    tax_cents: totals?.taxCents ?? null,
    currency: given.totalCurrency ?? 'EUR',
    total_label: given.totalLabel?.trim() || null,
    total_tax_rate: given.totalTaxRate?.toFixed(2) ?? null,
    recurring_unit: given.recurringUnit ?? null,
    recurring_every: given.recurringUnit ? (given.recurringEvery ?? 1) : null,
    recurring_most_cents: given.recurringMost ? toCents(given.recurringMost) : null,
    items: JSON.stringify(stored),
  } satisfies Partial<Insertable<Widgets>>;
}
