import * as z from 'zod';
import { PAYER_REFUSALS, type PayerRefusal } from '../charging.ts';
import { FAILURES } from '../declines.ts';
import { NO_ACQUIRER } from '../gateways.ts';
import { action } from '../kernel/action.ts';
import { wholeDays } from '../kernel/dates.ts';
import type { Columns, RowOf } from '../kernel/columns.ts';
import {
  bodyOf,
  endpoints,
  listEndpoint,
  listEndpoints,
  uuid,
  type ListQuery,
} from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { formatAmount } from '../kernel/money.ts';
import { record, recordEndpoints, recordSchema, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { DISPUTE_STATUSES, HOLDS, type DisputeStatus, type Hold } from '../payments.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from '../kernel/transaction-statuses.ts';
import { REVERSAL_ROLES, ROUTE_SETS } from '../permissions.ts';
import { totalsEndpoint } from '../kernel/totals.ts';

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
  csv: { dateRange: 'date' },
  totals: {
    of: 'amount',
    by: ['type', 'currency', 'status'],
    within: ['status'],
    back: { key: 'type', values: ['REFUND', 'MANUAL_REFUND'] },
  },
  serves: 'API-30, API-31, TX-01..25, RT-43..45',
  columns: {
    id: { label: 'ID', kind: 'id' },
    payer: { label: 'Payer', kind: 'text', visibleTo: 'staff', nullable: true },
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
    cardPan: { label: 'Card', kind: 'text', nullable: true, card: true },
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
    // what the figures of the dashboard count, for the lists behind them
    booked: { label: 'Counted as', kind: 'choice', enumeration: BOOKED, ...behindFigures },
    bookedDate: { label: 'Business day', kind: 'dateTime', ...behindFigures },
    reversedDate: { label: 'Reversed on', kind: 'dateTime', ...behindFigures },
    // stands in words beside the status
    failure: {
      label: 'Failed because',
      kind: 'choice',
      enumeration: FAILURES,
      hidden: true,
      nullable: true,
    },
    liabilityShift: {
      label: 'Liability shift',
      kind: 'boolean',
      hidden: 'screen',
      filter: false,
      lastInFile: true,
      nullable: true,
    },
  },
});

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

const AWAITED = {
  refund: 'Refund',
  reversal: 'Reversal',
  payment: 'Charge',
} as const satisfies Enumeration;

/** The part of a transaction that its rules look at: the wire's own fields. */
export interface TransactionState {
  status: { name: TransactionStatus };
  date: string;
  amount: number;
  currency: string;
  refundedTransactionId: string | null;
  /** What can still go back to the payer: amount less refunds and reversal, done and pending. */
  remainingAmount: number;
  /** What the acquirer has not answered yet: a refund, a reversal, on the refund itself too, or the charge. */
  awaitingAcquirer: keyof typeof AWAITED | null;
  /** A payment whose status somebody set, and whose money the acquirer does not have (AM-113). */
  markedByHand: boolean;
  /** Of a refund: why its money can't be taken back from the payer again. */
  payerRefusal: PayerRefusal | null;
  /** Its money moves by an acquirer, and none is set up. */
  acquirerMissing: boolean;
  /** A payment that is not decided: staff look at it, or its money is held and not yet taken. */
  hold: Hold | null;
  /** What the payer's bank claims back, where it does. */
  dispute: DisputeStatus | null;
}

const REVERSAL_WINDOW_DAYS = 360;

const statusWords = (transaction: TransactionState) =>
  TRANSACTION_STATUSES[transaction.status.name].toLowerCase();

/** Null, or why money goes back by the dispute alone: else the payer might have it twice. */
const disputed = ({ dispute }: TransactionState): string | null =>
  dispute === 'OPEN'
    ? 'The payer’s bank claims this payment back: the dispute decides about its money'
    : dispute === 'LOST'
      ? 'The payer has the money back already: the dispute was lost'
      : null;

export const NOT_AT_ACQUIRER =
  'Marked by hand: the acquirer does not have the money of this payment';

/**
 * Null or why a reversal is not possible (TX-47, TX-48, SB-15, AM-94). The role is what it asks. A
 * refund that is reversed takes money from its payer, and from some none is taken (SB-42).
 */
