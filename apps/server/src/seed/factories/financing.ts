import { randomUUIDv7 } from 'node:crypto';
import { insertRow, type Needs, type Queryable } from '../factories.ts';
import type { ConsumerCreditRow } from '../tables.ts';

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
    ...given,
  };
}

export const insertConsumerCredit = (db: Queryable, given: CreditGiven) =>
  insertRow(db, 'consumerCredits', consumerCreditRow(given));
