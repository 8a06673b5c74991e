import { everyWords } from '@paydesk/contract/intervals.ts';
import { expiryWords } from '@paydesk/contract/kernel/cards.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { counted } from '@paydesk/contract/kernel/many.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { namedCard } from '@paydesk/contract/kernel/schemes.ts';
import { recurringPayment, type RecurringPayment } from '@paydesk/contract/resources/recurring.ts';
import { recurringDues, type RecurringDueRow } from '@paydesk/contract/resources/recurring/dues.ts';
import { recurringStory } from '@paydesk/contract/resources/recurring/story.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import {
  DetailCard,
  Fields,
  type DetailField,
  type RelatedLink,
} from '../../platform/DetailScreen/blocks.tsx';
import type { Person } from '../../platform/DetailScreen/People.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { Below, RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { formatDateTime, shortId } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import {
  IconArrowsExchange,
  IconBuildingStore,
  IconCreditCard,
  IconPencil,
  IconPlayerPause,
  IconReceipt,
  IconRepeat,
  IconUser,
  IconX,
} from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { DueMenu } from './dues.tsx';
import styles from './recurring.module.css';

const PAUSE = 'POST /api/recurring/{id}/actions/pause';
const RESUME = 'POST /api/recurring/{id}/actions/resume';
const AMOUNT = 'POST /api/recurring/{id}/actions/amount';
const CANCEL = 'POST /api/recurring/{id}/actions/cancel';

/** One recurring payment: what it comes to, when it is charged next, what was charged, and what waits for a person. */
export const RecurringPaymentScreen = () => (
  <RecordScreen
    record={recurringPayment}
    heading="All fields"
    folded
    people={peopleOf}
    parts={(one) => {
      const { amount, currency, status, createdDate, paymentInfo } = one;
      const every = everyWords({ unit: one.intervalUnit, count: one.intervalCount });
      const title = `${formatAmount(amount)} ${currency} ${every}`;
      return {
        title,
        tabTitle: title,
        chips: (
          <>
            <StatusChip status={status} />
            {one.onHold ? <Chip tone="warning">On hold</Chip> : null}
          </>
        ),
        date: createdDate,
        note: paymentInfo ? <CopyText text={paymentInfo} /> : null,
        answer: recurringStory(one),
        notice: (
          <>
            <Plan payment={one} />
            <Dues of={one} />
          </>
        ),
      };
    }}
    icons={{
      'POST /api/recurring/{id}/actions/charge': <IconCreditCard size={16} aria-hidden />,
      [PAUSE]: <IconPlayerPause size={16} aria-hidden />,
      [RESUME]: <IconRepeat size={16} aria-hidden />,
      [AMOUNT]: <IconPencil size={16} aria-hidden />,
      [CANCEL]: <IconX size={16} aria-hidden />,
    }}
    apart={({ status }) => (status.name === 'SUSPENDED' ? [PAUSE] : [RESUME])}
    menu={() => [AMOUNT, CANCEL]}
    links={relatedLinks}
  />
);

/** What is charged, from which card, and what its customer agreed to. */
function Plan({ payment }: { payment: RecurringPayment }) {
  const { currency, retryAt, lastChargedAt, nextChargeAt, card, cardExpires, consentText } =
    payment;
  const money = (amount: number) => `${formatAmount(amount)} ${currency}`;
  const fields: (DetailField | false)[] = [
    nextChargeAt !== null && { label: 'Next charge', value: <DateTime value={nextChargeAt} /> },
    retryAt !== null && { label: 'Tried again', value: <DateTime value={retryAt} /> },
    card !== null && {
      label: 'Card',
      value: `${namedCard(card)}${cardExpires ? `, until ${expiryWords(cardExpires)}` : ''}`,
    },
    {
      label: 'Charged so far',
      value: (
        <>
          {counted(payment.count, 'charge')}
          {/* below stand those that were due since */}
          {payment.count > 1 ? ' with the first one' : null}, {money(payment.totalAmount)}
          {lastChargedAt ? (
            <>
              , last <DateTime value={lastChargedAt} />
            </>
          ) : null}
        </>
      ),
    },
    { label: 'Agreed maximum', value: money(payment.mostAmount) },
    consentText !== null && { label: 'Consent', value: consentText },
  ];
  return (
    <DetailCard title="Plan">
      <Fields fields={fields.filter((field) => field !== false)} />
    </DetailCard>
  );
}

