import { recurring, type RecurringRow } from '@paydesk/contract/resources/recurring.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { ON_HOLD } from '@paydesk/contract/resources/recurring/story.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../../platform/format.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../../platform/ListScreen/types.ts';
import { DateTime } from '../../ui/values.tsx';
import { IconArrowsExchange, IconBuildingStore, IconUser } from '../../ui/icons.ts';
import styles from './recurring.module.css';

/** RP-01..03 */
const iconLinks: RowIconLink<RecurringRow>[] = [
  {
    label: 'Transactions',
    icon: <IconArrowsExchange size={16} aria-hidden />,
    to: ({ paymentRequestId }) => paths.transactions({ f_purchaseId: paymentRequestId }),
  },
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

/** Why an active one has no next charge; what holds it stands beside its status. */
function unplanned({ status, onHold, expirationDate }: RecurringRow): string | null {
  if (status.name !== 'ACTIVE') return null;
  if (onHold) return 'On hold';
  if (!expirationDate) return 'No charge planned';
  const ends = new Date(expirationDate);
  return `${ends > new Date() ? 'Ends' : 'Ended'} ${formatIsoDay(isoDay(ends))}`;
}

const columns = {
  skipReason: { width: 288 },
  // the price is what a row is told by, not what it came to so far
  totalAmount: {
    cell: ({ totalAmount }: RecurringRow) => (
      <span className={styles.quiet}>{formatAmount(totalAmount)}</span>
    ),
  },
  nextChargeAt: {
    cell: (row: RecurringRow) =>
      row.nextChargeAt ? <DateTime value={row.nextChargeAt} /> : unplanned(row),
  },
  status: {
    beside: ({ onHold }: RecurringRow) => onHold && ON_HOLD[onHold].brief,
  },
};

const rowLink = ({ id }: RecurringRow) => paths.recurringPayment(id);

/** SB-42, AM-116: beside each, why it was not charged. */
export function RecurringScreen() {
  return (
    <ListScreen
      resource={recurring}
      nothingYet="No recurring payments yet. One starts when a shopper agrees to it in an order, a link or a widget."
      columns={columns}
      iconLinks={iconLinks}
      rowLink={rowLink}
      actions={<LinkButton href={paths.recurringDues()}>Charges Due</LinkButton>}
    />
  );
}
