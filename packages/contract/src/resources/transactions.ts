import { FAILURES } from '../failures.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';
import { TRANSACTION_STATUSES } from '../kernel/transaction-statuses.ts';
import { DISPUTE_STATUSES, HOLDS } from '../payments.ts';
import { ROUTE_SETS } from '../permissions.ts';
import { takenColumns } from '../taking.ts';

/** What a transaction is; the amount is positive in each (AM-125). */
export const TRANSACTION_TYPES = {
  PAYMENT: 'Payment',
  REFUND: 'Refund',
  MANUAL_REFUND: 'Manual refund',
} as const satisfies Enumeration;

export type TransactionType = keyof typeof TRANSACTION_TYPES;

/** −13.99 for money that goes back (AM-125). */
export const signedAmount = ({ type, amount }: { type: TransactionType; amount: number }): number =>
  type === 'PAYMENT' ? amount : -amount;

/** Not on the screen at first, where links stand for it. */
const behindLink = { kind: 'id', hidden: 'screen', lastInFile: true, nullable: true } as const;

/** Said in words beside the status; a file has the figures. */
const besideStatus = {
  kind: 'amount',
  hidden: 'screen',
  filter: false,
  lastInFile: true,
} as const;

/** Of a refund alone: a list shows it beside the state, or where somebody chooses it. */
const ofRefund = { hidden: 'screen', filter: false, lastInFile: 2, nullable: true } as const;

/** What a movement is on its business day (AM-23). */
const BOOKED = { SALE: 'Sale', REFUND: 'Refund' } as const satisfies Enumeration;

const behindFigures = { hidden: true, filterOnly: true, nullable: true } as const;

export const transactions = resource({
  slug: 'transactions',
  title: 'Transactions',
  path: '/api/transactions',
  read: ROUTE_SETS.TRANSACTION_DASHBOARD,
  scope: 'merchant',
  created: 'date',
  counted: { day: 'date', by: 'bookedDate' },
  csv: { dateRange: 'date', persons: 'staff' },
  totals: {
    of: 'amount',
    by: ['type', 'currency', 'status'],
    within: ['status'],
    // a net without what moved no money here, as business days are (SB-17)
    back: {
      key: 'type',
      values: ['REFUND', 'MANUAL_REFUND'],
      undone: 'reversedAmount',
      elsewhere: ['MANUAL_REFUND'],
    },
    also: ['refundedAmount', 'reversedAmount'],
    // what a day sold stays so when some of it is reversed on another, which is a figure of its own
    counts: {
      key: 'status',
      values: ['SUCCESS', 'REVERSED'],
      word: 'succeeded',
      undone: { values: ['REVERSED'], word: 'reversed since', alone: 'reversed' },
    },
  },
  serves: 'API-30, API-31, TX-01..25, RT-43..45',
  columns: {
    id: { label: 'ID', kind: 'id' },
    payer: { label: 'Payer', kind: 'text', name: true, visibleTo: 'staff', nullable: true },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    currency: {
      label: 'Currency',
      kind: 'choice',
      enumeration: CURRENCIES,
      byChoiceOf: 'staff',
    },
    type: { label: 'Type', kind: 'choice', enumeration: TRANSACTION_TYPES, lastInFile: true },
    date: { label: 'Date', kind: 'dateTime', sort: true },
    merchantName: { label: 'Merchant', kind: 'text', sort: true, visibleTo: 'staff' },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: TRANSACTION_STATUSES,
      because: 'failure',
    },
    description: { label: 'Description', kind: 'text', nullable: true, byChoiceOf: 'staff' },
    cardPan: { label: 'Card', kind: 'text', nullable: true, card: 'alone' },
    accountStatementReference: {
      label: 'Account Statement Ref',
      kind: 'text',
      hidden: 'screen',
      nullable: true,
    },
    batchId: { label: 'Batch Id', kind: 'text', hidden: 'screen', nullable: true },
    externalErrorType: {
      label: 'Error type',
      kind: 'text',
      hidden: 'screen',
      visibleTo: 'technical',
      nullable: true,
    },
    externalErrorCode: {
      label: 'Error code',
      kind: 'text',
      hidden: 'screen',
      visibleTo: 'technical',
      nullable: true,
    },
    externalErrorDescription: {
      label: 'Error',
      kind: 'text',
      hidden: 'screen',
      visibleTo: 'technical',
      nullable: true,
    },
    xid: {
      label: 'xid',
      kind: 'text',
      hidden: 'screen',
      visibleTo: 'technical',
      nullable: true,
    },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
    customerId: {
      label: 'Customer id',
      kind: 'id',
      called: 'payer',
      hidden: true,
      visibleTo: 'staff',
      nullable: true,
    },
    cardId: { label: 'Card id', kind: 'id', hidden: true, visibleTo: 'staff', nullable: true },
    signedAmount: { label: 'Signed amount', kind: 'amount', fileOnly: true, lastInFile: true },
    markedByHand: {
      label: 'Marked by hand',
      kind: 'boolean',
      hidden: 'screen',
      filter: false,
      lastInFile: true,
    },
    purchaseId: { label: 'Purchase id', ...behindLink },
    orderId: { label: 'Order id', ...behindLink },
    recurringPaymentId: { label: 'Recurring payment id', ...behindLink },
    refundedTransactionId: { label: 'Refunded transaction id', ...behindLink },
    refundedAmount: { label: 'Refunded', ...besideStatus },
    reversedAmount: { label: 'Reversed', ...besideStatus },
    reversedRefundsAmount: { label: 'Refunds reversed', ...besideStatus },
    // said beside the status
    hold: {
      label: 'Held',
      kind: 'choice',
      enumeration: HOLDS,
      hidden: 'screen',
      lastInFile: true,
      nullable: true,
    },
    dispute: {
      label: 'Dispute',
      kind: 'choice',
      enumeration: DISPUTE_STATUSES,
      hidden: 'screen',
      lastInFile: true,
      nullable: true,
    },
    // of a payment in review: who looks at it
    ...takenColumns,
    // what the figures of the dashboard count, for the lists behind them
    booked: { label: 'Counted as', kind: 'choice', enumeration: BOOKED, ...behindFigures },
    bookedDate: { label: 'Business day', kind: 'dateTime', ...behindFigures },
    reversedDate: { label: 'Reversed on', kind: 'dateTime', ...behindFigures },
    // marked by hand, and something else has paid for the same
    paidTwice: { label: 'Paid twice', kind: 'boolean', hidden: true, filterOnly: true },
    liabilityShift: {
      label: 'Liability shift',
      kind: 'boolean',
      hidden: 'screen',
      filter: false,
      lastInFile: true,
      nullable: true,
    },
    // stands in words beside the status; in the file it comes last (AM-125)
    failure: {
      label: 'Failed because',
      kind: 'choice',
      enumeration: FAILURES,
      hidden: 'screen',
      lastInFile: true,
      nullable: true,
    },
    // of a dispute that is open, the soonest of several
    respondBy: {
      label: 'Respond by',
      kind: 'dateTime',
      sort: true,
      hidden: 'screen',
      lastInFile: true,
      nullable: true,
    },
    requestedBy: { label: 'Requested by', kind: 'text', ...ofRefund },
    originalAmount: { label: 'Of a payment of', kind: 'amount', ...ofRefund },
    // null where a dispute or its reversal decides
    originalLeft: { label: 'Left to refund', kind: 'amount', ...ofRefund },
  },
});
