import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { DISPUTE_STATUSES, HOLDS } from '@paydesk/contract/payments.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { TRANSACTION_TYPES } from '@paydesk/contract/resources/transactions.ts';
import {
  MONEY_REASONS,
  transaction as record,
  transactionLogs,
  type MoneyOut,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions/record.ts';
import { transactionMoney } from '@paydesk/contract/resources/transactions/money-story.ts';
import { noteWords, transactionAnswer } from '@paydesk/contract/resources/transactions/story.ts';
import { WAITS } from '@paydesk/contract/waits.ts';
import { DISPUTE_TONES } from '../../dispute-tones.ts';
import { goneBackWords } from '../../gone-back.ts';
import { paths } from '../../paths.ts';
import { HoldingRule, RulesSaid } from '../../rules-said.tsx';
import { DetailCard, DetailFold, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { browserTimeZone } from '../../platform/format.ts';
import { readState, toQuery } from '../../platform/ListScreen/state.ts';
import { queryOf, useCall } from '../../platform/query.ts';
import { useAnySearch, useNamed } from '../../platform/route-state.ts';
import { useActor } from '../../platform/session.ts';
import { jsonFields, readable } from '../../ui/changes.ts';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import { Due } from '../../ui/Since.tsx';
import { DateTime } from '../../ui/values.tsx';
import { otherPath, TransactionActions } from './actions.tsx';
import { cells } from './fields.tsx';
import { Refunds } from './Refunds.tsx';
import { peopleOf, relatedLinks } from './related.tsx';
import { datedBy, signedWords } from './words.ts';
import styles from './transactions.module.css';

/** An answer awaited from the acquirer is looked for again after this long. */
const AWAITING_MS = 10_000;

/** RT-10; found by the filters of the address in place of its id: RT-46, AM-10. */
export function TransactionScreen({ byQuery = false }: { byQuery?: boolean }): ReactNode {
  const { transactionId: id = '' } = useNamed();
  const search = useAnySearch();
  const filters = toQuery(readState(search), browserTimeZone());
  const { page: _page, size: _size, sort: _sort, ...wanted } = filters;
  const asked = byQuery
    ? (queryOf('GET /api/transaction', { query: wanted as never }) as never)
    : queryOf('GET /api/transactions/{id}', { params: { id } });
  const query = useQuery({
    ...asked,
    refetchInterval: ({ state }) => (state.data?.awaitingAcquirer ? AWAITING_MS : false),
  });
  const staff = AUDIENCES.staff(useActor());
  return (
    <RecordScreen
      record={record}
      query={query}
      folded
      timeline="transaction"
      answer={transactionAnswer}
      money={transactionMoney}
      people={peopleOf}
      cells={cells}
      links={relatedLinks}
      parts={(one) => partsOf(one, staff)}
    />
  );
}

function partsOf(transaction: TransactionDetail, staff: boolean) {
  const { id, amount, currency, description, type } = transaction;
  const { refundedTransactionId: paymentId } = transaction;
  const refunded = goneBackWords(transaction, 'head');
  // rules are staff's to read
  const isReviewed = staff && transaction.hold === 'REVIEW';
  return {
    title: `${signedWords(transaction)} ${currency}`,
    tabTitle: `${formatAmount(amount)} ${currency} ${TRANSACTION_TYPES[type].toLowerCase()}`,
    chips: (
      <>
        {type === 'PAYMENT' ? null : <Chip tone="info">{TRANSACTION_TYPES[type]}</Chip>}
        <StatusChip status={transaction.status} />
        {transaction.markedByHand ? <Chip tone="warning">Marked by hand</Chip> : null}
        {transaction.hold ? <Chip tone="warning">{HOLDS[transaction.hold]}</Chip> : null}
        {isReviewed ? <HoldingRule id={id} /> : null}
        {transaction.dispute ? (
          <Chip tone={DISPUTE_TONES[transaction.dispute]}>
            {DISPUTE_STATUSES[transaction.dispute]}
          </Chip>
        ) : null}
        {refunded ? <Chip tone="ended">{refunded}</Chip> : null}
        {transaction.awaitingAcquirer ? <Chip tone="warning">Pending</Chip> : null}
      </>
    ),
    ...datedBy(transaction),
    // of a refund what is left stands on its payment
    next: otherPath(transaction) ?? (paymentId === null ? undefined : paths.transaction(paymentId)),
    note: description ? <CopyText text={description} /> : null,
    actions: <TransactionActions transaction={transaction} />,
    first: (
      <>
        {isReviewed ? <RulesSaid id={id} none="No rule results for this payment." /> : null}
        {transaction.claim ? (
          <DetailCard title="Dispute">
            <Fields fields={claimFields(transaction.claim, transaction)} />
          </DetailCard>
        ) : null}
        <Refunds transaction={transaction} />
        {transaction.reversal ? (
          <DetailCard title={type === 'PAYMENT' ? 'Reversal' : 'Reversal of the refund'}>
            <Reversal reversal={transaction.reversal} transaction={transaction} />
          </DetailCard>
        ) : null}
      </>
    ),
    more: (
      <>
        <ReportDetails of={transaction.reportData} />
        {staff ? <TransactionLog id={id} /> : null}
      </>
    ),
  };
}

/** What the payer's bank says, and until when it is to be answered. */
const claimFields = (
  { caseNumber, amount, reason, respondBy, date }: NonNullable<TransactionDetail['claim']>,
  { currency, dispute }: TransactionDetail,
) => [
  { label: 'Case', value: caseNumber, copy: caseNumber },
  { label: 'Claimed', value: `${formatAmount(amount)} ${currency}` },
  ...(dispute === 'OPEN' ? [{ label: 'Respond by', value: <RespondBy at={respondBy} /> }] : []),
  { label: 'Reason', value: reason },
  { label: 'Raised', value: <DateTime value={date} /> },
];

/** The day, and how long that is: in a colour as on Home. */
const RespondBy = ({ at }: { at: string | null }) => (
  <>
    <DateTime value={at} />
    {at ? (
      <>
        {', '}
        <Due at={at} next={false} late={WAITS.disputes.late} />
      </>
    ) : null}
  </>
);

/** TX-31, TX-45 */
function ReportDetails({ of }: { of: unknown }) {
  const fields = jsonFields(of);
  return (
    <DetailFold title="Report details" keep="report-details">
      {fields.length ? (
        <Fields
          narrow
          fields={fields.map(([key, value]) => ({ label: readable(key), value, copy: value }))}
        />
      ) : (
        <p className={styles.plain}>None: the shop sent no data with this payment.</p>
      )}
    </DetailFold>
  );
}

/** Where the money of a reversal went. */
const REVERSAL_WORDS = {
  PAYMENT: 'Returned to the payer',
  REFUND: 'Taken from the payer again: the refund is undone',
  MANUAL_REFUND: 'None moved: the refund was recorded by hand, and so was its reversal',
} as const;

/** TX-30 */
function Reversal({
  reversal,
  transaction: { amount, currency, type },
}: {
  reversal: MoneyOut;
  transaction: TransactionDetail;
}) {
  const part = reversal.amount < amount ? ` of ${formatAmount(amount)}` : '';
  return (
    <Fields
      fields={[
        { label: 'Amount', value: `${formatAmount(reversal.amount)}${part} ${currency}` },
        { label: 'Money', value: REVERSAL_WORDS[type] },
        { label: 'Date', value: <DateTime value={reversal.date} /> },
        { label: 'Reason', value: MONEY_REASONS[reversal.reasonCode] },
        { label: 'Note', value: reversal.reasonNote },
      ]}
    />
  );
}

/** What the system did with it, for staff (AT-07): the history above tells it in words, so it is asked for on demand. */
function TransactionLog({ id }: { id: string }) {
  const [wanted, setWanted] = useState(false);
  const { title } = transactionLogs;
  return (
    <DetailFold title={title} keep="transaction-logs" onOpen={() => setWanted(true)}>
      {wanted ? <LogRows id={id} /> : null}
    </DetailFold>
  );
}

const LOG_CELLS = { note: ({ note }: { note: string | null }) => noteWords(note) };

function LogRows({ id }: { id: string }) {
  const { data, error } = useCall('GET /api/transactions/{id}/logs', {
    params: { id },
    query: { page: 0, size: 200, sort: 'createdDate,DESC' },
  });
  if (error) return <p className={styles.plain}>The log could not be loaded.</p>;
  if (!data) return <Coming />;
  const { title, columns } = transactionLogs;
  return (
    <div className={styles.log}>
      <RelatedTable
        inLines
        caption={title}
        columns={columns}
        rows={data.content}
        cells={LOG_CELLS}
      />
    </div>
  );
}
