import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  ORDER_PAYMENT_METHODS,
  ORDER_REJECT_REASONS,
  type OrderDetail,
  type Shipment,
} from '@paydesk/contract/resources/orders.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import type { DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { middleId } from '../../platform/format.ts';
import { DateTime } from '../../ui/values.tsx';
import styles from './orders.module.css';

/** Ids begin alike; their ends tell them apart. */
const id = (label: string, value: string | null): DetailField => ({
  label,
  value: value && middleId(value, 18, 6),
  mono: true,
  ...(value && { copy: value }),
});
const text = (label: string, value: string | null): DetailField => ({
  label,
  value,
  ...(value && { copy: value }),
});

/** The viewer's fields in the order of the specification (OR-07, OR-08, AM-95); what is limited to others is absent. */
export function orderFields(order: OrderDetail): DetailField[] {
  const { rejectReasonCode, paymentMethod, transactionIds, shipment } = order;
  return [
    id('ID', order.id),
    text('External Id', order.externalId),
    text('External Order Number', order.externalOrderNumber),
    text('Customer Email', order.customerEmail),
    { label: 'Amount', value: formatAmount(order.amount) },
    { label: 'Tax', value: formatAmount(order.tax) },
    { label: 'Currency', value: order.currency },
    { label: 'Status', value: order.status.description },
    { label: 'Created Date', value: <DateTime value={order.createdDate} /> },
    ...(order.merchantName === undefined ? [] : [text('Merchant Name', order.merchantName)]),
    ...(order.merchantId === undefined ? [] : [id('Merchant Id', order.merchantId)]),
    {
      label: 'Reject Reason Code',
      value: rejectReasonCode && ORDER_REJECT_REASONS[rejectReasonCode],
    },
    ...(order.error === undefined ? [] : [text('Error', order.error)]),
    { label: 'Payment Method', value: paymentMethod && ORDER_PAYMENT_METHODS[paymentMethod] },
    text('Label', order.label),
    id('Purchase Id', order.purchaseId),
    id('Consumer Credit Id', order.consumerCreditId),
    {
      label: 'Transaction Ids',
      value: transactionIds.length ? <Transactions ids={transactionIds} /> : null,
    },
    { label: 'Ok Offer Count', value: order.okOfferCount },
    { label: 'All Offer Count', value: order.allOfferCount },
    { label: 'Shipment', value: shipment && `${shipment.method}, ${shipment.city}` },
  ];
}

function Transactions({ ids }: { ids: string[] }) {
  return (
    <ul className={styles.ids}>
      {ids.map((one) => (
        <li key={one}>
          <AppLink href={paths.transaction(one)}>{middleId(one, 18, 6)}</AppLink>
        </li>
      ))}
    </ul>
  );
}

/** OR-09 */
export function shipmentFields(shipment: Shipment): DetailField[] {
  return [
    text('Type', shipment.type),
    text('Contact Phone', shipment.contactPhone),
    text('Country', shipment.country),
    text('City', shipment.city),
    text('Address Line', shipment.addressLine),
    text('Postal Code', shipment.postalCode),
    text('Method', shipment.method),
  ];
}
