import { widgetHistory } from '@paydesk/contract/resources/widgets/endpoints.ts';
import { widgets } from '@paydesk/contract/resources/widgets/widget.ts';
import { defineList } from '../../platform/list/definition.ts';
import { historyList } from '../../platform/list/history.ts';

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

export const widgetHistoryList = historyList(widgetHistory, {
  from: 'widgets p',
  id: 'p.id',
  tenant: 'p.merchant_id',
});
