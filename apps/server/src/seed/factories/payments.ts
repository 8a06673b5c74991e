import { randomUUIDv7 } from 'node:crypto';
import { insertRow, type Needs, type Queryable } from '../factories.ts';
import type { ExchangeLogRow, RecurringPaymentRow } from '../tables.ts';

/** What stands beside a transaction, as in ../factories.ts. */

type RecurringGiven = Needs<RecurringPaymentRow, 'merchantId' | 'paymentRequestId'>;

export function recurringPaymentRow(given: RecurringGiven): RecurringPaymentRow {
  return {
    id: given.id ?? randomUUIDv7(),
    customerId: null,
    totalAmountCents: 0n,
    currency: 'EUR',
    count: 0,
    lastChargedAt: null,
    status: 'ACTIVE',
    paymentInfo: null,
    createdDate: new Date(),
    expirationDate: null,
    nextChargeAt: null,
    declinedInARow: 0,
    skippedDate: null,
    skipReason: null,
    ...given,
  };
}

type ExchangeGiven = Needs<ExchangeLogRow, 'merchantId' | 'purchaseId'>;

export function exchangeLogRow(given: ExchangeGiven): ExchangeLogRow {
  return {
    id: given.id ?? randomUUIDv7(),
    orderId: null,
    createdDate: new Date(),
    xmlType: 'PMTREQ',
    xml: '<pmtreq/>',
    ...given,
  };
}

export const insertRecurringPayment = (db: Queryable, given: RecurringGiven) =>
  insertRow(db, 'recurringPayments', recurringPaymentRow(given));

export const insertExchangeLog = (db: Queryable, given: ExchangeGiven) =>
  insertRow(db, 'exchangeLogs', exchangeLogRow(given));