const { dueDay, amount, status, attempts, nextAttemptAt, failure, decidedBy } =
  recurringDues.columns;
const columns = { dueDay, amount, status, attempts, nextAttemptAt, failure, decidedBy };
/** Of few charges there is anything to say here: a column without any is left out. */
const RARE = ['nextAttemptAt', 'failure'] as const;
const ACTIONS = { actions: { label: '', kind: 'text' } } as const;

const columnsFor = (dues: readonly RecurringDueRow[]) => ({
  ...Object.fromEntries(
    Object.entries(columns).filter(
      ([key]) => !RARE.some((rare) => rare === key && dues.every((due) => !due[rare])),
    ),
  ),
  ...ACTIONS,
});

/** A phone has them below the day, where there is anything to say of them. */
const BELOW = ['attempts', 'nextAttemptAt', 'failure', 'decidedBy'];

const belowDay = (due: RecurringDueRow) =>
  [
    due.failure,
    due.attempts > 1 && `${due.attempts} tries`,
    due.nextAttemptAt && `tried again ${formatDateTime(due.nextAttemptAt)}`,
    due.decidedBy && `decided by ${due.decidedBy}`,
  ]
    .filter(Boolean)
    .join(' · ');

const cells = {
  dueDay: (due: RecurringDueRow) => (
    <>
      {due.transactionId ? (
        <AppLink href={paths.transaction(due.transactionId)}>{formatIsoDay(due.dueDay)}</AppLink>
      ) : (
        formatIsoDay(due.dueDay)
      )}
      <Below>{belowDay(due)}</Below>
    </>
  ),
  amount: ({ amount: due, currency }: RecurringDueRow) => `${formatAmount(due)} ${currency}`,
  status: ({ status: is, paidHow }: RecurringDueRow) => (
    <>
      <StatusChip status={is} /> {paidHow ? <span className={styles.how}>{paidHow}</span> : null}
    </>
  ),
  actions: (due: RecurringDueRow) => <DueMenu due={due} />,
};

const SHOWN = 20;

/** Each day on which it was due: what was paid, failed, or waits for a person. */
function Dues({ of: { id } }: { of: RecurringPayment }) {
  const { data, error } = useCall('GET /api/recurring-dues', {
    query: { f_recurringPaymentId: id, page: 0, size: SHOWN, sort: 'dueDay,DESC' },
  });
  const title = 'Charges Due';
  if (error)
    return (
      <DetailCard title={title}>
        <p>The charges could not be loaded.</p>
      </DetailCard>
    );
  if (!data) return <Coming />;
  const { content, totalElements } = data;
  if (!content.length)
    return (
      <DetailCard title={title}>
        <p>Nothing due yet.</p>
      </DetailCard>
    );
  return (
    <DetailCard flush title={title} count={totalElements}>
      <RelatedTable
        caption={title}
        columns={columnsFor(content)}
        rows={content}
        cells={cells}
        wideOnly={BELOW}
      />
      {totalElements > SHOWN ? (
        <p>
          <AppLink href={paths.recurringDues({ f_recurringPaymentId: id })}>
            All {totalElements} charges
          </AppLink>
        </p>
      ) : null}
    </DetailCard>
  );
}

/** Who pays, and whom: staff go on to each. */
function peopleOf(one: RecurringPayment, actor: Actor): (Person | false)[] {
  const { merchantId, merchantName, customerId, customerName } = one;
  if (!AUDIENCES.staff(actor)) return [];
  return [
    {
      label: 'Customer',
      icon: <IconUser size={16} aria-hidden />,
      value: customerName,
      href: customerId && paths.customer(customerId),
      note: customerId ? null : 'This recurring payment has no customer',
    },
    {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      value: merchantName,
      href: merchantId && paths.merchantById(merchantId),
    },
  ];
}

/** RP-01, on its own screen. */
const relatedLinks = ({ id, paymentRequestId }: RecurringPayment): RelatedLink[] => [
  {
    label: 'Transactions',
    icon: <IconArrowsExchange size={16} aria-hidden />,
    href: paths.transactions({ f_purchaseId: paymentRequestId }),
  },
  {
    label: 'Charges Due',
    icon: <IconRepeat size={16} aria-hidden />,
    href: paths.recurringDues({ f_recurringPaymentId: id }),
  },
  {
    label: 'Purchase',
    icon: <IconReceipt size={16} aria-hidden />,
    href: paths.purchase(paymentRequestId),
    value: shortId(paymentRequestId),
  },
];