export function canReverse(transaction: TransactionState, now: Date): string | null {
  if (transaction.status.name !== 'SUCCESS')
    return `Only a successful transaction can be reversed; this one is ${statusWords(transaction)}`;
  if (wholeDays(transaction.date, now) >= REVERSAL_WINDOW_DAYS)
    return `A transaction can be reversed for ${REVERSAL_WINDOW_DAYS} days only`;
  if (transaction.awaitingAcquirer === 'reversal')
    return 'A reversal is waiting for the answer of the acquirer';
  if (transaction.remainingAmount <= 0) return 'Nothing is left to reverse';
  const lost = disputed(transaction);
  if (lost) return lost;
  if (transaction.markedByHand) return NOT_AT_ACQUIRER;
  if (transaction.payerRefusal) return PAYER_REFUSALS[transaction.payerRefusal];
  return transaction.acquirerMissing ? NO_ACQUIRER : null;
}

/** Null or why it can't be marked as refunded (TX-50..52, SB-17). */
export function canMarkRefunded(transaction: TransactionState): string | null {
  if (transaction.refundedTransactionId) return 'A refund can’t be refunded';
  if (transaction.status.name !== 'SUCCESS')
    return `Only a successful transaction can be refunded; this one is ${statusWords(transaction)}`;
  if (transaction.awaitingAcquirer === 'reversal')
    return 'A reversal is waiting for the answer of the acquirer';
  if (transaction.remainingAmount <= 0) return 'Nothing is left to refund';
  return null;
}

/** Null or why a refund through the acquirer is not possible (TX-50, TX-51, SB-16, AM-113). */
export function canRefund(transaction: TransactionState): string | null {
  const { markedByHand, acquirerMissing } = transaction;
  return (
    canMarkRefunded(transaction) ??
    disputed(transaction) ??
    (markedByHand ? NOT_AT_ACQUIRER : acquirerMissing ? NO_ACQUIRER : null)
  );
}

/** Null or why it can't be marked as successful (TX-56, SB-18). */
export function canMarkSuccessful(transaction: TransactionState): string | null {
  if (transaction.status.name === 'SUCCESS') return 'The transaction is successful already';
  if (transaction.status.name === 'REVERSED') return 'The transaction has been reversed';
  if (transaction.awaitingAcquirer) return 'The answer of the acquirer is still open';
  return transaction.hold && NOT_DECIDED[transaction.hold];
}

const NOT_DECIDED: Readonly<Record<Hold, string>> = {
  REVIEW: 'Somebody is yet to look at the payment',
  AUTHORISED: 'The bank holds its money: capture it, or cancel the payment',
};

/** Null, or why its money can't be taken from where it is held, nor let go (TX-41). */
export function canCapture(transaction: TransactionState): string | null {
  if (transaction.hold !== 'AUTHORISED')
    return 'Only an authorised payment that is not captured yet is captured or cancelled';
  return transaction.acquirerMissing ? NO_ACQUIRER : null;
}

/** Null, or why nobody is asked to look at it (ST-03). */
export const canReview = (transaction: TransactionState): string | null =>
  transaction.hold === 'REVIEW' ? null : 'Only a payment in review is passed or refused';

export const REVERSAL_REASONS = {
  WRONG_AMOUNT: 'Wrong amount',
  DUPLICATE: 'Duplicate',
  OTHER_REVERSAL: 'Other',
} as const satisfies Enumeration;

export const REFUND_REASONS = {
  PRODUCT_OUT_OF_STOCK: 'Product out of stock',
  RETURNED_PRODUCT: 'Returned product',
  CANCELLED_SERVICE: 'Cancelled service',
  PRICE_ADJUSTMENT: 'Price adjustment',
  OTHER_REFUND: 'Other',
} as const satisfies Enumeration;

export const MANUAL_REFUND_REASONS = {
  REFUNDED_MANUALLY: 'Refunded manually',
} as const satisfies Enumeration;

/** Every reason that money out may carry, for the viewers. */
export const MONEY_REASONS = {
  ...REVERSAL_REASONS,
  ...REFUND_REASONS,
  ...MANUAL_REFUND_REASONS,
} as const satisfies Enumeration;

const MAX_NOTE_LENGTH = 255;

const moneyFields = {
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01 },
  currency: { label: 'Currency', kind: 'choice', required: true, enumeration: CURRENCIES },
} as const satisfies Fields;

