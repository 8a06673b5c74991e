import * as z from 'zod';
import {
  anyOf,
  editOf,
  endpoints,
  listEndpoint,
  listEndpoints,
  uuid,
} from '../../kernel/endpoint.ts';
import { colleaguesOf } from '../../colleagues.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { record, recordEndpoints, type RecordOf } from '../../kernel/record.ts';
import { INCOME_TYPES, LOAN_DECIDERS, LOAN_ENDS, LOAN_FAILURES } from '../../lending.ts';
import { commentFields, refundLoan } from './actions.ts';
import { creditOrders } from './credit-orders.ts';
import {
  consumerCredits,
  consumerCreditsRefunds,
  creditRefundRequests,
  loanApplications,
  loanDocuments,
  loanInstalments,
  ownLoans,
} from './lists.ts';
import { loanAccess } from '../../kernel/loan-statuses.ts';
import { ORDER_STATUSES } from '../../kernel/order-statuses.ts';
import { LOAN_ACTIONS } from './loan-actions.ts';
import {
  abilityColumns,
  contactColumns,
  offerColumns,
  personColumns,
  signatureColumns,
  termColumns,
} from './parts.ts';
import { refundRequest } from './refund-requests.ts';
import { assignLoan, giveBackLoan, loanInHand, takeLoan } from './taking.ts';
import { totalsEndpoint } from '../../kernel/totals.ts';

export const DOWN_PAYMENT_TYPES = { CARD: 'Card', NONE: 'None' } as const satisfies Enumeration;

const staffs = { visibleTo: 'staff' } as const;

