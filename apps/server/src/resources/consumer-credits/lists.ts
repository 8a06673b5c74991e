import { creditOrders } from '@paydesk/contract/resources/consumer-credits/credit-orders.ts';
import {
  consumerCredits,
  consumerCreditsRefunds,
  creditRefundRequests,
  loanApplications,
  loanDocuments,
  loanInstalments,
  ownLoans,
} from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { CUSTOMER_NAME, PLAIN_NAME } from '../../domain/customer-name.ts';
import {
  LOAN_OF_ORDER,
  OFFERS_ASKED,
  OFFERS_ASKED_COLUMNS,
  STANDS_COLUMNS,
} from '../../domain/lending/of-order.ts';
import { defineList } from '../../platform/list/definition.ts';
import { valueOf } from '../../platform/list/partly.ts';
import { failureTold } from '../../platform/told.ts';

const loan = { from: 'consumer_credits c', id: 'c.id', tenant: 'c.merchant_id' };

const i = 'left join financing_institutions i on i.id = c.financing_institution_id';

/** Whoever borrows: staff's to read (LN-10). */
const w = 'left join customers w on w.id = c.customer_id';

/** Its word is a person's; among all that are there, an index has these few. */
const HELD = '(c.review or (c.review_asked_date is not null and c.reviewed_date is null))';
/** A rule has held it since it was looked at; one that was refused waits since its shopper asked. */
const HELD_SINCE = {
  by: 'case when c.review then coalesce(c.risk_date, c.created_date) else c.review_asked_date end',
  indexed: HELD,
  where: 'true',
};
const bounds = { hold: () => ({ where: HELD, byDate: false }) };

const loanColumns = {
  id: 'c.id',
  loanNumber: 'c.loan_number',
  orderId: 'c.order_id',
  amount: 'c.amount_cents',
  totalRequestedRefundsAmount: 'c.total_requested_refunds_cents',
  status: 'c.status',
  failureReason: failureTold('c.failure_reason'),
  financingInstitutionName: 'i.name',
  financingInstitutionId: 'c.financing_institution_id',
  agreementSigningDate: 'c.agreement_signing_date',
  createdDate: 'c.created_date',
  updatedDate: 'c.updated_date',
  hold: `case when c.review then 'REVIEW' when ${HELD} then 'ASKED' end`,
  okOfferCount: 'c.ok_offer_count',
  ...STANDS_COLUMNS,
};

export const consumerCreditsList = defineList({
  resource: consumerCredits,
  ...loan,
  joins: { m: 'join merchants m on m.id = c.merchant_id', i, w, asked: OFFERS_ASKED },
  columns: {
    ...loanColumns,
    merchantName: 'm.name',
    customerName: CUSTOMER_NAME,
    comment: 'c.comment',
    heldDate: valueOf(HELD_SINCE),
    merchantId: 'c.merchant_id',
    customerId: 'c.customer_id',
    currency: 'c.currency',
    ...OFFERS_ASKED_COLUMNS,
    statusUntil: 'c.status_until',
    takenUserId: 'c.taken_user_id',
    takenBy: 'c.taken_by',
    assignedBy: 'c.assigned_by',
    takenDate: 'c.taken_date',
  },
  due: 'c.status_until',
  partly: { heldDate: HELD_SINCE },
  plainNames: PLAIN_NAME,
  bounds,
});

export const ownLoansList = defineList({
  resource: ownLoans,
  ...loan,
  joins: {
    i,
    o: 'left join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id',
  },
  columns: { ...loanColumns, orderNumber: 'o.external_order_number' },
  bounds,
});

export const creditOrdersList = defineList({
  resource: creditOrders,
  from: 'orders o',
  id: 'o.id',
  tenant: 'o.merchant_id',
  where: "o.payment_method = 'CONSUMER_CREDIT'",
  joins: {
    m: 'join merchants m on m.id = o.merchant_id',
    c: LOAN_OF_ORDER,
    asked: OFFERS_ASKED,
  },
  columns: {
    id: 'o.id',
    externalOrderNumber: 'o.external_order_number',
    merchantName: 'm.name',
    consumerCreditId: 'c.id',
    amount: 'o.amount_cents',
    currency: 'o.currency',
    status: 'o.status',
    consumerCreditStatus: 'c.status',
    failureReason: loanColumns.failureReason,
    hold: loanColumns.hold,
    okOfferCount: 'coalesce(c.ok_offer_count, 0)',
    ...OFFERS_ASKED_COLUMNS,
    ...STANDS_COLUMNS,
    offers: "c.ok_offer_count || '/' || c.all_offer_count",
    createdDate: 'o.created_date',
    merchantId: 'o.merchant_id',
  },
  bounds,
});

