import { randomUUIDv7 } from 'node:crypto';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import {
  AUTHORIZATION_OF,
  totalsOf,
  type WidgetItem,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { insertRow, type Needs, type Queryable } from '../factories.ts';
import type { WidgetRow } from '../tables.ts';

/** Widgets, as in ../factories.ts; the totals follow from the items, or from the total given. */

export type WidgetGiven = Needs<
  Omit<WidgetRow, 'items' | 'totalCents' | 'taxCents'>,
  'merchantId'
> & {
  items?: readonly WidgetItem[];
  totalAmount?: number;
};

export function widgetRow({ items = [], totalAmount, ...given }: WidgetGiven): WidgetRow {
  const id = given.id ?? randomUUIDv7();
  const type = given.type ?? 'CHECKOUT';
  const rate = given.totalTaxRate;
  const totals = totalsOf({ type, totalAmount, totalTaxRate: rate ? Number(rate) : null }, items);
  return {
    id,
    name: 'Widget',
    type,
    orderAuthorizationType: AUTHORIZATION_OF[type],
    status: 'ACTIVE',
    creationMethod: 'MANUAL',
    currency: 'EUR',
    totalLabel: null,
    totalTaxRate: null,
    createdDate: new Date(),
    createdBy: 'Anna Ozola',
    updatedDate: null,
    updatedBy: null,
    ...given,
    totalCents: totals?.totalCents ?? null,
    taxCents: totals?.taxCents ?? null,
    items: JSON.stringify(
      items.map(({ amount, taxRate, ...item }) => ({
        ...item,
        amountCents: Number(toCents(amount)),
        taxRate: taxRate.toFixed(2),
      })),
    ),
  };
}

export const insertWidget = (db: Queryable, given: WidgetGiven) =>
  insertRow(db, 'widgets', widgetRow(given));