export const reversalFields = {
  ...moneyFields,
  reasonCode: { label: 'Reason', kind: 'choice', required: true, enumeration: REVERSAL_REASONS },
  reasonNote: { label: 'Note', kind: 'textarea', maxLength: MAX_NOTE_LENGTH },
} as const satisfies Fields;

export const refundFields = {
  ...moneyFields,
  refundReason: { label: 'Reason', kind: 'choice', required: true, enumeration: REFUND_REASONS },
  refundNote: { label: 'Note', kind: 'textarea', maxLength: MAX_NOTE_LENGTH },
} as const satisfies Fields;

export const manualRefundFields = {
  ...refundFields,
  refundReason: {
    label: 'Reason',
    kind: 'choice',
    required: true,
    enumeration: MANUAL_REFUND_REASONS,
  },
} as const satisfies Fields;

/** The fields with what is left of this transaction as their limit (TX-61, TX-63, TX-68, TX-69, AM-18). */
function limitedTo<F extends typeof moneyFields>(fields: F, verb: string) {
  return (transaction: TransactionState): F => ({
    ...fields,
    amount: {
      ...fields.amount,
      max: transaction.remainingAmount,
      maxMessage: `At most ${formatAmount(transaction.remainingAmount)} ${transaction.currency} is left to ${verb}.`,
    },
    currency: {
      ...fields.currency,
      enumeration: { [transaction.currency]: transaction.currency },
    },
  });
}

export const reverseTransaction = action({
  label: 'Reverse',
  asks: { roles: REVERSAL_ROLES },
  whyNot: canReverse,
  fields: reversalFields,
  fieldsOf: limitedTo(reversalFields, 'reverse'),
  success: 'Transaction has been reversed successfully',
});

export const refundTransaction = action({
  label: 'Refund',
  asks: {},
  whyNot: canRefund,
  fields: refundFields,
  fieldsOf: limitedTo(refundFields, 'refund'),
  success: 'Transaction has been refunded successfully',
});

export const markRefunded = action({
  label: 'Mark as refunded',
  asks: {},
  whyNot: canMarkRefunded,
  fields: manualRefundFields,
  fieldsOf: limitedTo(manualRefundFields, 'refund'),
  success: 'Transaction has been refunded successfully',
});

export const markSuccessful = action({
  label: 'Mark as successful',
  asks: {},
  whyNot: canMarkSuccessful,
  fields: {},
  success: 'Transaction has been marked as successful',
});

/** Who looks at what the rules hold. */
const REVIEWERS = { anyOf: ['READ_ANY_TRANSACTION'], roles: ['BACKOFFICE_ADMIN'] } as const;

export const captureTransaction = action({
  label: 'Capture',
  asks: {},
  whyNot: canCapture,
  fields: {},
  success: 'Payment has been captured',
});

export const cancelTransaction = action({
  label: 'Cancel payment',
  asks: {},
  whyNot: canCapture,
  fields: {},
  success: 'Payment has been cancelled',
});

export const passTransaction = action({
  label: 'Let it pass',
  asks: REVIEWERS,
  whyNot: canReview,
  fields: {},
  success: 'Payment goes on',
});

export const refuseFields = {
  reasonNote: { label: 'Reason', kind: 'textarea', required: true, maxLength: 255 },
} as const satisfies Fields;

export const refuseTransaction = action({
  label: 'Refuse',
  asks: REVIEWERS,
  whyNot: canReview,
  fields: refuseFields,
  success: 'Payment has been refused',
});

/** Paths carry the id; a body may repeat it and must then agree (SB-15). */
const withTransactionId = <F extends Fields>(fields: F) => ({
  transactionId: { label: 'Transaction id', kind: 'id' as const },
  ...fields,
});

