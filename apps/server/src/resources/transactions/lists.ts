import { historyFor } from '@paydesk/contract/kernel/record.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import { transaction, transactionLogs } from '@paydesk/contract/resources/transactions/record.ts';
import { defineList } from '../../platform/list/definition.ts';
import { failureBounds, failureSql } from '../../domain/failures.ts';
import { paidTwice } from '../../domain/payments/also-paid.ts';
import { leftToRefund } from '../../domain/payments/sums.ts';
import { nameTold } from '../../platform/told.ts';
import { historyList } from '../../platform/list/history.ts';

/** As the counters have it; those that are no payments have an index by it. */
const TYPE = 'transaction_kind(t.refunded_transaction_id, t.moves_money)';

/** Null for what no business day counts; the figures of the dashboard and this list share an index by it. */
const BOOKED = 'booked_date(t.moves_money, t.status, t.captured_date, t.date)';

export const transactionsList = defineList({
  resource: transactions,
  from: 'transactions t',
  id: 't.id',
  tenant: 't.merchant_id',
  joins: {
    m: 'join merchants m on m.id = t.merchant_id',
    c: 'left join customers c on c.id = t.customer_id',
    back: `left join lateral (select coalesce(sum(r.reversed_cents), 0)::bigint as cents
      from transactions r where r.refunded_transaction_id = t.id and r.merchant_id = t.merchant_id
        and r.status = 'REVERSED') back on true`,
    payment: `left join transactions payment
      on payment.id = t.refunded_transaction_id and payment.merchant_id = t.merchant_id`,
  },
  columns: {
    id: 't.id',
    payer: "c.first_name || ' ' || c.last_name",
    amount: 't.amount_cents',
    currency: 't.currency',
    type: TYPE,
    date: 't.date',
    merchantName: 'm.name',
    status: 't.status',
    description: 't.description',
    cardPan: 't.card_pan',
    accountStatementReference: 't.account_statement_reference',
    batchId: 't.batch_id',
    externalErrorType: 't.external_error_type',
    externalErrorCode: 't.external_error_code',
    externalErrorDescription: 't.external_error_description',
    xid: 't.xid',
    refundedAmount: 't.refunded_cents',
    reversedAmount: 't.reversed_cents',
    reversedRefundsAmount: 'back.cents',
    signedAmount:
      'case when t.refunded_transaction_id is null then t.amount_cents else -t.amount_cents end',
    markedByHand: '(t.refunded_transaction_id is null and not t.moves_money)',
    hold: 't.hold',
    takenUserId: 't.taken_user_id',
    takenBy: 't.taken_by',
    assignedBy: 't.assigned_by',
    takenDate: 't.taken_date',
    dispute: 't.dispute',
    respondBy: 't.respond_by',
    liabilityShift: 't.liability_shift',
    booked: `case when ${BOOKED} is not null
      then case when t.refunded_transaction_id is null then 'SALE' else 'REFUND' end end`,
    bookedDate: BOOKED,
    reversedDate: 'reversed_date(t.moves_money, t.status, t.reversal_date)',
    paidTwice: paidTwice('t'),
    failure: failureSql('t'),
    requestedBy: `case when t.refunded_transaction_id is not null then ${nameTold('t.created_by')} end`,
    originalAmount: 'payment.amount_cents',
    originalLeft: leftToRefund('payment'),
    merchantId: 't.merchant_id',
    customerId: 't.customer_id',
    cardId: 't.card_id',
    purchaseId: 't.purchase_id',
    orderId: 't.order_id',
    recurringPaymentId: 't.recurring_payment_id',
    refundedTransactionId: 't.refunded_transaction_id',
  },
  partly: {
    respondBy: { by: 't.respond_by', indexed: 't.respond_by is not null', where: 'true' },
  },
  sparse: ['amount', 'batchId', 'description', 'cardPan', 'accountStatementReference', 'failure'],
  byDate: ['hold', 'dispute', 'paidTwice', 'customerId', 'cardId'],
  plainNames: { payer: { whole: 'c.search_name' } },
  bounds: { failure: (names) => failureBounds('t', names) },
  repeated: ['externalErrorType', 'externalErrorCode', 'externalErrorDescription'],
  owners: { merchantName: { from: 'merchants m', id: 'm.id', of: 't.merchant_id' } },
  counters: {
    counts: 'transaction_counts',
    deltas: 'transaction_count_deltas',
    rows: 'transactions',
    cents: 'amount_cents',
    of: 'amount',
    day: 'date',
    by: { status: 'status', type: 'kind', merchantId: 'merchant_id' },
    merchant: 'merchant_id',
  },
});

export const transactionLogsList = defineList({
  resource: transactionLogs,
  from: 'transaction_logs l',
  id: 'l.id',
  parent: { column: 'l.transaction_id', from: 'transactions t', id: 't.id' },
  columns: {
    id: 'l.id',
    createdDate: 'l.created_date',
    event: 'l.event',
    fromStatus: 'l.from_status',
    toStatus: 'l.to_status',
    user: 'l.user_name',
    note: 'l.note',
  },
});

export const transactionHistoryList = historyList(historyFor(transaction), {
  from: 'transactions t',
  id: 't.id',
  tenant: 't.merchant_id',
});