export const loan = record({
  of: consumerCredits,
  name: 'ConsumerCredit',
  entity: 'CONSUMER_CREDIT',
  one: {
    path: '/api/financing/consumer-credits/{id}',
    summary: 'One loan; offer, signature, person and comment for staff alone',
    serves: 'API-48, LN-28..33',
    read: loanAccess.read,
    history: 'AT-01, SB-46',
  },
  without: ['financingInstitutionName', 'financingInstitutionId'],
  fields: {
    externalId: { label: 'External ID', kind: 'text', exact: true, nullable: true },
    deviceOS: { label: 'Device OS', kind: 'text', nullable: true },
    offerRetrievalFinished: { label: 'Offer Retrieval Finished', kind: 'boolean' },
    graceRepaymentCount: { label: 'Grace Repayment Count', kind: 'number', nullable: true },
    downPaymentAmount: { label: 'Down Payment Amount', kind: 'amount', nullable: true },
    downPaymentType: {
      label: 'Down Payment Type',
      kind: 'choice',
      enumeration: DOWN_PAYMENT_TYPES,
      nullable: true,
    },
    downPaymentPurchaseId: { label: 'Down Payment Purchase', kind: 'id', nullable: true },
    applicationUrl: { label: 'Application URL', kind: 'text', exact: true, nullable: true },
    incomeType: {
      label: 'Income Type',
      kind: 'choice',
      enumeration: INCOME_TYPES,
      nullable: true,
    },
    // as they were said with the application, of whom a decision is made
    monthlyIncome: { label: 'Monthly Income', kind: 'amount', nullable: true, ...staffs },
    monthlyObligations: {
      label: 'Monthly Obligations',
      kind: 'amount',
      nullable: true,
      ...staffs,
    },
    // what its order is called by, where the shop has said it
    orderNumber: { label: 'Order number', kind: 'text', nullable: true },
    orderStatus: {
      label: 'Order status',
      kind: 'choice',
      enumeration: ORDER_STATUSES,
      nullable: true,
    },
    allOfferCount: { label: 'Offers', kind: 'number' },
    allAuthenticationCount: { label: 'Authentications', kind: 'number' },
    institution: { label: 'Abilities', kind: 'group', columns: abilityColumns },
    institutionContact: {
      label: 'Operations contact',
      kind: 'group',
      columns: contactColumns,
      nullable: true,
      ...staffs,
    },
    institutionMissing: {
      label: 'Whether nobody is set up who could ask the institution',
      kind: 'boolean',
    },
    chosenOffer: { label: 'Chosen Offer', kind: 'group', columns: offerColumns, nullable: true },
    // the list is staff's; of one loan these are theirs too
    merchantId: { ...consumerCredits.columns.merchantId, ...staffs },
    merchantName: { ...consumerCredits.columns.merchantName, ...staffs },
    customerId: { ...consumerCredits.columns.customerId, ...staffs },
    comment: { ...consumerCredits.columns.comment, ...staffs },
    live: { label: 'Applied for here', kind: 'boolean' },
    termMonths: { label: 'Months', kind: 'number', nullable: true },
    statusSince: { label: 'Status Since', kind: 'dateTime', nullable: true },
    statusUntil: consumerCredits.columns.statusUntil,
    refundedAmount: { label: 'Refunded', kind: 'amount' },
    refundAskedSince: { label: 'Refund Asked Since', kind: 'dateTime', nullable: true },
    refundUnreachable: {
      label: 'Whether the institution could not be reached for a refund',
      kind: 'boolean',
    },
    inReview: { label: 'Held For A Person', kind: 'boolean' },
    failureCode: {
      label: 'Failure Code',
      kind: 'choice',
      enumeration: LOAN_FAILURES,
      nullable: true,
    },
    decidedBy: { label: 'Decided By', kind: 'choice', enumeration: LOAN_DECIDERS, nullable: true },
    reviewAskedDate: { label: 'Review Asked', kind: 'dateTime', nullable: true },
    reviewedDate: { label: 'Reviewed', kind: 'dateTime', nullable: true },
    reviewedBy: { label: 'Reviewed By', kind: 'text', nullable: true, ...staffs },
    reviewNote: { label: 'Review Note', kind: 'text', nullable: true, ...staffs },
    // plain days, wherever they are read
    withdrawUntil: { label: 'Withdrawal Until', kind: 'text', nullable: true },
    withdrawable: { label: 'Whether its last day to withdraw is not over', kind: 'boolean' },
    arrears: { label: 'Arrears', kind: 'amount', nullable: true },
    arrearsSince: { label: 'In Arrears Since', kind: 'text', nullable: true },
    ended: { label: 'Ended', kind: 'choice', enumeration: LOAN_ENDS, nullable: true },
    endedDate: { label: 'Ended On', kind: 'dateTime', nullable: true },
    // of whoever withdraws or repays early, until the institution answers
    endAsked: {
      label: 'End Asked For',
      kind: 'choice',
      enumeration: LOAN_ENDS,
      nullable: true,
      ...staffs,
    },
    leftToPay: { label: 'Left To Pay', kind: 'amount', nullable: true },
    terms: { label: 'Terms', kind: 'group', columns: termColumns, nullable: true, ...staffs },
    signature: {
      label: 'Signature',
      kind: 'group',
      columns: signatureColumns,
      nullable: true,
      ...staffs,
    },
    person: { label: 'Person', kind: 'group', columns: personColumns, nullable: true, ...staffs },
  },
  shown: {
    id: 'ID',
    status: 'Status',
    failureReason: 'Failure Reason',
    externalId: 'External Id',
    amount: 'Amount',
    totalRequestedRefundsAmount: 'Total Requested Refunds Amount',
    agreementSigningDate: 'Agreement Signing Date',
    loanNumber: 'Loan Number',
    deviceOS: 'Device OS',
    offerRetrievalFinished: 'Offer Retrieval Finished',
    createdDate: 'Created Date',
    updatedDate: 'Updated Date',
    graceRepaymentCount: 'Grace Repayment Count',
    downPaymentAmount: 'Down Payment Amount',
    downPaymentType: 'Down Payment Type',
    downPaymentPurchaseId: 'Down Payment Purchase Id',
    applicationUrl: 'Application Url',
    incomeType: 'Income Type',
    orderId: 'Order Id',
    merchantId: 'Merchant Id',
    customerId: 'Customer Id',
    allOfferCount: 'All Offer Count',
    allAuthenticationCount: 'All Authentication Count',
    comment: 'Comment',
  },
  actions: {
    'POST /api/financing/consumer-credits/{id}/actions/sign-here': LOAN_ACTIONS['sign-here'],
    'POST /api/financing/consumer-credits/{id}/actions/ask-again': LOAN_ACTIONS['ask-again'],
    'POST /api/financing/consumer-credits/{id}/actions/send-again': LOAN_ACTIONS['send-again'],
    'POST /api/financing/consumer-credits/{id}/actions/pass': LOAN_ACTIONS.pass,
    'POST /api/financing/consumer-credits/{id}/actions/refuse': LOAN_ACTIONS.refuse,
    'POST /api/financing/consumer-credits/{id}/actions/withdraw': LOAN_ACTIONS.withdraw,
    'POST /api/financing/consumer-credits/{id}/actions/repay': LOAN_ACTIONS.repay,
    'POST /api/financing/consumer-credits/{id}/actions/cancel': LOAN_ACTIONS.cancel,
    'POST /api/financing/consumer-credits/{id}/actions/take': takeLoan,
    'POST /api/financing/consumer-credits/{id}/actions/give-back': giveBackLoan,
    'POST /api/financing/consumer-credits/{id}/actions/assign': assignLoan,
    'POST /api/financing/consumer-credits/{id}/refund-requests': refundLoan,
  },
});

