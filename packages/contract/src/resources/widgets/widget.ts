import { action } from '../../kernel/action.ts';
import type { Columns, RowOf } from '../../kernel/columns.ts';
import { CURRENCIES, type Enumeration } from '../../kernel/enumeration.ts';
import { checkFields, type Fields } from '../../kernel/fields.ts';
import { messages } from '../../kernel/messages.ts';
import { formatAmount, fromCents, toCents } from '../../kernel/money.ts';
import { record, recordAction, type RecordOf } from '../../kernel/record.ts';
import { resource } from '../../kernel/resource.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { repeatColumns, repeatErrors, repeatFields, type Repeats } from './repeats.ts';
import { widgetTotals } from './totals.ts';

export const WIDGET_STATUSES = { ACTIVE: 'Active', DISABLED: 'Disabled' } as const;
export type WidgetStatus = keyof typeof WIDGET_STATUSES;

export const CREATION_METHODS = { MANUAL: 'Manual', API: 'API' } as const;
export type CreationMethod = keyof typeof CREATION_METHODS;

/** PAYMENT is taken and shown, and no longer offered (AM-20). */
export const WIDGET_TYPES = {
  CHECKOUT: 'Checkout',
  INSTANT: 'Instant',
  PAYMENT: 'Payment',
} as const satisfies Enumeration;
export type WidgetType = keyof typeof WIDGET_TYPES;

/** What an order that begins at the widget is approved by. */
export const ORDER_AUTHORIZATION_TYPES = {
  SIGNATURE: 'Signature',
  CALLBACK: 'Callback',
  WIDGET_TOTAL_AMOUNT: 'Widget total amount',
} as const satisfies Enumeration;
export type OrderAuthorizationType = keyof typeof ORDER_AUTHORIZATION_TYPES;

/** What a widget of this type is given; it can't be chosen (WD-25). */
export const AUTHORIZATION_OF: Readonly<Record<WidgetType, OrderAuthorizationType>> = {
  CHECKOUT: 'CALLBACK',
  INSTANT: 'WIDGET_TOTAL_AMOUNT',
  PAYMENT: 'SIGNATURE',
};

/** The payment buttons of the own merchant (WD-01..03). */
export const widgets = resource({
  slug: 'widgets',
  title: 'Widgets',
  path: '/api/widgets',
  read: ROUTE_SETS.WIDGET_VIEW,
  scope: 'own',
  created: 'createdDate',
  serves: 'API-127, WD-01, RT-19',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    name: { label: 'Name', kind: 'text', sort: true },
    type: { label: 'Type', kind: 'choice', enumeration: WIDGET_TYPES, sort: true },
    orderAuthorizationType: {
      label: 'Order Authorization',
      kind: 'choice',
      enumeration: ORDER_AUTHORIZATION_TYPES,
      sort: true,
    },
    status: { label: 'Status', kind: 'status', enumeration: WIDGET_STATUSES, sort: true },
    creationMethod: {
      label: 'Creation Method',
      kind: 'choice',
      enumeration: CREATION_METHODS,
      sort: true,
    },
    totalAmount: { label: 'Total Amount', kind: 'amount', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    createdBy: { label: 'Created By', kind: 'text', sort: true },
    // what a clone begins with (RT-50)
    totalCurrency: {
      label: 'Currency',
      kind: 'choice',
      sort: true,
      enumeration: CURRENCIES,
      hidden: true,
    },
    totalLabel: { label: 'Label', kind: 'text', sort: true, hidden: true, nullable: true },
    totalTaxRate: {
      label: 'Tax Rate',
      kind: 'amount',
      unit: '',
      sort: true,
      hidden: true,
      nullable: true,
    },
  },
});

/** WD-10 */
const itemColumns = {
  reference: { label: 'Reference', kind: 'text' },
  label: { label: 'Label', kind: 'text' },
  amount: { label: 'Amount', kind: 'amount' },
  currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
  taxRate: { label: 'Tax Rate', kind: 'amount', unit: '' },
  count: { label: 'Count', kind: 'number' },
} as const satisfies Columns;
export type WidgetItem = RowOf<typeof itemColumns>;

const config = {
  items: { label: 'Order Items', kind: 'group', many: true, columns: itemColumns },
} as const satisfies Columns;

/** The list shows it whole, and a sum of cents stays far from where numbers get inexact. */
const MAX_AMOUNT = 9_999_999.99;
export const MAX_ITEMS = 500;

/** WD-18..24 */
export const widgetFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  type: { label: 'Type', kind: 'choice', required: true, enumeration: WIDGET_TYPES },
  totalLabel: { label: 'Label', kind: 'text', maxLength: 255 },
  totalAmount: {
    label: 'Total Amount',
    kind: 'amount',
    min: 0.01,
    max: MAX_AMOUNT,
    requiredIf: { field: 'type', equals: 'INSTANT' },
  },
  totalCurrency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
  totalTaxRate: { label: 'Tax Rate', kind: 'amount', percent: true, min: 0, max: 1 },
  ...repeatFields,
} as const satisfies Fields;

