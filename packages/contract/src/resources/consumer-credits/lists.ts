import { customerColumn } from '../../customer-column.ts';
import type { Columns } from '../../kernel/columns.ts';
import { CURRENCIES, type Enumeration } from '../../kernel/enumeration.ts';
import { CONSUMER_CREDIT_STATUSES, loanAccess } from '../../kernel/loan-statuses.ts';
import { resource } from '../../kernel/resource.ts';
import { HELD, OWN_STAGE, STAGE } from '../../loan-stage.ts';
import { APPLICATION_STATUSES, INSTALMENT_STATUSES } from '../../lending.ts';
import { takenColumns } from '../../taking.ts';
import { operationsColumns } from './parts.ts';
import { CREDIT_REFUND_REASONS, CREDIT_REFUND_STATUSES } from './refund-words.ts';

export const consumerCredits = resource({
  slug: 'consumer-credits',
  title: 'Loans',
  path: '/api/financing/consumer-credits',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  csv: { persons: 'staff' },
  totals: {
    of: 'amount',
    by: ['status'],
    within: ['status'],
    counts: { key: 'status', values: ['CONFIRMED', 'REFUNDED'], word: 'paid out' },
  },
  serves: 'API-46, API-47, FI-01, FI-02',
  columns: {
    id: { label: 'ID', kind: 'id' },
    loanNumber: { label: 'Loan Number', kind: 'text', nullable: true },
    merchantName: { label: 'Merchant', kind: 'text' },
    customerName: customerColumn,
    orderId: { label: 'Order', kind: 'id', hidden: 'screen' },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    totalRequestedRefundsAmount: {
      label: 'Requested Refunds',
      kind: 'amount',
      byChoiceOf: 'staff',
    },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: CONSUMER_CREDIT_STATUSES,
      because: 'failureReason',
    },
    failureReason: { label: 'Failure Reason', kind: 'text', nullable: true, hidden: 'screen' },
    financingInstitutionName: { label: 'Financing Institution', kind: 'text', nullable: true },
    agreementSigningDate: { label: 'Signed', kind: 'dateTime', nullable: true, hidden: 'screen' },
    comment: { label: 'Comment', kind: 'text', nullable: true, hidden: 'screen' },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true, hidden: 'screen' },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true },
    customerId: { label: 'Customer id', kind: 'id', hidden: true },
    financingInstitutionId: { label: 'Institution id', kind: 'id', hidden: true, nullable: true },
    ...HELD,
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, hidden: true },
    ...STAGE,
    // what is not decided by then expires
    statusUntil: {
      label: 'Waits Until',
      kind: 'dateTime',
      hidden: true,
      filter: false,
      nullable: true,
    },
    // of one in review: who looks at it
    ...takenColumns,
  },
});

const { id, loanNumber, orderId, amount, totalRequestedRefundsAmount, status, failureReason } =
  consumerCredits.columns;
const { financingInstitutionName, financingInstitutionId, agreementSigningDate } =
  consumerCredits.columns;
const { createdDate, updatedDate, hold } = consumerCredits.columns;

/** A merchant's own loans, for its people: what of each they see on its screen too. */
export const ownLoans = resource({
  slug: 'loans',
  title: 'Loans',
  path: '/api/user-merchant/consumer-credits',
  read: ['READ_MERCHANT_ORDER'],
  scope: 'own',
  created: 'createdDate',
  csv: {},
  totals: {
    of: 'amount',
    by: ['status'],
    within: ['status'],
    counts: { key: 'status', values: ['CONFIRMED', 'REFUNDED'], word: 'paid out' },
  },
  serves: 'LN-12, LN-28, LN-36, FI-01',
  columns: {
    id,
    // by which a shop knows it
    orderNumber: { label: 'Order Number', kind: 'text', nullable: true, lastInFile: true },
    loanNumber,
    orderId,
    amount,
    totalRequestedRefundsAmount,
    status,
    failureReason,
    financingInstitutionName,
    agreementSigningDate,
    createdDate,
    updatedDate,
    financingInstitutionId,
    hold,
    ...OWN_STAGE,
  },
});

const refundColumns = {
  consumerCreditId: { label: 'Loan', kind: 'id' },
  amount: { label: 'Amount', kind: 'amount', sort: true },
  reason: { label: 'Reason', kind: 'choice', enumeration: CREDIT_REFUND_REASONS },
  internalNote: { label: 'Internal Note', kind: 'text', nullable: true },
  financingInstitutionTargetedNote: { label: 'Institution Note', kind: 'text', nullable: true },
  status: { label: 'Status', kind: 'status', sort: true, enumeration: CREDIT_REFUND_STATUSES },
  requestedBy: { label: 'Requested By', kind: 'text' },
  createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  // what the institution said: its own name of a refund that it made, or why it makes none
  institutionReference: { label: 'Institution Reference', kind: 'text', nullable: true },
  rejectReason: { label: 'Reject Reason', kind: 'text', nullable: true },
  settledDate: { label: 'Answered', kind: 'dateTime', nullable: true },
} as const;

const [sentDate, cancelAskedDate, unreachable] = [
  { label: 'Sent', kind: 'dateTime', nullable: true },
  { label: 'Cancellation Asked', kind: 'dateTime', nullable: true },
  { label: 'Institution Not Reached', kind: 'boolean' },
] as const;
const ofRequest = {
  sentDate: { ...sentDate, hidden: true, filter: false },
  cancelAskedDate: { ...cancelAskedDate, hidden: true, filter: false },
  unreachable: { ...unreachable, hidden: true, filter: false },
} as const;

