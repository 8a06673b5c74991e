import type { TransactionStatus } from '@paydesk/contract/resources/transactions.ts';
import type { TaskStatus, TaskType } from '@paydesk/contract/tasks.ts';
import type { WidgetType } from '@paydesk/contract/resources/widgets/widget.ts';
import type { Selectable } from 'kysely';
import type * as Financing from '../platform/db/schema/financing.ts';
import type {
  Announcements,
  MerchantBackgrounds,
  MerchantDeliveryMethods,
  MerchantFeatures,
  Merchants,
  ShippingMethods,
  Widgets,
} from '../platform/db/schema/merchants.ts';
import type { ApiKeys, Certificates, ServiceProvider } from '../platform/db/schema/machines.ts';
import type { OrderItems, Orders } from '../platform/db/schema/orders.ts';
import type {
  Customers,
  ExchangeLogs,
  MoneyJournal,
  MoneyOperations,
  Purchases,
  RecurringPayments,
  TransactionLogs,
  Transactions,
} from '../platform/db/schema/payments.ts';
import type { AuditLogs, Users } from '../platform/db/schema/people.ts';
import type { SavedViews } from '../platform/db/schema/views.ts';

/** The rows of every table the seed fills. A key is its column's name in camel case. */

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

type Instant = 'date' | 'valid_from' | 'valid_to' | `${string}_date` | `${string}_at`;

type Row<T> = {
  [K in keyof Selectable<T> & string as Camel<K>]: K extends Instant
    ? Date | Extract<Selectable<T>[K], null>
    : Selectable<T>[K];
};

/** A table's row with its instants as dates; `Known` says more of a column than its type does. */
type Seeded<T, Known = unknown> = Omit<Row<T>, keyof Known> & Known;

export type MerchantRow = Seeded<
  Omit<Merchants, 'merchant_number' | 'updated_date' | 'updated_by'>,
  { status: 'PENDING_APPROVAL' | 'APPROVED' | 'DECLINED' | 'ACTIVE' | 'DISABLED' }
>;
export type MerchantBackgroundRow = Seeded<MerchantBackgrounds, { beneficialOwners: string }>;
export type MerchantFeatureRow = Seeded<MerchantFeatures>;
export type ShippingMethodRow = Seeded<ShippingMethods>;
export type MerchantDeliveryMethodRow = Seeded<
  MerchantDeliveryMethods,
  { type: 'COURIER' | 'PICKUP_POINT' | 'POST' }
>;
export type AnnouncementRow = Seeded<Announcements>;
export type WidgetRow = Seeded<
  Widgets,
  {
    type: WidgetType;
    status: 'ACTIVE' | 'DISABLED';
    creationMethod: 'MANUAL' | 'API';
    items: string;
  }
>;

export type ServiceProviderRow = Seeded<Omit<ServiceProvider, 'single'>>;
export type CertificateRow = Seeded<Certificates>;
export type ApiKeyRow = Seeded<ApiKeys>;

export type UserRow = Seeded<
  Omit<Users, 'last_try_date' | 'permissions'>,
  {
    status: 'DEACTIVATED' | 'NOT_ACTIVATED' | 'ACTIVATED' | 'BLOCKED' | 'BLOCKED_SELF';
    permissions: readonly Users['permissions'][number][];
  }
>;
export type AuditLogRow = Seeded<AuditLogs>;

export type CustomerRow = Seeded<Customers>;
export type PurchaseRow = Seeded<
  Purchases,
  {
    status: 'UNSIGNED' | 'SIGNED' | 'SETTLED' | 'REFUNDED' | 'DECLINED' | 'CANCELLED';
    lastCallbackStatus: 'OK' | 'ERROR' | null;
  }
>;
export type TransactionRow = Seeded<Transactions, { status: TransactionStatus }>;
export type MoneyOperationRow = Seeded<MoneyOperations>;
export type MoneyJournalRow = Seeded<MoneyJournal>;
export type TransactionLogRow = Seeded<
  TransactionLogs,
  { fromStatus: TransactionStatus | null; toStatus: TransactionStatus | null }
>;
export type RecurringPaymentRow = Seeded<
  RecurringPayments,
  { status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED' }
>;
export type ExchangeLogRow = Seeded<ExchangeLogs>;

export type OrderRow = Seeded<
  Orders,
  { status: 'DRAFT' | 'PENDING' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | 'PAID' }
>;
export type OrderItemRow = Seeded<OrderItems>;
export type ConsumerCreditRow = Seeded<Financing.ConsumerCredits>;
export type ConsumerCreditPersonRow = Seeded<Financing.ConsumerCreditPersons>;
export type ConsumerCreditsRefundRow = Seeded<Financing.ConsumerCreditsRefunds>;
export type FinancingInstitutionRow = Seeded<Financing.FinancingInstitutions>;
export type FinancingProductRow = Seeded<Financing.FinancingProducts>;
export type OfferRow = Seeded<Financing.Offers>;
export type AuthenticationRow = Seeded<Financing.Authentications>;
export type SignatureRow = Seeded<Financing.Signatures>;

export type SavedViewRow = Seeded<SavedViews>;

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
  merchantBackgrounds: MerchantBackgroundRow;
  merchantFeatures: MerchantFeatureRow;
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
  recurringPayments: RecurringPaymentRow;
  exchangeLogs: ExchangeLogRow;
  orders: OrderRow;
  orderItems: OrderItemRow;
  financingInstitutions: FinancingInstitutionRow;
  financingProducts: FinancingProductRow;
  consumerCredits: ConsumerCreditRow;
  savedViews: SavedViewRow;
  consumerCreditPersons: ConsumerCreditPersonRow;
  consumerCreditsRefunds: ConsumerCreditsRefundRow;
  offers: OfferRow;
  authentications: AuthenticationRow;
  signatures: SignatureRow;
  ledger: LedgerRow;
  shippingMethods: ShippingMethodRow;
  merchantDeliveryMethods: MerchantDeliveryMethodRow;
  widgets: WidgetRow;
  serviceProvider: ServiceProviderRow;
  certificates: CertificateRow;
  apiKeys: ApiKeyRow;
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
