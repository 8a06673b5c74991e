import { randomUUIDv7 } from 'node:crypto';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { cleanHtml } from '../platform/html.ts';
import {
  snakeCase,
  tableName,
  type AnnouncementRow,
  type CustomerRow,
  type MerchantRow,
  type PurchaseRow,
  type ShippingMethodRow,
  type TableKey,
  type Tables,
  type TransactionRow,
  type UserRow,
} from './tables.ts';

/**
 * Whole rows from the few values that matter: what is left out gets a plain, valid value. The seed
 * makes its rows with the `…Row` functions, tests insert theirs with the `insert…` ones.
 */

export type Needs<R, K extends keyof R> = Partial<R> & Pick<R, K>;

/** UUIDv7 of now; the seed passes its own ids. */
const newId = randomUUIDv7;

export function merchantRow(given: Partial<MerchantRow> = {}): MerchantRow {
  const id = given.id ?? newId();
  return {
    id,
    name: `Merchant ${id.slice(-6)}`,
    status: 'ACTIVE',
    createdDate: new Date(),
    legalId: null,
    iban: null,
    ibanSealed: null,
    ibanMasked: null,
    responsiblePerson: null,
    phone: null,
    email: null,
    countryCode: null,
    mccCode: null,
    addressLine: null,
    zipCode: null,
    termsUrl: null,
    cardAcceptanceLocation: null,
    orderVerificationUrl: null,
    purchaseNotificationUrl: null,
    deliveryCostCalculationUrl: null,
    capture: 'AUTOMATIC',
    logoUrl: null,
    ...given,
  };
}

export function userRow(given: Partial<UserRow> = {}): UserRow {
  const id = given.id ?? newId();
  const userRole = given.userRole ?? (given.merchantId ? 'MERCHANT_ADMIN' : 'BACKOFFICE_ADMIN');
  return {
    id,
    email: `user-${id.slice(-12)}@paydesk.test`,
    passwordHash: null,
    firstName: 'Test',
    lastName: 'Person',
    phoneNumber: null,
    position: null,
    description: null,
    userRole,
    permissions: ROLE_PERMISSIONS[userRole],
    status: 'ACTIVATED',
    merchantId: null,
    failedLogins: 0,
    passwordExpiresDate: null,
    lastLoginDate: null,
    createdDate: new Date(),
    createdBy: null,
    updatedDate: null,
    updatedBy: null,
    ...given,
  };
}

export function customerRow(given: Partial<CustomerRow> = {}): CustomerRow {
  const id = given.id ?? newId();
  return {
    id,
    firstName: 'Test',
    lastName: 'Customer',
    email: `customer-${id.slice(-12)}@mail.test`,
    createdDate: new Date(),
    personalId: null,
    personalIdSealed: null,
    personalIdMasked: null,
    personalIdIndex: null,
    erasedDate: null,
    phone: null,
    status: 'ACTIVE',
    statusDate: null,
    statusBy: null,
    statusReason: null,
    country: null,
    lastLoginDate: null,
    updatedDate: null,
    updatedBy: null,
    ...given,
  };
}

export function purchaseRow(given: Needs<PurchaseRow, 'merchantId'>): PurchaseRow {
  return {
    id: given.id ?? newId(),
    customerId: null,
    amountCents: 1000n,
    currency: 'EUR',
    status: 'SETTLED',
    createdDate: new Date(),
    paymentInfo: null,
    expirationDate: null,
    lastCallbackStatus: null,
    externalId: null,
    reasonCode: null,
    reasonNote: null,
    updatedDate: null,
    updatedBy: null,
    ...given,
  };
}

export function transactionRow(given: Needs<TransactionRow, 'merchantId'>): TransactionRow {
  return {
    id: given.id ?? newId(),
    customerId: null,
    purchaseId: null,
    orderId: null,
    recurringPaymentId: null,
    refundedTransactionId: null,
    date: new Date(),
    status: 'SUCCESS',
    amountCents: 1000n,
    currency: 'EUR',
    description: null,
    cardPan: null,
    cardId: null,
    accountStatementReference: null,
    batchId: null,
    externalErrorType: null,
    externalErrorCode: null,
    externalErrorDescription: null,
    externalPaymentId: null,
    xid: null,
    hold: null,
    liabilityShift: null,
    eci: null,
    dispute: null,
    respondBy: null,
    capturedDate: null,
    reportData: {},
    createdBy: null,
    updatedDate: null,
    updatedBy: null,
    movesMoney: true,
    refundedCents: 0n,
    pendingRefundCents: 0n,
    reversedCents: 0n,
    pendingReversalCents: 0n,
    awaitingAcquirer: false,
    reversalDate: null,
    reversalReasonCode: null,
    reversalReasonNote: null,
    ...given,
  };
}

export function shippingMethodRow(
  given: Needs<ShippingMethodRow, 'merchantId'>,
): ShippingMethodRow {
  const id = given.id ?? newId();
  return {
    id,
    // 'Courier', which the migration brings
    genericMethodId: '0192f0a0-0000-7000-8000-000000000001',
    name: `Method ${id.slice(-6)}`,
    extId: `ext-${id.slice(-12)}`,
    enabled: true,
    createdDate: new Date(),
    createdBy: 'Test Person',
    updatedDate: null,
    updatedBy: null,
    ...given,
  };
}

/** Said to merchants from now on; its text cleaned as by everything that writes one (AM-46). */
export function announcementRow(given: Partial<AnnouncementRow> = {}): AnnouncementRow {
  const row: AnnouncementRow = {
    id: given.id ?? newId(),
    title: 'Announcement',
    text: '',
    application: 'MERCHANT_CONSOLE',
    validFrom: new Date(),
    validTo: null,
    active: true,
    createdDate: new Date(),
    createdBy: null,
    updatedDate: null,
    updatedBy: null,
    ...given,
  };
  return { ...row, text: cleanHtml(row.text) };
}

/** A pool, a client or anything else that runs one statement. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Inserts one whole row into any of the seed's tables. */
export async function insertRow<K extends TableKey>(
  db: Queryable,
  table: K,
  row: Tables[K],
): Promise<Tables[K]> {
  const keys = Object.keys(row);
  const places = keys.map((_, index) => `$${index + 1}`);
  const columns = keys.map(snakeCase);
  await db.query(
    `insert into ${tableName(table)} (${columns.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
  return row;
}

export const insertMerchant = (db: Queryable, given: Partial<MerchantRow> = {}) =>
  insertRow(db, 'merchants', merchantRow(given));

export const insertUser = (db: Queryable, given: Partial<UserRow> = {}) =>
  insertRow(db, 'users', userRow(given));

export const insertCustomer = (db: Queryable, given: Partial<CustomerRow> = {}) =>
  insertRow(db, 'customers', customerRow(given));

export const insertPurchase = (db: Queryable, given: Needs<PurchaseRow, 'merchantId'>) =>
  insertRow(db, 'purchases', purchaseRow(given));

export const insertTransaction = (db: Queryable, given: Needs<TransactionRow, 'merchantId'>) =>
  insertRow(db, 'transactions', transactionRow(given));

export const insertShippingMethod = (
  db: Queryable,
  given: Needs<ShippingMethodRow, 'merchantId'>,
) => insertRow(db, 'shippingMethods', shippingMethodRow(given));

export const insertAnnouncement = (db: Queryable, given: Partial<AnnouncementRow> = {}) =>
  insertRow(db, 'announcements', announcementRow(given));
