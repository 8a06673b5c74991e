import { toCents } from '@paydesk/contract/kernel/money.ts';
import {
  ORDER_AUTHORIZATION_TYPES,
  WIDGET_TYPES,
  type OrderAuthorizationType,
  type WidgetType,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { paths } from '../../paths.ts';

type Cloned =
  | 'id'
  | 'type'
  | 'totalAmount'
  | 'totalCurrency'
  | 'totalLabel'
  | 'orderAuthorizationType'
  | 'totalTaxRate';

/** The add screen, prefilled with this widget (RT-50). */
export const cloneLink = (widget: Record<Cloned, string | number | null>) =>
  paths.addWidget({
    id: widget.id,
    type: widget.type,
    totalAmount: widget.totalAmount,
    totalCurrency: widget.totalCurrency,
    totalLabel: widget.totalLabel,
    orderAuthorizationType: widget.orderAuthorizationType,
    totalTaxRate: widget.totalTaxRate,
  });

/** What the address says of the widget to be, as far as it makes sense. */
export function readClone(search: Readonly<Record<string, unknown>>) {
  const text = (key: Cloned) => (typeof search[key] === 'string' ? search[key] : '');
  const amount = (key: Cloned) => (toCents(text(key)) === null ? null : Number(text(key)));
  const type = text('type');
  const authorization = text('orderAuthorizationType');
  return {
    id: text('id'),
    type: (Object.hasOwn(WIDGET_TYPES, type) ? type : 'CHECKOUT') as WidgetType,
    totalAmount: amount('totalAmount'),
    totalTaxRate: amount('totalTaxRate'),
    totalLabel: text('totalLabel'),
    orderAuthorizationType: Object.hasOwn(ORDER_AUTHORIZATION_TYPES, authorization)
      ? (authorization as OrderAuthorizationType)
      : null,
  };
}
