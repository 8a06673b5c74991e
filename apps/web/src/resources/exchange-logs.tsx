import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { exchangeLogs } from '@paydesk/contract/resources/exchange-logs.ts';
import { paths } from '../paths.ts';
import { shortId } from '../platform/format.ts';
import { LogScreen } from '../platform/LogScreen/LogScreen.tsx';
import type { LogOf } from '../platform/LogScreen/types.ts';
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

type Row = RowOf<typeof exchangeLogs.columns>;

/** Of a purchase, or of an order that came to none. */
const about = ({ purchaseId, orderId }: Row): Readonly<Record<`f_${string}`, string>> | null =>
  purchaseId ? { f_purchaseId: purchaseId } : orderId ? { f_orderId: orderId } : null;

/** PMTREQ and PMTRESP, ORDERVERREQ and ORDERVERRESP; a state told unasked stands alone. */
const log: LogOf<Row> = {
  payload: 'xml',
  conversation: about,
  message: ({ xmlType }) => ({
    name: xmlType.replace(/(REQ|RESP)$/, ''),
    side: xmlType.endsWith('RESP') ? 'answer' : 'request',
  }),
  title: ({ xmlType }) => xmlType,
  subject: (row) => {
    const { purchaseId, orderId } = row;
    const filters = about(row);
    if (!filters) return null;
    return {
      ...(purchaseId
        ? { label: `Purchase ${shortId(purchaseId)}`, href: paths.purchase(purchaseId) }
        : { label: `Order ${shortId(orderId!)}`, href: paths.order(orderId!) }),
      list: paths.exchangeLogs(filters),
    };
  },
};

/** EL-01..09 */
export function ExchangeLogsScreen() {
  return (
    <LogScreen
      resource={exchangeLogs}
      nothingYet="No messages yet. Each one between your systems and Paydesk appears here."
      columns={columns}
      iconLinks={iconLinks}
      log={log}
    />
  );
}
