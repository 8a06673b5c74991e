import * as z from 'zod';
import type { Columns } from '../../kernel/columns.ts';
import {
  anyOf,
  bodyOf,
  editOf,
  endpoints,
  listEndpoint,
  listEndpoints,
  uuid,
} from '../../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../../kernel/enumeration.ts';
import { record, recordEndpoints, recordSchema, type RecordOf } from '../../kernel/record.ts';
import { INCOME_TYPES } from '../../lending.ts';
import { commentFields, loanRefundFields } from './actions.ts';
import { creditOrders } from './credit-orders.ts';
import {
  consumerCredits,
  consumerCreditsRefunds,
  creditRefundRequests,
  loanAccess,
} from './lists.ts';

export const DOWN_PAYMENT_TYPES = { CARD: 'Card', NONE: 'None' } as const satisfies Enumeration;

/** LN-31; shown to everyone (LN-12, AM-54). */
const institutionColumns = {
  id: { label: 'ID', kind: 'id' },
  name: { label: 'Name', kind: 'text' },
  code: { label: 'Code', kind: 'text' },
  active: { label: 'Active', kind: 'boolean' },
  logoUrl: { label: 'Logo Url', kind: 'text', exact: true, nullable: true },
} as const satisfies Columns;

/** LN-30; for others than staff only who made it. */
const offerColumns = {
  id: { label: 'ID', kind: 'id', visibleTo: 'staff', nullable: true },
  sequence: { label: 'Sequence', kind: 'number', visibleTo: 'staff', nullable: true },
  externalId: {
    label: 'External Id',
    kind: 'text',
    exact: true,
    visibleTo: 'staff',
    nullable: true,
  },
  financingInstitutionName: { label: 'Financing Institution Name', kind: 'text' },
  financingInstitution: {
    label: 'Financing Institution',
    kind: 'group',
    columns: institutionColumns,
  },
} as const satisfies Columns;

/** LN-32 */
const signatureColumns = {
  signingServiceId: { label: 'Signing Service Id', kind: 'text' },
  status: { label: 'Status', kind: 'text' },
  signedObjectId: { label: 'Signed Object Id', kind: 'text', exact: true, nullable: true },
  externalId: { label: 'External Id', kind: 'text', exact: true, nullable: true },
  error: { label: 'Error', kind: 'text', nullable: true },
} as const satisfies Columns;

/** LN-33 */
const personColumns = {
  personalId: { label: 'Personal Id', kind: 'text', exact: true },
  firstName: { label: 'First Name', kind: 'text' },
  lastName: { label: 'Last Name', kind: 'text' },
  // a day, wherever it is read
  dateOfBirth: { label: 'Date Of Birth', kind: 'text' },
  phoneNumber: { label: 'Phone Number', kind: 'text', nullable: true },
  email: { label: 'Email', kind: 'text', nullable: true },
} as const satisfies Columns;

/** What the loan's institution can do (AM-111, AM-116). Of a loan without one nothing is narrowed. */
const abilityColumns = {
  instantDecision: { label: 'Instant decision', kind: 'boolean' },
  remoteSigning: { label: 'Remote signing', kind: 'boolean' },
  partialRefund: { label: 'Partial refund', kind: 'boolean' },
  ownGateway: { label: 'Has a gateway of its own', kind: 'boolean' },
} as const satisfies Columns;

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
  without: ['financingInstitutionName'],
  fields: {
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
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
    allOfferCount: { label: 'Offers', kind: 'number' },
    allAuthenticationCount: { label: 'Authentications', kind: 'number' },
    institution: { label: 'Abilities', kind: 'group', columns: abilityColumns },
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
  actions: {},
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
    ...listEndpoints(creditOrders),
    'GET /api/financing/consumer-credits-refunds': listEndpoint(consumerCreditsRefunds),
    ...recordEndpoints(loan),
    'GET /api/financing/consumer-credits/{id}/refund-requests': listEndpoint(creditRefundRequests),
    'POST /api/financing/consumer-credits/{id}/refund-requests': {
      ...one,
      summary: 'Ask the financing institution for a refund; its answer comes later',
      serves: 'API-51, LN-16..22, LN-36, SB-39',
      // the path carries the id; a body may repeat it and must then agree
      body: bodyOf({ consumerCreditId: { label: 'Loan', kind: 'id' }, ...loanRefundFields }),
      answer: recordSchema(loan),
      idempotent: true,
      sensitive: 'MONEY',
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
