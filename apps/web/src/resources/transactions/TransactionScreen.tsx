import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { DISPUTE_STATUSES, HOLDS } from '@paydesk/contract/payments.ts';
import { historyFor } from '@paydesk/contract/kernel/record.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import {
  MONEY_REASONS,
  TRANSACTION_TYPES,
  transaction as record,
  transactionLogs,
  type MoneyOut,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import {
  DetailCard,
  DetailFold,
  Fields,
  Left,
  Note,
  RelatedLinks,
} from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen, type DetailParts } from '../../platform/DetailScreen/DetailScreen.tsx';
import { browserTimeZone } from '../../platform/format.ts';
import { readState, toQuery } from '../../platform/ListScreen/state.ts';
import { RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { viewerFields } from '../../platform/DetailScreen/viewer.tsx';
import { addressOf } from '../../platform/api.ts';
import { queryOf, useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import { DateTime } from '../../ui/values.tsx';
import { TransactionActions } from './actions.tsx';
import { cells } from './fields.tsx';
import { relatedLinks } from './related.tsx';
import { DISPUTE_TONES, goneBackWords, pendingWords, signedWords } from './words.ts';
import { jsonFields } from '../../ui/changes.ts';
import styles from './transactions.module.css';

/** An answer awaited from the acquirer is looked for again after this long. */
const AWAITING_MS = 10_000;

/** RT-10; found by the filters of the address in place of its id: RT-46, AM-10. */
export function TransactionScreen({ byQuery = false }: { byQuery?: boolean }): ReactNode {
  const { transactionId: id = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const filters = toQuery(readState(search), browserTimeZone());
  const { page: _page, size: _size, sort: _sort, ...wanted } = filters;
  const asked = byQuery
    ? (queryOf('GET /api/transaction', { query: wanted as never }) as never)
    : queryOf('GET /api/transactions/{id}', { params: { id } });
  const query = useQuery({
    ...asked,
    refetchInterval: ({ state }) => (state.data?.awaitingAcquirer ? AWAITING_MS : false),
  });
  const actor = useActor();
  const staff = AUDIENCES.staff(actor);
  return (
    <DetailScreen
      query={query}
      address={(one) => addressOf('GET /api/transactions/{id}', { id: one.id }).url}
    >
      {(transaction) => partsOf(transaction, staff)}
    </DetailScreen>
  );
}

/** What happened and what can be done, under the title. */
function answerOf(transaction: TransactionDetail): DetailParts['answer'] {
  const { failure, markedByHand, externalErrorType, externalErrorCode } = transaction;
  if (failure) {
    const code = [externalErrorType, externalErrorCode].filter(Boolean).join(' ');
    return { ...failure, ...(code ? { code } : {}) };
  }
  if (!markedByHand) return null;
  return {
    reason: 'Somebody marked it as successful: the acquirer does not have its money',
    nextStep: 'What is given back in another way can be marked as refunded.',
  };
}

function partsOf(transaction: TransactionDetail, staff: boolean): DetailParts {
  const { amount, currency, description, type } = transaction;
  const pending = pendingWords(transaction);
  const refunded = goneBackWords(transaction);
  return {
    title: `${signedWords(transaction)} ${currency}`,
    tabTitle: `${formatAmount(amount)} ${currency} ${TRANSACTION_TYPES[type].toLowerCase()}`,
    answer: answerOf(transaction),
    chips: (
      <>
        {type === 'PAYMENT' ? null : <Chip tone="info">{TRANSACTION_TYPES[type]}</Chip>}
        <StatusChip status={transaction.status} />
        {transaction.markedByHand ? <Chip tone="warning">Marked by hand</Chip> : null}
        {transaction.hold ? <Chip tone="warning">{HOLDS[transaction.hold]}</Chip> : null}
        {transaction.dispute ? (
          <Chip tone={DISPUTE_TONES[transaction.dispute]}>
            {DISPUTE_STATUSES[transaction.dispute]}
          </Chip>
        ) : null}
        {refunded ? <Chip tone="ended">{refunded}</Chip> : null}
        {pending ? <Chip tone="warning">pending</Chip> : null}
      </>
    ),
    id: transaction.id,
    date: transaction.date,
    note: description ? <CopyText text={description} /> : null,
    actions: <TransactionActions transaction={transaction} />,
    notice: transaction.hold ? (
      <Note tone="warning">{HOLD_WORDS[transaction.hold]}</Note>
    ) : pending ? (
      <Note tone="warning">
        {pending}: the acquirer has not answered yet. It is asked again until it does, and this page
        shows what came of it.
      </Note>
    ) : null,
    timeline: { of: 'transaction', id: transaction.id },
    history: { of: historyFor(record), id: transaction.id },
    main: (
      <>
        <DetailCard title="Details">
          <Fields fields={viewerFields(record, transaction, cells)} />
        </DetailCard>
        <Refunds transaction={transaction} />
        {transaction.reversal ? (
          <DetailCard title={type === 'PAYMENT' ? 'Reversal' : 'Reversal of the refund'}>
            <Reversal reversal={transaction.reversal} transaction={transaction} />
          </DetailCard>
        ) : null}
        {staff ? <TransactionLog id={transaction.id} /> : null}
      </>
    ),
    aside: (
      <>
        <DetailCard flush title="Related">
          <RelatedLinks links={relatedLinks(transaction, staff)} />
        </DetailCard>
        <LeftToRefund transaction={transaction} />
        <DetailFold title="Report details">
          {jsonFields(transaction.reportData).length ? (
            <Fields
              narrow
              fields={jsonFields(transaction.reportData).map(([label, value]) => ({
                label,
                value,
                copy: value,
              }))}
            />
          ) : (
            <p className={styles.plain}>There are none.</p>
          )}
        </DetailFold>
        <DetailCard title="History">
          {transaction.updatedDate ? (
            <Fields
              narrow
              fields={[
                { label: 'Changed by', value: transaction.updatedBy },
                { label: 'Changed', value: <DateTime value={transaction.updatedDate} /> },
              ]}
            />
          ) : (
            <p className={styles.plain}>Nobody has changed it.</p>
          )}
        </DetailCard>
      </>
    ),
  };
}

/** What is to be decided of a payment that is held. */
const HOLD_WORDS = {
  REVIEW:
    'A risk rule holds this payment for a look. Nothing has been taken, and its shopper waits.',
  AUTHORISED:
    'The bank holds the money of this payment, and nobody has taken it yet. Captured, it is the merchant’s; after seven days it is let go by itself.',
} as const;

const { id: _id, ...refundColumns } = record.fields.refunds.columns;

const refundLink = ({ transactionId }: { transactionId: string }) => (
  <AppLink href={paths.transaction(transactionId)}>refund transaction</AppLink>
);

/** 'Refund details' for one, 'Refund list' for several (TX-27, TX-28). */
function Refunds({ transaction: { refunds, currency } }: { transaction: TransactionDetail }) {
  if (!refunds.length) return null;
  const title = refunds.length === 1 ? 'Refund details' : 'Refund list';
  return (
    <DetailCard flush title={title} count={refunds.length}>
      <RelatedTable
        caption={title}
        columns={refundColumns}
        rows={refunds}
        cells={{
          amount: ({ amount }) => `${formatAmount(amount)} ${currency}`,
          transactionId: refundLink,
        }}
      />
    </DetailCard>
  );
}

/** Where the money of a reversal went. */
const REVERSAL_WORDS = {
  PAYMENT: 'Went back to the payer',
  REFUND: 'Was taken from the payer again: the refund is undone',
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

function LeftToRefund({ transaction }: { transaction: TransactionDetail }) {
  const { amount, currency, refundedAmount, pendingAmount, remainingAmount } = transaction;
  const { reversedAmount, reversedRefundsAmount } = transaction;
  const refundable = transaction.status.name === 'SUCCESS' && !transaction.refundedTransactionId;
  if (!refundable && refundedAmount <= 0 && (reversedAmount <= 0 || reversedAmount >= amount))
    return null;
  return (
    <DetailCard title={refundable ? 'Left to refund' : 'Did not go back'}>
      <Left left={remainingAmount} of={amount} currency={currency}>
        {formatAmount(refundedAmount)} of {formatAmount(amount)} refunded
        {reversedAmount > 0 ? ` · ${formatAmount(reversedAmount)} reversed` : ''}
        {reversedRefundsAmount > 0
          ? ` · ${formatAmount(reversedRefundsAmount)} more was, and reversed again`
          : ''}
        {pendingAmount > 0 ? ` · ${formatAmount(pendingAmount)} pending` : ''}
      </Left>
    </DetailCard>
  );
}

/** What the system did with it, for staff (AT-07). */
function TransactionLog({ id }: { id: string }) {
  const { data, error } = useCall('GET /api/transactions/{id}/logs', {
    params: { id },
    query: { page: 0, size: 200, sort: 'createdDate,DESC' },
  });
  if (!data && !error) return <Coming />;
  const title = transactionLogs.title;
  return (
    <DetailCard flush title={title} {...(data ? { count: data.totalElements } : {})}>
      {data ? (
        <RelatedTable caption={title} columns={transactionLogs.columns} rows={data.content} />
      ) : (
        <p className={styles.plain}>The log could not be loaded.</p>
      )}
    </DetailCard>
  );
}
