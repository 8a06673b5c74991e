import { checkFields, type ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { labelOf } from '@paydesk/contract/resources/widgets/code.ts';
import {
  checkWidget,
  totalsOf,
  widgetFields,
  type WidgetItem,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { valuesOf, type Texts } from '../../platform/form/values.ts';
import { askedBy, isOfPage } from './facts.ts';
import type { Draft } from './Preview.tsx';

/** The items that are whole, and whether there are any at all. */
interface Typed {
  items: readonly WidgetItem[];
  any: boolean;
}

/** What is typed, as it would be sent; the items say the total themselves. */
function given(texts: Texts, { any }: Typed) {
  const values = valuesOf(widgetFields, texts) as ValuesOf<typeof widgetFields>;
  return any ? { ...values, totalTaxRate: null, totalAmount: null } : values;
}

/** Null where there is no total, or none that the rules allow. */
export function sumsOf(texts: Texts, typed: Typed) {
  const values = given(texts, typed);
  const { totalAmount, totalTaxRate } = widgetFields;
  const wrong = !typed.any && checkFields({ totalAmount, totalTaxRate }, values);
  return wrong && Object.keys(wrong).length ? null : totalsOf(values, typed.items);
}

export function draftOf(texts: Texts, typed: Typed): Draft | null {
  const { items } = typed;
  const { totalAmount: _total, ...others } = widgetFields;
  const values = given(texts, typed);
  const errors = { ...checkFields(others, values), ...checkWidget(values, items) };
  if (Object.keys(errors).length) return null;
  const sums = sumsOf(texts, typed);
  return {
    button: {
      label: labelOf({ name: values.name, totalLabel: values.totalLabel ?? null }),
      amount: sums && fromCents(sums.totalCents),
      currency: 'EUR',
      active: true,
    },
    asked: (shop) => askedBy(values, items, shop),
    ofPage: isOfPage(values),
    ships: values.type === 'CHECKOUT',
  };
}
