import { labelOf, widgetCode } from '@paydesk/contract/resources/widgets/code.ts';
import { widget, widgets } from '@paydesk/contract/resources/widgets/widget.ts';
import { openTo } from '../../domain/merchant-features.ts';
import { defineList } from '../../platform/list/definition.ts';
import { defineRecord } from '../../platform/record.ts';

export const widgetsList = defineList({
  resource: widgets,
  from: 'widgets w',
  id: 'w.id',
  tenant: 'w.merchant_id',
  columns: {
    id: 'w.id',
    name: 'w.name',
    type: 'w.type',
    orderAuthorizationType: 'w.order_authorization_type',
    status: 'w.status',
    creationMethod: 'w.creation_method',
    totalAmount: 'w.total_cents',
    createdDate: 'w.created_date',
    createdBy: 'w.created_by',
    totalCurrency: 'w.currency',
    totalLabel: 'w.total_label',
    // a rate is sent as an amount is, in hundredths
    totalTaxRate: '(w.total_tax_rate * 100)::bigint',
  },
});

/** A widget of the own merchant, turned off and on (API-128, API-131, API-132). */
export const widgetRecord = defineRecord({
  record: widget,
  list: widgetsList,
  table: 'widgets',
  into: (tx) => tx.insertInto('widgets'),
  columns: {
    amount: 'w.total_cents - w.tax_cents',
    taxAmount: 'w.tax_cents',
    recurringUnit: 'w.recurring_unit',
    recurringEvery: 'w.recurring_every',
    recurringMost: 'w.recurring_most_cents',
    updatedDate: 'w.updated_date',
    updatedBy: 'w.updated_by',
    open: openTo('w.merchant_id', 'WIDGETS'),
    config: `json_build_object('items', (
      select coalesce(json_agg(json_build_object(
        'reference', its_item.value ->> 'reference', 'label', its_item.value ->> 'label',
        'amount', (its_item.value ->> 'amountCents')::bigint * 0.01,
        'currency', its_item.value ->> 'currency',
        'taxRate', (its_item.value ->> 'taxRate')::numeric,
        'count', (its_item.value ->> 'count')::int) order by its_item.place), '[]')
      from jsonb_array_elements(w.items) with ordinality its_item (value, place)))`,
    htmlCode: ({ id, name, totalLabel }, { publicUrl }) =>
      widgetCode(publicUrl(), { id, label: labelOf({ name, totalLabel }) }),
  },
  actions: {
    'PUT /api/widgets/{id}/disable': () => ({ set: { status: 'DISABLED' } }),
    'PUT /api/widgets/{id}/activate': () => ({ set: { status: 'ACTIVE' } }),
  },
});
