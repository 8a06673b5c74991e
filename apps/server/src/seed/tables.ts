import type { TransactionStatus } from '@paydesk/contract/resources/transactions.ts';
import type { Application, Permission, UserRole } from '@paydesk/contract/permissions.ts';
import type { TaskStatus, TaskType } from '@paydesk/contract/tasks.ts';

/** The rows of every table the seed fills. A key is its column's name in camel case. */

export interface MerchantRow {
  id: string;
  name: string;
  status: 'PENDING_APPROVAL' | 'APPROVED' | 'DECLINED' | 'ACTIVE' | 'DISABLED';
  createdDate: Date;
  legalId: string | null;
  iban: string | null;
  responsiblePerson: string | null;
  phone: string | null;
  email: string | null;
  countryCode: string | null;
  mccCode: string | null;
  addressLine: string | null;
  zipCode: string | null;
  termsUrl: string | null;
  cardAcceptanceLocation: string | null;
  orderVerificationUrl: string | null;
  purchaseNotificationUrl: string | null;
  deliveryCostCalculationUrl: string | null;
}

export interface ShippingMethodRow {
  id: string;
  merchantId: string;
  genericMethodId: string;
  name: string;
  extId: string;
  enabled: boolean;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date | null;
  updatedBy: string | null;
}

export interface MerchantDeliveryMethodRow {
  id: string;
  merchantId: string;
  deliveryMethod: string;
  type: 'COURIER' | 'PICKUP_POINT' | 'POST';
  externalId: string;
  enabled: boolean;
  createdDate: Date;
}

export interface UserRow {
  id: string;
  email: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  position: string | null;
  description: string | null;
  userRole: UserRole;
  permissions: readonly Permission[];
  status: 'DEACTIVATED' | 'NOT_ACTIVATED' | 'ACTIVATED' | 'BLOCKED' | 'BLOCKED_SELF';
  merchantId: string | null;
  failedLogins: number;
  passwordExpiresDate: Date | null;
  lastLoginDate: Date | null;
  createdDate: Date;
  createdBy: string | null;
  updatedDate: Date | null;
  updatedBy: string | null;
}

export interface AuditLogRow {
  id: string;
  createdDate: Date;
  userId: string | null;
  userName: string | null;
  application: string | null;
  action: string;
  entityType: string;
  entityId: string | null;
  merchantId: string | null;
  address: string | null;
  result: string;
  details: Record<string, unknown>;
}

export interface CustomerRow {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  createdDate: Date;
}

export interface PurchaseRow {
  id: string;
  merchantId: string;
  customerId: string | null;
  amountCents: bigint;
  currency: string;
  status: 'UNSIGNED' | 'SIGNED' | 'SETTLED' | 'REFUNDED' | 'DECLINED' | 'CANCELLED';
  createdDate: Date;
}

export interface TransactionRow {
  id: string;
  merchantId: string;
  customerId: string | null;
  purchaseId: string | null;
  orderId: string | null;
  recurringPaymentId: string | null;
  refundedTransactionId: string | null;
  date: Date;
  status: TransactionStatus;
  amountCents: bigint;
  currency: string;
  description: string | null;
  cardPan: string | null;
  accountStatementReference: string | null;
  batchId: string | null;
  externalErrorType: string | null;
  externalErrorCode: string | null;
  externalErrorDescription: string | null;
  externalPaymentId: string | null;
  xid: string | null;
  reportData: Record<string, string>;
  createdBy: string | null;
  updatedDate: Date | null;
  updatedBy: string | null;
  movesMoney: boolean;
  refundedCents: bigint;
  pendingRefundCents: bigint;
  reversedCents: bigint;
  pendingReversalCents: bigint;
  awaitingAcquirer: boolean;
  reversalDate: Date | null;
  reversalReasonCode: string | null;
  reversalReasonNote: string | null;
}

export interface MoneyOperationRow {
  id: string;
  kind: 'REFUND' | 'MANUAL_REFUND' | 'REVERSAL';
  status: 'PENDING' | 'APPROVED' | 'DECLINED';
  transactionId: string;
  refundTransactionId: string | null;
  merchantId: string;
  amountCents: bigint;
  currency: string;
  reasonCode: string;
  reasonNote: string | null;
  createdDate: Date;
  userId: string;
  userName: string;
  settledDate: Date | null;
  acquirerReference: string | null;
  declineReason: string | null;
  attempts: number;
  nextAttemptDate: Date | null;
}

export interface MoneyJournalRow {
  id: string;
  createdDate: Date;
  operationId: string;
  kind: MoneyOperationRow['kind'];
  transactionId: string;
  merchantId: string;
  amountCents: bigint;
  currency: string;
  acquirerReference: string | null;
}

export interface TransactionLogRow {
  id: string;
  transactionId: string;
  merchantId: string;
  createdDate: Date;
  event: string;
  fromStatus: TransactionStatus | null;
  toStatus: TransactionStatus | null;
  userName: string | null;
  note: string | null;
}

export interface SoapLogRow {
  id: string;
  transactionId: string;
  direction: 'REQUEST' | 'RESPONSE';
  operation: string;
  httpStatus: number | null;
  durationMs: number | null;
  payload: string;
  createdDate: Date;
}

export interface MpiLogRow {
  id: string;
  transactionId: string;
  messageType: string;
  eci: string | null;
  result: string | null;
  xid: string | null;
  payload: string;
  createdDate: Date;
}

export interface TaskExecutionRow {
  id: string;
  type: TaskType;
  status: TaskStatus;
  startedDate: Date;
  finishedDate: Date | null;
  processed: number | null;
  failed: number | null;
  error: string | null;
}

export interface AnnouncementRow {
  id: string;
  title: string;
  text: string;
  application: Application;
  validFrom: Date;
  validTo: Date | null;
  active: boolean;
  createdDate: Date;
}

/** A row of the sandbox acquirer's own books. */
export interface LedgerRow {
  operationId: string;
  kind: 'REFUND' | 'REVERSAL';
  transactionId: string;
  amountCents: bigint;
  currency: string;
  reference: string;
  createdDate: Date;
  bookedDate: Date;
}

/** Table → its row. */
export interface Tables {
  merchants: MerchantRow;
  users: UserRow;
  customers: CustomerRow;
  purchases: PurchaseRow;
  transactions: TransactionRow;
  moneyOperations: MoneyOperationRow;
  moneyJournal: MoneyJournalRow;
  transactionLogs: TransactionLogRow;
  soapLogs: SoapLogRow;
  mpiLogs: MpiLogRow;
  auditLogs: AuditLogRow;
  taskExecutions: TaskExecutionRow;
  announcements: AnnouncementRow;
  ledger: LedgerRow;
  shippingMethods: ShippingMethodRow;
  merchantDeliveryMethods: MerchantDeliveryMethodRow;
}

export type TableKey = keyof Tables;

/** Nine rows of ten: what is worth a faster way in. */
export const BULK_TABLES: readonly TableKey[] = ['purchases', 'transactions', 'transactionLogs'];

/** Takes the rows that the generators make. */
export type Emit = <K extends TableKey>(table: K, row: Tables[K]) => void;

/** moneyOperations → money_operations; the ledger stands in the acquirer's own schema. */
export function tableName(key: TableKey): string {
  return key === 'ledger' ? 'acquirer_sandbox.requests' : snakeCase(key);
}

export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
