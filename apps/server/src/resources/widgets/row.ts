import { fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { labelOf, widgetCode } from '@paydesk/contract/resources/widgets/code.ts';
import {
  totalsOf,
  WIDGET_STATUSES,
  type Widget,
  type WidgetItem,
} from '@paydesk/contract/resources/widgets/widget.ts';
import type { Insertable, Selectable } from 'kysely';
import type { StoredWidgetItem, Widgets } from '../../platform/db/schema/merchants.ts';

type Row = Selectable<Widgets>;

interface Given extends Pick<Widget, 'name' | 'type'> {
  totalAmount?: number | null;
  totalCurrency?: Widget['totalCurrency'] | null;
  totalLabel?: string | null;
  totalTaxRate?: number | null;
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
    items: JSON.stringify(stored),
  } satisfies Partial<Insertable<Widgets>>;
}

const decimal = (cents: bigint | null) => (cents === null ? null : fromCents(cents));

export function widgetOf(row: Row & { open: boolean }, publicUrl: string): Widget {
  const status = row.status as Widget['status']['name'];
  const totalLabel = row.total_label;
  return {
    id: row.id,
    name: row.name,
    type: row.type as Widget['type'],
    orderAuthorizationType: row.order_authorization_type as Widget['orderAuthorizationType'],
    status: { name: status, description: WIDGET_STATUSES[status] },
    creationMethod: row.creation_method as Widget['creationMethod'],
    amount: row.total_cents === null ? null : fromCents(row.total_cents - row.tax_cents!),
    totalAmount: decimal(row.total_cents),
    totalCurrency: row.currency as Widget['totalCurrency'],
    totalLabel,
    totalTaxRate: row.total_tax_rate === null ? null : Number(row.total_tax_rate),
    taxAmount: decimal(row.tax_cents),
    createdDate: row.created_date,
    createdBy: row.created_by,
    updatedDate: row.updated_date,
    updatedBy: row.updated_by,
    htmlCode: widgetCode(publicUrl, { id: row.id, label: labelOf({ name: row.name, totalLabel }) }),
    open: row.open,
    config: {
      items: row.items.map(({ amountCents, taxRate, ...item }) => ({
        ...(item as Omit<WidgetItem, 'amount' | 'taxRate'>),
        amount: fromCents(BigInt(amountCents)),
        taxRate: Number(taxRate),
      })),
    },
  };
}