/** WD-26..33 */
export const itemFields = {
  reference: { label: 'Reference', kind: 'text', required: true, maxLength: 255 },
  label: { label: 'Label', kind: 'text', required: true, maxLength: 255 },
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0, max: MAX_AMOUNT },
  currency: { label: 'Currency', kind: 'choice', required: true, enumeration: CURRENCIES },
  taxRate: { label: 'Tax Rate', kind: 'amount', percent: true, min: 0, max: 1 },
  count: { label: 'Count', kind: 'number', min: 1, max: 9999 },
} as const satisfies Fields;

/** What an item has where nothing is said (WD-31, WD-33). */
export const ITEM_DEFAULTS = { currency: 'EUR', taxRate: 0.21, count: 1 } as const;

/** As it is sent: with gaps for the defaults. */
export type GivenItem = Pick<WidgetItem, 'reference' | 'label' | 'amount' | 'currency'> &
  Partial<Record<'taxRate' | 'count', number | null>>;

export const itemOf = (given: GivenItem): WidgetItem => ({
  ...given,
  reference: given.reference.trim(),
  label: given.label.trim(),
  taxRate: given.taxRate ?? ITEM_DEFAULTS.taxRate,
  count: given.count ?? ITEM_DEFAULTS.count,
});

interface Given extends Repeats {
  type: WidgetType;
  totalAmount?: number | null | undefined;
  totalTaxRate?: number | null | undefined;
}

/** What the widget asks for: the sum of its items, else its total; null where it names none (AM-21, AM-71). */
export function totalsOf(given: Given, items: readonly WidgetItem[]) {
  const lines = items.length
    ? items
    : typeof given.totalAmount === 'number'
      ? [{ amount: given.totalAmount, taxRate: given.totalTaxRate ?? 0, count: 1 }]
      : null;
  return (
    lines &&
    widgetTotals(
      lines.map(({ amount, taxRate, count }) => ({
        grossCents: toCents(amount)!,
        rateHundredths: toCents(taxRate)!,
        count: BigInt(count),
      })),
    )
  );
}

/** Beyond the fields' own rules; by field, empty where nothing is against it (SB-34). */
export const checkWidget = (
  given: Given,
  items: readonly WidgetItem[],
): Record<string, string> => ({
  ...amountErrors(given, items),
  ...repeatErrors(given, totalsOf(given, items)?.totalCents),
});

function amountErrors(given: Given, items: readonly WidgetItem[]): Record<string, string> {
  if (given.type !== 'INSTANT')
    return items.length ? { 'config.items': 'Only an INSTANT widget has items' } : {};
  if (!items.length) return checkFields({ totalAmount: widgetFields.totalAmount }, { ...given });
  const { min, max } = widgetFields.totalAmount;
  const total = fromCents(totalsOf(given, items)!.totalCents);
  return total < min || total > max
    ? { 'config.items': `Total: ${messages.between(formatAmount(min), formatAmount(max))}` }
    : {};
}

/** Why the button of an active widget begins nothing. */
export const WIDGETS_CLOSED = 'Widgets are closed to the merchant: the button takes no payment';

export const changesWidgets = { anyOf: ROUTE_SETS.WIDGET_ADD, right: 'WIDGETS_CHANGE' } as const;

const editing = {
  asks: changesWidgets,
  whyNot: () => null,
  fields: widgetFields,
} as const;
export const createWidget = action<null, typeof widgetFields>({
  ...editing,
  label: 'Create',
  success: 'Widget successfully created',
});
export const updateWidget = action<null, typeof widgetFields>({
  ...editing,
  label: 'Save',
  success: 'Widget successfully updated.',
});

type State = { status: { name: WidgetStatus } };

export const disableWidget = recordAction<State>({
  label: 'Disable',
  summary: 'Disable a widget',
  serves: 'API-131, SB-35',
  audited: 'DISABLE_WIDGET',
  asks: changesWidgets,
  whyNot: ({ status }) => (status.name === 'ACTIVE' ? null : 'It is disabled already'),
  success: 'Widget successfully disabled.',
});
export const activateWidget = recordAction<State>({
  label: 'Activate',
  summary: 'Activate a widget',
  serves: 'API-132, SB-35',
  audited: 'ACTIVATE_WIDGET',
  asks: changesWidgets,
  whyNot: ({ status }) => (status.name === 'ACTIVE' ? 'It is active already' : null),
  success: 'Widget successfully activated.',
});

/** One of them, whole (WD-09). */
export const widget = record({
  of: widgets,
  name: 'Widget',
  entity: 'WIDGET',
  one: {
    path: '/api/widgets/{id}',
    summary: 'One widget with its items and its code',
    serves: 'API-128, WD-09, WD-10',
    history: 'AT-01, SB-46',
  },
  fields: {
    // without the tax
    amount: { label: 'Amount', kind: 'amount', nullable: true },
    taxAmount: { label: 'Tax', kind: 'amount', nullable: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated By', kind: 'text', nullable: true },
    // what begins at it is taken again and again (AM-14)
    ...repeatColumns,
    htmlCode: { label: 'HTML code', kind: 'payload' },
    // widgets are open to the merchant: else none of them begins a payment (AM-116)
    open: { label: 'Open', kind: 'boolean' },
    config: { label: 'Order Items', kind: 'group', columns: config },
  },
  // in its form, or what stands for it
  shown: {},
  actions: {
    'PUT /api/widgets/{id}/disable': disableWidget,
    'PUT /api/widgets/{id}/activate': activateWidget,
  },
});
export type Widget = RecordOf<typeof widget>;