const money = (refundReasons: Enumeration) =>
  ({
    ...refundFields,
    refundReason: { ...refundFields.refundReason, enumeration: refundReasons },
  }) as const;

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
  without: ['payer'],
  fields: {
    customerFirstName: { label: 'Customer first name', ...name },
    customerLastName: { label: 'Customer last name', ...name },
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
      },
    },
    reversal: { label: 'Reversal', kind: 'group', columns: moneyOut, nullable: true },
    reportData: { label: 'As it came: any JSON, an object as a rule.', kind: 'json' },
    remainingAmount: { label: 'What can still go back', kind: 'amount' },
    pendingAmount: { label: 'Pending', kind: 'amount' },
    awaitingAcquirer: {
      label: 'What the acquirer has not answered',
      kind: 'choice',
      enumeration: AWAITED,
      nullable: true,
    },
    payerRefusal: {
      label: 'Why its payer is not charged again',
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
    updatedDate: { label: 'Changed', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Changed by', kind: 'text', nullable: true },
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
  },
  // money reserves, calls and settles: its calls are rows of their own (ADR 9, ADR 81)
  actions: {},
});

/** One transaction with everything on it (TX-41..45); what is limited to an audience may be missing. */
export type TransactionDetail = RecordOf<typeof transaction>;

export const transactionEndpoints = endpoints(() => {
  const id = z.strictObject({ id: uuid() });
  const detail = recordSchema(transaction);
  const actionRow = {
    access: ROUTE_SETS.TRANSACTION_DASHBOARD,
    scope: 'merchant',
    params: id,
    answer: detail,
    idempotent: true,
  } as const;
  const moneyRow = {
    ...actionRow,
    sensitive: 'MONEY',
    alsoAnswers: {
      202: 'The acquirer has not answered: the money is reserved, and a task asks until it knows.',
    },
  } as const;
  const reverse = {
    ...moneyRow,
    summary: 'Reverse a transaction',
    serves: 'API-36, TX-47..49, TX-59..66, SB-15',
    roles: REVERSAL_ROLES,
    body: bodyOf(withTransactionId(reversalFields)),
  } as const;
  const refund = {
    ...moneyRow,
    summary: 'Refund a transaction, or mark it as refunded (REFUNDED_MANUALLY)',
    serves: 'API-37, TX-50..55, TX-67..71, SB-16, SB-17',
    body: bodyOf(withTransactionId(money({ ...REFUND_REASONS, ...MANUAL_REFUND_REASONS }))),
  } as const;
  const held = {
    ...moneyRow,
    alsoAnswers: { 202: 'The acquirer has not answered: a task asks until it knows.' },
  } as const;
  const review = {
    ...held,
    sensitive: 'MONEY',
    access: ['READ_ANY_TRANSACTION'],
    roles: REVIEWERS.roles,
  } as const;
  const successful = {
    ...actionRow,
    sensitive: 'MONEY',
    summary:
      'Mark a transaction as successful; no money moves, and the acquirer is asked whether it has that of the payment',
    serves: 'API-38, TX-56, SB-18, AM-113',
  } as const;

  return {
    ...listEndpoints(transactions),
    ...totalsEndpoint(transactions),
    ...recordEndpoints(transaction),
    'GET /api/transaction': {
      summary: 'The newest transaction under the filters of the list',
      serves: 'API-33, RT-46',
      access: transactions.read,
      scope: 'merchant',
      query: z.custom<ListQuery>(() => true),
      answer: detail,
      list: { resource: transactions as never, as: 'first' },
    },
    'GET /api/transactions/{id}/logs': listEndpoint(transactionLogs),
    'PUT /api/transactions/{id}/actions/reverse': reverse,
    'POST /api/transactions/{id}/actions/reverse': reverse,
    'PUT /api/transactions/{id}/actions/refund': refund,
    'POST /api/transactions/{id}/actions/refund': refund,
    'PUT /api/transactions/{id}/actions/successful': successful,
    'POST /api/transactions/{id}/actions/successful': successful,
    'POST /api/transactions/{id}/actions/capture': {
      ...held,
      summary: 'Take the money of an authorised payment, all of it, within seven days',
      serves: 'TX-41, AM-102',
    },
    'POST /api/transactions/{id}/actions/cancel': {
      ...held,
      summary: 'Let go of the money of an authorised payment: the payer is not charged',
      serves: 'TX-41, AM-102',
    },
    'POST /api/transactions/{id}/actions/pass': {
      ...review,
      summary: 'Let a payment go on that a risk rule holds for a look',
      serves: 'ST-03',
    },
    'POST /api/transactions/{id}/actions/refuse': {
      ...review,
      summary: 'Refuse a payment that a risk rule holds for a look; nothing is taken',
      serves: 'ST-03',
      body: bodyOf(refuseFields),
    },
  };
});
