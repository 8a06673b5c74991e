import { exchangeLogs } from '@paydesk/contract/resources/exchange-logs.ts';
import { paths } from '../paths.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { IconBuildingStore, IconCreditCard, IconShoppingCart } from '../ui/icons.ts';

const iconLinks = [
  {
    label: 'Purchase',
    icon: <IconCreditCard size={16} aria-hidden />,
    to: ({ purchaseId }: { purchaseId: string | null }) =>
      purchaseId ? paths.purchase(purchaseId) : null,
  },
  {
    label: 'Order',
    icon: <IconShoppingCart size={16} aria-hidden />,
    to: ({ orderId }: { orderId: string | null }) => (orderId ? paths.order(orderId) : null),
  },
  {
    label: 'Merchant',
    visibleTo: 'technical',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }: { merchantId?: string }) =>
      merchantId ? paths.merchantById(merchantId) : null,
  },
] as const;

// the longest of the names, whole
const columns = { xmlType: { width: 144 } } as const;

/** EL-01..09 */
export function ExchangeLogsScreen() {
  return <ListScreen resource={exchangeLogs} columns={columns} iconLinks={iconLinks} />;
}
