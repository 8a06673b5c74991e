import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { order, orders } from '@paydesk/contract/resources/orders.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import type { ColumnOverride, RowIconLink } from '../../platform/ListScreen/types.ts';
import { IconBuildingStore, IconCreditCard } from '../../ui/icons.ts';

type Row = RowOf<typeof orders.columns>;

const columns: { readonly [K in keyof Row]?: ColumnOverride<Row> } = {
  // AM-96 has it green as what is paid is
  status: { beside: ({ status }) => (status.name === 'VERIFIED' ? 'unpaid' : null) },
  label: { main: true },
  customerEmail: { who: true },
  externalOrderNumber: {
    mono: true,
    width: 96,
    // no shop has numbered it: the link that it came by
    cell: ({ externalOrderNumber, paymentLinkId }) =>
      externalOrderNumber ??
      (paymentLinkId && <AppLink href={paths.paymentLink(paymentLinkId)}>By link</AppLink>),
  },
  tax: { width: 88 },
  paymentMethod: { width: 124 },
};

const rowLink = (row: Row) => paths.order(row.id);

const iconLinks: RowIconLink<Row>[] = [
  {
    label: 'Merchant',
    visibleTo: 'staff',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }) => (merchantId ? paths.merchantById(merchantId) : null),
  },
  {
    label: 'Purchase',
    icon: <IconCreditCard size={16} aria-hidden />,
    to: ({ purchaseId }) => (purchaseId ? paths.purchase(purchaseId) : null),
  },
];

/** RT-31, OR-01 */
export function OrdersScreen() {
  return (
    <ListScreen
      resource={orders}
      record={order}
      columns={columns}
      rowLink={rowLink}
      iconLinks={iconLinks}
      nothingYet="No orders yet. One appears when a shop sends it, or somebody pays by a link."
    />
  );
}
