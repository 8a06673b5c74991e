import { purchase, purchases, type PurchaseRow } from '@paydesk/contract/resources/purchases.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../../platform/ListScreen/types.ts';
import { IconBuildingStore, IconUser } from '../../ui/icons.ts';

const iconLinks: RowIconLink<PurchaseRow>[] = [
  {
    label: 'Merchant',
    visibleTo: 'staff',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }) => (merchantId ? paths.merchantById(merchantId) : null),
  },
  {
    label: 'Customer',
    visibleTo: 'staff',
    icon: <IconUser size={16} aria-hidden />,
    to: ({ customerId }) => (customerId ? paths.customer(customerId) : null),
  },
];

const columns = {
  externalId: { mono: true },
  // few are: what most have no word for leaves its room to what was paid for
  status: {
    beside: ({ markedByHand, lastCallbackStatus: told }: PurchaseRow) =>
      [markedByHand && 'Marked by hand', told?.name === 'ERROR' && 'Callback failed']
        .filter(Boolean)
        .join(', ') || null,
  },
};
const rowLink = ({ id }: PurchaseRow) => paths.purchase(id);

/** The purchases of every merchant (AM-05). */
export function PurchasesScreen() {
  return (
    <ListScreen
      resource={purchases}
      nothingYet="No purchases yet. One starts when a customer agrees to a loan or a recurring payment."
      record={purchase}
      columns={columns}
      rowLink={rowLink}
      iconLinks={iconLinks}
    />
  );
}
