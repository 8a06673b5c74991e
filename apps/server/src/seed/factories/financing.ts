import { randomUUIDv7 } from 'node:crypto';
import { insertCustomer, insertRow, type Needs, type Queryable } from '../factories.ts';
import type { ConsumerCreditRow, ConsumerCreditsRefundRow } from '../loan-rows.ts';
import type { FinancingInstitutionRow, FinancingProductRow } from '../tables.ts';
import { insertOrder } from './orders.ts';

/** Loans, as in ../factories.ts. */

type CreditGiven = Needs<ConsumerCreditRow, 'merchantId' | 'orderId' | 'customerId'>;

export function consumerCreditRow(given: CreditGiven): ConsumerCreditRow {
  return {
    id: given.id ?? randomUUIDv7(),
    status: 'DRAFT',
    failureReason: null,
    externalId: null,
    loanNumber: null,
    amountCents: 1000_00n,
    currency: 'EUR',
    totalRequestedRefundsCents: 0n,
    agreementSigningDate: null,
    deviceOs: null,
    offerRetrievalFinished: false,
    graceRepaymentCount: null,
    downPaymentAmountCents: null,
    downPaymentType: null,
    downPaymentPurchaseId: null,
    applicationUrl: null,
    incomeType: null,
    okOfferCount: 0,
    allOfferCount: 0,
    allAuthenticationCount: 0,
    comment: null,
    createdDate: new Date(),
    updatedDate: null,
    updatedBy: null,
    financingInstitutionId: null,
    checkoutId: null,
    termMonths: null,
    incomeCents: null,
    obligationsCents: null,
    statusSince: null,
    statusUntil: null,
    riskDate: null,
    review: false,
    firstDecisionDate: null,
    decidedDate: null,
    token: null,
    withdrawUntil: null,
    arrearsCents: null,
    arrearsSince: null,
    ...given,
  };
}

export const insertConsumerCredit = (db: Queryable, given: CreditGiven) =>
  insertRow(db, 'consumerCredits', consumerCreditRow(given));

/** A loan with an order and a customer of its own. */
export async function insertLoan(db: Queryable, given: Needs<ConsumerCreditRow, 'merchantId'>) {
  const { merchantId, amountCents = 1000_00n } = given;
  const order = await insertOrder(db, {
    merchantId,
    amountCents,
    taxCents: 0n,
    paymentMethod: 'CONSUMER_CREDIT',
  });
  const { id: customerId } = await insertCustomer(db);
  return insertConsumerCredit(db, { customerId, amountCents, ...given, orderId: order.id });
}

/** A request for a part of a loan's money that waits, counted on the loan; sent or not yet. */
export async function insertRefundRequest(
  db: Queryable,
  given: Needs<
    ConsumerCreditsRefundRow,
    'consumerCreditId' | 'merchantId' | 'userId' | 'amountCents'
  >,
) {
  await db.query(
    `update consumer_credits set total_requested_refunds_cents = total_requested_refunds_cents + $2
     where id = $1`,
    [given.consumerCreditId, given.amountCents],
  );
  return insertRow(db, 'consumerCreditsRefunds', {
    id: randomUUIDv7(),
    currency: 'EUR',
    reason: 'OTHER',
    internalNote: null,
    targetedNote: null,
    status: 'REQUESTED',
    userName: 'Somebody',
    createdDate: new Date(),
    settledDate: null,
    institutionReference: null,
    rejectReason: null,
    cancelUserId: null,
    cancelUserName: null,
    nextInquiryDate: null,
    attempts: 0,
    sentDate: null,
    ...given,
  });
}

/** An institution that nobody knows yet, and that lends nothing. */
export function insertInstitution(db: Queryable, given: Partial<FinancingInstitutionRow> = {}) {
  const id = randomUUIDv7();
  return insertRow(db, 'financingInstitutions', {
    id,
    name: `Lender ${id}`,
    code: id,
    active: true,
    logoUrl: null,
    address: 'Lenders’ Street 1, 10115 Tallinn',
    supervisor: 'The lenders’ supervision of the tests',
    operationsEmail: null,
    operationsPhone: null,
    createdDate: new Date(),
    createdBy: null,
    updatedDate: null,
    updatedBy: null,
    ...given,
  });
}

/** The same with one product that no offer was made of. */
export async function insertLender(
  db: Queryable,
  given: { product?: Partial<FinancingProductRow> } = {},
) {
  const institution = await insertInstitution(db);
  const { id, createdDate } = institution;
  const product = await insertRow(db, 'financingProducts', {
    id: randomUUIDv7(),
    financingInstitutionId: id,
    name: 'Instalments',
    code: `${id}-1`,
    minAmountCents: 50_00n,
    maxAmountCents: 5000_00n,
    minTermMonths: 3,
    maxTermMonths: 36,
    interestRateBp: 990,
    active: true,
    createdDate,
    createdBy: null,
    updatedDate: null,
    updatedBy: null,
    ...given.product,
  });
  return { institution, product };
}