const refund = {
  from: 'consumer_credits_refunds r',
  id: 'r.id',
  tenant: 'r.merchant_id',
} as const;

const refundColumns = {
  id: 'r.id',
  consumerCreditId: 'r.consumer_credit_id',
  amount: 'r.amount_cents',
  reason: 'r.reason',
  internalNote: 'r.internal_note',
  financingInstitutionTargetedNote: 'r.targeted_note',
  status: 'r.status',
  createdDate: 'r.created_date',
  institutionReference: 'r.institution_reference',
  rejectReason: 'r.reject_reason',
  settledDate: 'r.settled_date',
};

const requestColumns = {
  sentDate: 'r.sent_date',
  cancelAskedDate: 'r.cancel_asked_date',
  unreachable: "(r.delivery_error is not null and r.status = 'REQUESTED')",
};

export const consumerCreditsRefundsList = defineList({
  resource: consumerCreditsRefunds,
  ...refund,
  joins: {
    m: 'join merchants m on m.id = r.merchant_id',
    c: 'left join consumer_credits c on c.id = r.consumer_credit_id and c.merchant_id = r.merchant_id',
    w,
  },
  columns: {
    ...refundColumns,
    merchantName: 'm.name',
    loanNumber: 'c.loan_number',
    customerName: CUSTOMER_NAME,
    requestedBy: 'r.user_name',
    merchantId: 'r.merchant_id',
    ...requestColumns,
  },
  plainNames: PLAIN_NAME,
});

export const creditRefundRequestsList = defineList({
  resource: creditRefundRequests,
  ...refund,
  parent: { column: 'r.consumer_credit_id', ...loan },
  // a merchant's statements see the people of their merchant: who of the staff it was stays with us
  joins: {
    u: 'left join users u on u.id = r.user_id',
    z: 'left join users z on z.id = r.cancel_user_id',
  },
  columns: {
    ...refundColumns,
    // nor what they noted for themselves: a merchant's people read the notes of their own
    internalNote: 'case when u.id is not null then r.internal_note end',
    requestedBy: "coalesce(u.first_name || ' ' || u.last_name, 'Paydesk')",
    ...requestColumns,
    inquiredDate: "case when r.status = 'REQUESTED' then r.inquired_date end",
    cancelledBy: `case when r.status = 'CANCELLED' and r.cancel_user_id is not null
      then coalesce(z.first_name || ' ' || z.last_name, 'Paydesk') end`,
  },
});

const ofLoan = { column: 'x.consumer_credit_id', ...loan };

export const loanInstalmentsList = defineList({
  resource: loanInstalments,
  from: 'loan_instalments x',
  id: 'x.id',
  tenant: 'x.merchant_id',
  parent: ofLoan,
  columns: {
    id: 'x.id',
    number: 'x.number',
    // days, as the first instant of each
    dueDate: "(x.due_date::timestamp at time zone 'UTC')",
    amount: 'x.amount_cents',
    principal: 'x.principal_cents',
    interest: 'x.interest_cents',
    paid: 'x.paid_cents',
    paidDate: "(x.paid_date::timestamp at time zone 'UTC')",
    status: 'x.status',
  },
});

export const loanApplicationsList = defineList({
  resource: loanApplications,
  from: 'loan_applications x',
  id: 'x.id',
  tenant: 'x.merchant_id',
  parent: ofLoan,
  joins: { n: 'join financing_institutions n on n.id = x.financing_institution_id' },
  columns: {
    id: 'x.id',
    institution: 'n.name',
    operationsEmail: 'n.operations_email',
    operationsPhone: 'n.operations_phone',
    status: 'x.status',
    externalId: 'x.external_id',
    rejectReason: 'x.reject_reason',
    error: 'x.error',
    createdDate: 'x.created_date',
    decidedDate: 'x.decided_date',
  },
});

export const loanDocumentsList = defineList({
  resource: loanDocuments,
  from: 'loan_documents x',
  id: 'x.id',
  tenant: 'x.merchant_id',
  parent: ofLoan,
  joins: {
    n: 'left join financing_products n on n.id = x.financing_product_id',
    // an agreement is with whoever lends, what was read before is of a product
    c: 'join consumer_credits c on c.id = x.consumer_credit_id and c.merchant_id = x.merchant_id',
    i: `left join financing_institutions i
      on i.id = coalesce(n.financing_institution_id, c.financing_institution_id)`,
  },
  columns: {
    id: 'x.id',
    kind: 'x.kind',
    institution: 'i.name',
    product: 'n.name',
    createdDate: 'x.created_date',
    consentedDate: 'x.consented_date',
    sha256: 'x.sha256',
  },
});