/** The refunds of all loans (API-45, FI-04). */
export const consumerCreditsRefunds = resource({
  slug: 'consumer-credits-refunds',
  title: 'Loan Refunds',
  path: '/api/financing/consumer-credits-refunds',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  csv: { persons: true },
  totals: {
    of: 'amount',
    by: ['status'],
    within: ['status'],
    counts: { key: 'status', values: ['REQUESTED'], word: 'waiting for the institution' },
  },
  serves: 'API-45, FI-04',
  columns: {
    id: { label: 'ID', kind: 'id' },
    merchantName: { label: 'Merchant', kind: 'text' },
    loanNumber,
    customerName: { label: 'Customer', kind: 'text', name: true, nullable: true },
    ...refundColumns,
    consumerCreditId: { ...refundColumns.consumerCreditId, hidden: 'screen' },
    settledDate: { ...refundColumns.settledDate, hidden: 'screen' },
    reason: { ...refundColumns.reason, hidden: 'screen' },
    internalNote: { ...refundColumns.internalNote, hidden: 'screen' },
    financingInstitutionTargetedNote: {
      ...refundColumns.financingInstitutionTargetedNote,
      hidden: 'screen',
    },
    status: { ...refundColumns.status, because: 'rejectReason' },
    institutionReference: { ...refundColumns.institutionReference, hidden: 'screen' },
    rejectReason: { ...refundColumns.rejectReason, hidden: 'screen' },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, filterOnly: true },
    // what is done to one while it waits goes by these
    ...ofRequest,
  },
});

const sortedAll = <C extends Columns>(columns: C) =>
  Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, { ...column, sort: true }]),
  ) as C;

/** Those of one loan (API-49, LN-34), for whoever may see it. */
export const creditRefundRequests = resource({
  slug: 'consumer-credit-refund-requests',
  title: 'Refund requests',
  path: '/api/financing/consumer-credits/{id}/refund-requests',
  ...loanAccess,
  created: 'createdDate',
  serves: 'API-49, LN-34, FI-03',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    ...sortedAll(refundColumns),
    ...sortedAll({ sentDate, cancelAskedDate, unreachable }),
    inquiredDate: { label: 'Last Asked About', kind: 'dateTime', sort: true, nullable: true },
    cancelledBy: { label: 'Cancelled By', kind: 'text', sort: true, nullable: true },
  },
});

const below = { created: 'createdDate', scope: 'merchant' } as const;

/** What is to be paid and what was, as the institution reports it; for whoever sees the loan. */
export const loanInstalments = resource({
  slug: 'consumer-credit-instalments',
  title: 'Schedule',
  path: '/api/financing/consumer-credits/{id}/instalments',
  ...loanAccess,
  created: 'dueDate',
  serves: 'FI-01',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    number: { label: 'No.', kind: 'number', sort: true },
    dueDate: { label: 'Due', kind: 'dateTime', sort: true },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    principal: { label: 'Principal', kind: 'amount', sort: true },
    interest: { label: 'Interest', kind: 'amount', sort: true },
    paid: { label: 'Paid', kind: 'amount', sort: true },
    paidDate: { label: 'Paid On', kind: 'dateTime', sort: true, nullable: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: INSTALMENT_STATUSES },
  },
});

/** Where a loan was applied for, what each institution said, and whom to ask there: staff's. */
export const loanApplications = resource({
  ...below,
  slug: 'consumer-credit-applications',
  title: 'Applications',
  path: '/api/financing/consumer-credits/{id}/applications',
  read: ['READ_ANY_USER'],
  serves: 'FI-01, FI-06',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    institution: { label: 'Institution', kind: 'text', sort: true },
    ...operationsColumns,
    status: { label: 'Status', kind: 'status', sort: true, enumeration: APPLICATION_STATUSES },
    externalId: { label: 'Reference', kind: 'text', sort: true, nullable: true },
    rejectReason: { label: 'Reason', kind: 'text', sort: true, nullable: true },
    error: { label: 'Last Error', kind: 'text', sort: true, nullable: true },
    createdDate: { label: 'Sent', kind: 'dateTime', sort: true },
    decidedDate: { label: 'Answered', kind: 'dateTime', sort: true, nullable: true },
  },
});

export const LOAN_DOCUMENT_KINDS = {
  SECCI: 'Information before the contract',
  AGREEMENT: 'Agreement',
} as const satisfies Enumeration;

/** What was read before consent, and what was signed, with its hash: staff's. */
export const loanDocuments = resource({
  ...below,
  slug: 'consumer-credit-documents',
  title: 'Documents',
  path: '/api/financing/consumer-credits/{id}/documents',
  read: ['READ_ANY_USER'],
  serves: 'FI-08',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    kind: { label: 'Document', kind: 'choice', sort: true, enumeration: LOAN_DOCUMENT_KINDS },
    institution: { label: 'Institution', kind: 'text', sort: true, nullable: true },
    product: { label: 'Product', kind: 'text', sort: true, nullable: true },
    createdDate: { label: 'Made', kind: 'dateTime', sort: true },
    consentedDate: { label: 'Agreed To', kind: 'dateTime', sort: true, nullable: true },
    sha256: { label: 'SHA-256', kind: 'text', sort: true },
  },
});