/** One loan (LN-28, LN-29); what is staff's alone is missing for others (SB-04). */
export type ConsumerCredit = RecordOf<typeof loan>;

export const consumerCreditEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const one = { access: loanAccess.read, scope: loanAccess.scope, params } as const;
  const staff = { ...one, access: anyOf('READ_ANY_USER') } as const;
  const comment = z.strictObject({ comment: z.string().nullable() });
  return {
    ...listEndpoints(consumerCredits),
    ...totalsEndpoint(consumerCredits),
    ...listEndpoints(creditOrders),
    ...totalsEndpoint(creditOrders),
    ...listEndpoints(ownLoans),
    ...totalsEndpoint(ownLoans),
    ...listEndpoints(consumerCreditsRefunds),
    ...totalsEndpoint(consumerCreditsRefunds),
    ...recordEndpoints(loan),
    'GET /api/financing/consumer-credits/{id}/refund-requests': listEndpoint(creditRefundRequests),
    ...recordEndpoints(refundRequest),
    'GET /api/financing/consumer-credits/{id}/colleagues': colleaguesOf(loanInHand, 'merchant'),
    'GET /api/financing/consumer-credits/{id}/instalments': listEndpoint(loanInstalments),
    'GET /api/financing/consumer-credits/{id}/applications': listEndpoint(loanApplications),
    'GET /api/financing/consumer-credits/{id}/documents': listEndpoint(loanDocuments),
    'POST /api/financing/consumer-credits/{id}/documents/{documentId}/actions/download': {
      ...staff,
      summary: 'A document of a loan, as it was read or signed; who read it is written down',
      serves: 'FI-08, SB-46',
      params: z.strictObject({ id: uuid(), documentId: uuid() }),
      answer: z.strictObject({
        name: z.string(),
        mediaType: z.string(),
        content: z.string().meta({ format: 'byte', description: 'Base64.' }),
      }),
    },
    'GET /api/financing/consumer-credits/{id}/edit-comment': {
      ...staff,
      summary: 'The comment of a loan',
      serves: 'API-50, AM-30',
      answer: comment,
    },
    'POST /api/financing/consumer-credits/{id}/edit-comment': {
      ...staff,
      summary: 'Change the comment of a loan',
      serves: 'API-52, LN-23..26, SB-40',
      body: editOf(commentFields),
      answer: comment,
    },
  };
});
