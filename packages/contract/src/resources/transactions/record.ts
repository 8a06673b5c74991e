import * as z from 'zod';
import { PAYER_REFUSALS } from '../../charging.ts';
import type { Columns, RowOf } from '../../kernel/columns.ts';
import { endpoints, listEndpoint, listEndpoints } from '../../kernel/endpoint.ts';
import type { ListQuery } from '../../kernel/list-query.ts';
import { type Enumeration } from '../../kernel/enumeration.ts';
import { record, recordEndpoints, recordSchema, type RecordOf } from '../../kernel/record.ts';
import { resource } from '../../kernel/resource.ts';
import { TRANSACTION_STATUSES } from '../../kernel/transaction-statuses.ts';
import { totalsEndpoint } from '../../kernel/totals.ts';
import { colleaguesOf } from '../../colleagues.ts';
import { markSuccessful, refundTransaction, reverseTransaction } from './actions.ts';
import { alsoPaidBy } from './also-paid.ts';
import {
  cancelTransaction,
  captureTransaction,
  passTransaction,
  refuseTransaction,
} from './held-actions.ts';
import { ORIGINAL } from './original.ts';
import { MANUAL_REFUND_REASONS, REFUND_REASONS, REVERSAL_REASONS } from './fields.ts';
import { AWAITED } from './rules.ts';
import {
  assignTransaction,
  giveBackTransaction,
  paymentInHand,
  takeTransaction,
} from './taking.ts';
import { transactions } from '../transactions.ts';

export const TRANSACTION_EVENTS = {
  CREATED: 'Created',
  CHARGED: 'Charged',
  CHARGE_FAILED: 'Charge failed',
  HELD: 'Held for review',
  REVIEW_APPROVED: 'Review passed',
  BLOCKED: 'Blocked',
  CHALLENGED: 'Sent to the payer’s bank',
  AUTHORISED: 'Authorised',
  DECLINED: 'Declined',
  CAPTURE_REQUESTED: 'Capture requested',
  CAPTURED: 'Captured',
  CAPTURE_FAILED: 'Capture failed',
  CANCEL_FAILED: 'Could not be cancelled',
  CANCELLED: 'Cancelled',
  DISPUTED: 'Disputed',
  DISPUTE_WON: 'Dispute won',
  DISPUTE_LOST: 'Dispute lost',
  REFUND_REQUESTED: 'Refund requested',
  REFUNDED: 'Refunded',
  REFUNDED_MANUALLY: 'Marked as refunded',
  REFUND_FAILED: 'Refund failed',
  REVERSAL_REQUESTED: 'Reversal requested',
  REVERSED: 'Reversed',
  REVERSAL_FAILED: 'Reversal failed',
  ANSWER_UNKNOWN: 'Answer unknown',
  MARKED_SUCCESSFUL: 'Marked as successful',
  PAYMENT_CONFIRMED: 'Payment confirmed by the acquirer',
} as const satisfies Enumeration;

export const transactionLogs = resource({
  slug: 'transaction-logs',
  title: 'Transaction Logs',
  path: '/api/transactions/{id}/logs',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-34, AT-07',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    event: { label: 'Event', kind: 'choice', enumeration: TRANSACTION_EVENTS },
    fromStatus: {
      label: 'From Status',
      kind: 'choice',
      enumeration: TRANSACTION_STATUSES,
      nullable: true,
    },
    toStatus: {
      label: 'To Status',
      kind: 'choice',
      enumeration: TRANSACTION_STATUSES,
      nullable: true,
    },
    user: { label: 'User', kind: 'text', nullable: true },
    note: { label: 'Note', kind: 'text', nullable: true },
  },
});

/** Every reason that money out may carry, for the viewers. */
export const MONEY_REASONS = {
  ...REVERSAL_REASONS,
  ...REFUND_REASONS,
  ...MANUAL_REFUND_REASONS,
} as const satisfies Enumeration;

/** What went back, as the viewers have it. */
const moneyOut = {
  amount: { label: 'Amount', kind: 'amount' },
  date: { label: 'Date', kind: 'dateTime' },
  reasonCode: { label: 'Reason', kind: 'choice', enumeration: MONEY_REASONS },
  reasonNote: { label: 'Note', kind: 'text', nullable: true },
} as const satisfies Columns;
export type MoneyOut = RowOf<typeof moneyOut>;

const name = { kind: 'text', visibleTo: 'staff', nullable: true } as const;

