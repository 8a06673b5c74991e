import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { AUDIENCES, REVERSAL_ROLES, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { DISPUTE_STATUSES, HOLDS } from '@paydesk/contract/payments.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import { DISPUTE_TONES } from '../../dispute-tones.ts';
import { goneBackWords } from '../../gone-back.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import type { ColumnOverride, RowIconLink } from '../../platform/ListScreen/types.ts';
import { useActor } from '../../platform/session.ts';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { IconBuildingStore, IconCreditCard, IconRepeat, IconUser } from '../../ui/icons.ts';
import { partWords, signedWords } from './words.ts';
import styles from './transactions.module.css';

type Row = RowOf<typeof transactions.columns>;

const columns: { readonly [K in keyof Row]?: ColumnOverride<Row> } = {
  status: {
    // 'Refunded 9\'999.99' or 'Marked by hand' beside the chip, whole
    width: 216,
    cell: (row) => {
      const refunded = partWords(row, 'brief') ?? goneBackWords(row, 'brief');
      return (
        <>
          <StatusChip status={row.status} />
          {row.markedByHand ? (
            <>
              {' '}
              <Chip tone="warning">Marked by hand</Chip>
            </>
          ) : null}
          {row.hold ? (
            <>
              {' '}
              <Chip tone="warning">{HOLDS[row.hold]}</Chip>
            </>
          ) : null}
          {row.dispute ? (
            <>
              {' '}
              <Chip tone={DISPUTE_TONES[row.dispute]}>{DISPUTE_STATUSES[row.dispute]}</Chip>
            </>
          ) : null}
          {refunded ? (
            <span
              className={styles.refunded}
              data-beside
              // a dispute takes its room
              data-below={row.dispute ? true : undefined}
              title={partWords(row) ?? goneBackWords(row) ?? undefined}
            >
              {' '}
              {refunded}
            </span>
          ) : null}
        </>
      );
    },
  },
  amount: { cell: signedWords },
  type: { width: 107 },
  date: { width: 142 },
  accountStatementReference: { mono: true, width: 112 },
  batchId: { width: 112 },
  externalErrorCode: { width: 104 },
};

const rowLink = (row: Row) => paths.transaction(row.id);

/** What a row does not know, as whether the acquirer's answer is open, its page says beside the button (TX-47..52). */
const deeds = (row: Row, actor: Actor) => {
  const some =
    row.status.name === 'SUCCESS' && row.refundedAmount < row.amount && !row.markedByHand;
  const refund = some && row.type === 'PAYMENT' && isAllowed(actor, { right: 'REFUND' });
  const reverse = some && isAllowed(actor, { roles: REVERSAL_ROLES, right: 'REVERSE' });
  return [
    ...(refund ? [{ label: 'Refund…', href: paths.transaction(row.id, { do: 'refund' }) }] : []),
    ...(reverse ? [{ label: 'Reverse…', href: paths.transaction(row.id, { do: 'reverse' }) }] : []),
  ];
};

/** TX-01..06 */
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
  {
    label: 'Customer',
    visibleTo: 'staff',
    icon: <IconUser size={16} aria-hidden />,
    to: ({ customerId }) => (customerId ? paths.customer(customerId) : null),
  },
  {
    label: 'Recurring payment',
    icon: <IconRepeat size={16} aria-hidden />,
    to: ({ recurringPaymentId }) =>
      recurringPaymentId ? paths.recurring({ f_id: recurringPaymentId }) : null,
  },
];

export function TransactionsScreen() {
  const isStaff = AUDIENCES.staff(useActor());
  return (
    <ListScreen
      resource={transactions}
      nothingYet="No payments yet. One by a shop, a payment link or a widget appears at once."
      columns={columns}
      rowLink={rowLink}
      iconLinks={iconLinks}
      deeds={deeds}
      // a merchant's menu is the specification's (SH-10..20), and has no entry of them
      actions={isStaff ? null : <LinkButton href={paths.disputes()}>Disputes</LinkButton>}
    />
  );
}
