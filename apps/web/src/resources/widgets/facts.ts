import { consentSentence } from '@paydesk/contract/consent.ts';
import { fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import type { Answer } from '@paydesk/contract/kernel/story.ts';
import { labelOf } from '@paydesk/contract/resources/widgets/code.ts';
import {
  changesWidgets,
  totalsOf,
  type Widget,
  type WidgetItem,
  type WidgetType,
} from '@paydesk/contract/resources/widgets/widget.ts';
import type { Repeats } from '@paydesk/contract/resources/widgets/repeats.ts';
import type { Asked } from '../../platform/ShoppersPage.tsx';

/** What the pages of shops pass, and no widget knows: the basket of the code's own example. */
const SAMPLE: WidgetItem = {
  reference: '',
  label: 'Oak stool',
  amount: 60.5,
  currency: 'EUR',
  taxRate: 0.21,
  count: 1,
};

const SAYS = 'Its button says ‘Not available now’ wherever it stands.';

/** What one that takes no payment begins with, and the one thing to do about it. */
export const widgetAnswer = ({ status }: Widget): Answer | null =>
  status.name === 'ACTIVE'
    ? null
    : {
        tone: 'ended',
        reason: 'Disabled: nobody can pay by it',
        nextStep: `${SAYS} Activate it to be paid by it again.`,
        for: { asks: changesWidgets, others: `${SAYS} Whoever may change widgets activates it.` },
      };

interface Given extends Repeats {
  name: string;
  type: WidgetType;
  totalLabel?: string | null | undefined;
  totalAmount?: number | null | undefined;
  totalTaxRate?: number | null | undefined;
}

/** True where the page says what is bought. */
export const isOfPage = ({ type, totalAmount }: Pick<Given, 'type' | 'totalAmount'>): boolean =>
  type === 'CHECKOUT' || (type === 'PAYMENT' && !totalAmount);

/** What the shopper would be asked for at the checkout, reckoned as the server does (AM-71). */
export function askedBy(given: Given, own: readonly WidgetItem[], shop: string): Asked {
  const label = labelOf({ name: given.name, totalLabel: given.totalLabel ?? null });
  const sample = isOfPage(given);
  const amount = given.totalAmount ?? 0;
  const items = sample
    ? [SAMPLE]
    : own.length
      ? own
      : [{ ...SAMPLE, label, amount, taxRate: given.totalTaxRate ?? 0 }];
  const sums = totalsOf(given, items)!;
  const { recurringUnit: unit, recurringEvery: every, recurringMost: most } = given;
  return {
    label,
    items: items.map((item) => ({
      label: item.label,
      amount: item.amount,
      taxRate: item.taxRate,
      count: item.count,
    })),
    amount: fromCents(sums.totalCents),
    tax: fromCents(sums.taxCents),
    currency: 'EUR',
    recurring: unit
      ? consentSentence(
          {
            unit,
            every: every ?? 1,
            mostCents: (most ? toCents(most) : null) ?? sums.totalCents,
          },
          { shop, amountCents: sums.totalCents, currency: 'EUR' },
        )
      : null,
  };
}

/** The same of one that is kept. */
export const askedByKept = (one: Widget, shop: string): Asked =>
  askedBy(one, one.config.items, shop);