export const transaction = record({
  of: transactions,
  name: 'Transaction',
  entity: 'TRANSACTION',
  one: {
    path: '/api/transactions/{id}',
    summary: 'One transaction',
    serves: 'API-32, TX-41..45',
    history: 'AT-01, SB-46',
  },
  // which of its claims it is of stands with them
  without: ['payer', 'respondBy', 'requestedBy'],
  fields: {
    customerFirstName: { label: 'Customer first name', ...name },
    customerLastName: { label: 'Customer last name', ...name },
    // as the BIN ranges know its first digits
    cardCountry: { label: 'Card country', kind: 'text', visibleTo: 'staff', nullable: true },
    // of its own merchant's order
    orderNumber: { label: 'Order number', kind: 'text', nullable: true },
    externalPaymentId: { label: 'External payment id', kind: 'text', nullable: true },
    createdBy: { label: 'Created by', kind: 'text', nullable: true },
    refunds: {
      label: 'Refunds',
      kind: 'group',
      many: true,
      columns: {
        id: { label: 'ID', kind: 'id' },
        ...moneyOut,
        transactionId: { label: 'Transaction', kind: 'id' },
        requestedBy: { label: 'Requested by', kind: 'text' },
      },
    },
    reversal: { label: 'Reversal', kind: 'group', columns: moneyOut, nullable: true },
    reportData: { label: 'As it came: any JSON, an object as a rule.', kind: 'json' },
    remainingAmount: { label: 'What has not gone back', kind: 'amount' },
    claimedAmount: { label: 'What the payer’s bank claims or has taken', kind: 'amount' },
    lostAmount: { label: 'What of that is lost', kind: 'amount' },
    ...ORIGINAL,
    pendingAmount: { label: 'Pending', kind: 'amount' },
    awaitingAcquirer: {
      label: 'What the acquirer has not answered',
      kind: 'choice',
      enumeration: AWAITED,
      nullable: true,
    },
    payerRefusal: {
      label: 'Why its payer is not charged',
      kind: 'choice',
      enumeration: PAYER_REFUSALS,
      nullable: true,
    },
    acquirerMissing: {
      label: 'Whether its money moves by an acquirer and none is set up',
      kind: 'boolean',
    },
    eci: { label: 'ECI', kind: 'text', nullable: true },
    captureBefore: { label: 'Capture by', kind: 'dateTime', nullable: true },
    capturedDate: { label: 'Captured', kind: 'dateTime', nullable: true },
    // what the acquirer’s settlement file says
    acquirerFee: { label: 'Acquirer’s fee', kind: 'amount', visibleTo: 'staff', nullable: true },
    paidOutDay: { label: 'Paid out', kind: 'text', nullable: true, day: true },
    payoutReference: { label: 'Payout', kind: 'text', nullable: true },
    // what the payer’s bank says; of several disputes the one that the status is of, the soonest to answer
    claim: {
      label: 'Dispute',
      kind: 'group',
      columns: {
        caseNumber: { label: 'Case', kind: 'text' },
        amount: { label: 'Claimed', kind: 'amount' },
        reason: { label: 'Reason', kind: 'text' },
        respondBy: { label: 'Respond by', kind: 'dateTime', nullable: true },
        date: { label: 'Raised', kind: 'dateTime' },
      },
      nullable: true,
    },
    alsoPaidBy: {
      label: 'What else has paid for the same',
      kind: 'group',
      columns: alsoPaidBy,
      nullable: true,
    },
    // why it came to nothing, and what to do
    failure: {
      label: 'Failure',
      kind: 'group',
      columns: {
        reason: { label: 'Reason', kind: 'text' },
        nextStep: { label: 'Next step', kind: 'text' },
      },
      nullable: true,
    },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: {
    id: 'ID',
    description: 'Description',
    amount: 'Amount',
    currency: 'Currency',
    date: 'Date',
    status: 'Status',
    customerFirstName: 'Customer First Name',
    customerLastName: 'Customer Last Name',
    customerId: 'Customer Id',
    merchantId: 'Merchant Id',
    merchantName: 'Merchant Name',
    purchaseId: 'Purchase Id',
    orderId: 'Order Id',
    recurringPaymentId: 'Recurring Payment Id',
    cardPan: 'Card Pan',
    accountStatementReference: 'Account Statement Reference',
    externalErrorType: 'External Error Type',
    externalErrorCode: 'External Error Code',
    externalErrorDescription: 'External Error Description',
    externalPaymentId: 'External Payment Id',
    batchId: 'Batch Id',
    xid: 'xid',
    createdBy: 'Created By',
    refundedTransactionId: 'Refunded Transaction Id',
    type: 'Type',
    eci: 'ECI',
    liabilityShift: 'Liability Shift',
    captureBefore: 'Capture By',
    capturedDate: 'Captured',
    acquirerFee: 'Acquirer’s Fee',
    paidOutDay: 'Paid Out',
    payoutReference: 'Payout',
  },
  actions: {
    'PUT /api/transactions/{id}/actions/refund': refundTransaction,
    'POST /api/transactions/{id}/actions/refund': refundTransaction,
    'PUT /api/transactions/{id}/actions/reverse': reverseTransaction,
    'POST /api/transactions/{id}/actions/reverse': reverseTransaction,
    'PUT /api/transactions/{id}/actions/successful': markSuccessful,
    'POST /api/transactions/{id}/actions/successful': markSuccessful,
    'POST /api/transactions/{id}/actions/capture': captureTransaction,
    'POST /api/transactions/{id}/actions/cancel': cancelTransaction,
    'POST /api/transactions/{id}/actions/pass': passTransaction,
    'POST /api/transactions/{id}/actions/refuse': refuseTransaction,
    'POST /api/transactions/{id}/actions/take': takeTransaction,
    'POST /api/transactions/{id}/actions/give-back': giveBackTransaction,
    'POST /api/transactions/{id}/actions/assign': assignTransaction,
  },
});

/** One transaction with everything on it (TX-41..45); what is limited to an audience may be missing. */
export type TransactionDetail = RecordOf<typeof transaction>;

export const transactionEndpoints = endpoints(() => ({
  ...listEndpoints(transactions),
  ...totalsEndpoint(transactions),
  ...recordEndpoints(transaction),
  'GET /api/transaction': {
    summary: 'The newest transaction under the filters of the list',
    serves: 'API-33, RT-46',
    access: transactions.read,
    scope: 'merchant',
    query: z.custom<ListQuery>(() => true),
    answer: recordSchema(transaction),
    list: { resource: transactions as never, as: 'first' },
  },
  'GET /api/transactions/{id}/logs': listEndpoint(transactionLogs),
  'GET /api/transactions/{id}/colleagues': colleaguesOf(paymentInHand, 'merchant'),
}));
