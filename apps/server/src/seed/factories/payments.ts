import { randomUUIDv7 } from 'node:crypto';
import { insertRow, type Needs, type Queryable } from '../factories.ts';
import type { ExchangeLogRow, RecurringPaymentRow } from '../tables.ts';

/** What stands beside a transaction, as in ../factories.ts. */

const DAY_MS = 86_400_000;
const daysBefore = (date: Date) =>
  new Date(
    date.getTime() - Math.max(0, Math.ceil((date.getTime() - Date.now()) / DAY_MS)) * DAY_MS,
  );

type RecurringGiven = Needs<RecurringPaymentRow, 'merchantId' | 'paymentRequestId'>;

export function recurringPaymentRow(given: RecurringGiven): RecurringPaymentRow {
  const nextDueDay = given.nextChargeAt?.toISOString().slice(0, 10) ?? null;
  // whole days before the next charge: at the same time of the day
  const createdDate = given.createdDate ?? daysBefore(given.nextChargeAt ?? new Date());
  return {
    id: given.id ?? randomUUIDv7(),
    customerId: null,
    totalAmountCents: 0n,
    currency: 'EUR',
    count: 0,
    lastChargedAt: null,
    status: 'ACTIVE',
    paymentInfo: null,
    createdDate,
    expirationDate: null,
    nextChargeAt: null,
    declinedInARow: 0,
    skippedDate: null,
    skipReason: null,
    amountCents: 10_00n,
    intervalUnit: 'MONTH',
    intervalCount: 1,
    anchorDay: Number(nextDueDay?.slice(8) ?? createdDate.getUTCDate()),
    nextDueDay,
    mostCents: given.amountCents ?? 10_00n,
    consentDate: null,
    consentText: null,
    source: 'EARLIER',
    cardId: null,
    cardPan: null,
    cardExpires: null,
    payerEmail: null,
    networkReference: null,
    suspendReason: given.status === 'SUSPENDED' ? 'DECLINED' : null,
    endedDate: null,
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
    outcome: null,
    outcomeDetail: null,
    outcomeDate: null,
    attempts: null,
    ...given,
  };
}

export const insertRecurringPayment = (db: Queryable, given: RecurringGiven) =>
  insertRow(db, 'recurringPayments', recurringPaymentRow(given));

export const insertExchangeLog = (db: Queryable, given: ExchangeGiven) =>
  insertRow(db, 'exchangeLogs', exchangeLogRow(given));
