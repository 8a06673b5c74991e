import type { CustomerStatus } from '@paydesk/contract/kernel/customer-statuses.ts';
import type { InstitutionFeatureName } from '@paydesk/contract/resources/financing-institutions.ts';
import type {
  CARD_ONBOARDING_STATUSES,
  CardStatus,
} from '@paydesk/contract/resources/customers/lists.ts';
import type { BIN_SCHEMES } from '@paydesk/contract/kernel/cards.ts';
import type { RuleOutcome, SCREENING_RESULTS } from '@paydesk/contract/risk.ts';
import type { SCREENING_LISTS } from '@paydesk/contract/resources/screening.ts';
import type { TransactionStatus } from '@paydesk/contract/kernel/transaction-statuses.ts';
import type { WidgetType } from '@paydesk/contract/resources/widgets/widget.ts';
import { OUTSIDE, type AcquirerNoticeRow, type LedgerRow, type SandboxCardRow } from './outside.ts';
import type { Cards, ScreeningCases, ScreeningResults } from '../platform/db/schema/customers.ts';
import type * as Financing from '../platform/db/schema/financing.ts';
import type * as Logs from '../platform/db/schema/logs.ts';
import type * as Delivery from '../platform/db/schema/delivery.ts';
import type {
  Announcements,
  MerchantBackgrounds,
  MerchantStandings,
  MerchantDeliveryMethods,
  MerchantFeatures,
  Merchants,
  ShippingMethods,
  Widgets,
} from '../platform/db/schema/merchants.ts';
import type {
  CheckoutRow,
  DisputeRow,
  PaymentAttemptRow,
  PaymentLinkRow,
  PaymentOperationRow,
} from './paying-rows.ts';
import type { LoanTables } from './loan-rows.ts';
import type { Repeats, Seeded } from './row.ts';
import type { ApiKeys, Certificates, ServiceProvider } from '../platform/db/schema/machines.ts';
import type { OrderItems, Orders } from '../platform/db/schema/orders.ts';
import type {
  Customers,
  ExchangeLogs,
  MoneyJournal,
  MoneyOperations,
  Purchases,
  RecurringDues,
  RecurringPayments,
  TransactionLogs,
  Transactions,
} from '../platform/db/schema/payments.ts';
import type { Approvals } from '../platform/db/schema/approvals.ts';
import type { AuditLogs, Users } from '../platform/db/schema/people.ts';
import type { SavedViews } from '../platform/db/schema/views.ts';
import type {
  BinRanges,
  CustomersAnnouncements,
  Rules,
  RulesEvaluationResults,
  RuleVersions,
} from '../platform/db/schema/settings.ts';

/** The rows of every table the seed fills. A key is its column's name in camel case. */

type ByStaff = 'merchant_number' | 'created_by' | 'updated_date' | 'updated_by' | 'acquirer_url';
type RetryPlan = 'second_factor' | 'retry_days' | 'retry_hour' | 'retries_end';
export type MerchantRow = Seeded<
  Omit<Merchants, ByStaff | RetryPlan>,
  { status: 'PENDING_APPROVAL' | 'APPROVED' | 'DECLINED' | 'ACTIVE' | 'DISABLED' }
>;
export type MerchantStandingRow = Seeded<MerchantStandings>;
export type MerchantBackgroundRow = Seeded<MerchantBackgrounds, { beneficialOwners: string }>;
export type MerchantFeatureRow = Seeded<MerchantFeatures>;
export type ShippingMethodRow = Seeded<ShippingMethods>;
export type MerchantDeliveryMethodRow = Seeded<
  MerchantDeliveryMethods,
  { type: 'COURIER' | 'PICKUP_POINT' | 'POST' }
>;
export type AnnouncementRow = Seeded<Announcements>;
export type ApprovalRow = Seeded<Approvals>;
export type WidgetRow = Seeded<
  Omit<Widgets, Repeats>,
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

type InHand = `taken_${string}` | 'assigned_by';
export type ScreeningCaseRow = Seeded<
  Omit<ScreeningCases, 'first_user_id' | InHand | 'updated_date' | 'updated_by'>,
  { status: 'OPEN' | 'FALSE_HIT' }
>;
export type RuleRow = Seeded<
  Omit<Rules, `tried_${string}` | 'created_by' | 'conditions' | 'outcome' | 'priority' | 'version'>,
  { type: 'LIMIT' | 'VELOCITY' | 'BLACKLIST' | 'SCORING'; severity: 'LOW' | 'MEDIUM' | 'HIGH' }
> & { conditions: string; outcome: RuleOutcome; priority: number; version: number };
export type RuleVersionRow = Seeded<Omit<RuleVersions, 'conditions'>, { outcome: RuleOutcome }> & {
  conditions: string;
};
export type RulesEvaluationResultRow = Seeded<
  RulesEvaluationResults,
  {
    subjectType: 'TRANSACTION' | 'PURCHASE' | 'CONSUMER_CREDIT' | 'CUSTOMER';
    result: 'PASSED' | 'CHALLENGED' | 'REVIEW' | 'REJECTED';
  }
>;
export type BinRangeRow = Seeded<
  Omit<BinRanges, 'product'>,
  { scheme: keyof typeof BIN_SCHEMES; cardType: 'DEBIT' | 'CREDIT' | 'PREPAID' }
>;
export type CustomersAnnouncementRow = Seeded<
  CustomersAnnouncements,
  { language: 'EN' | 'ET' | 'LV' | 'LT'; segment: 'ALL' | 'CARD_HOLDERS' | 'BORROWERS' }
>;
export type DeliveryCompanyRow = Seeded<Delivery.DeliveryCompanies>;
export type DeliveryMethodRow = Seeded<
  Delivery.DeliveryMethods,
  { type: 'COURIER' | 'PICKUP_POINT' | 'POST' }
>;
export type DeliveryCompanyMethodRow = Seeded<Delivery.DeliveryCompanyMethods>;
export type PickupPointRow = Seeded<Delivery.PickupPoints>;

export type UserRow = Seeded<
  Omit<Users, 'last_try_date' | 'told_password_expires_date' | 'permissions' | 'role_id'>,
  {
    status: 'DEACTIVATED' | 'NOT_ACTIVATED' | 'ACTIVATED' | 'BLOCKED' | 'BLOCKED_SELF';
    permissions: readonly Users['permissions'][number][];
    roleId?: string | null;
  }
>;
export type AuditLogRow = Seeded<AuditLogs>;

export type CustomerRow = Seeded<Customers, { status: CustomerStatus }>;
export type CardRow = Seeded<
  Cards,
  { status: CardStatus; onboardingStatus: keyof typeof CARD_ONBOARDING_STATUSES }
>;
export type ScreeningResultRow = Seeded<
  ScreeningResults,
  {
    list: keyof typeof SCREENING_LISTS;
    result: keyof typeof SCREENING_RESULTS;
    verdict: 'FALSE_HIT' | null;
  }
>;
export type PurchaseRow = Seeded<
  Purchases,
  {
    status: 'UNSIGNED' | 'SIGNED' | 'SETTLED' | 'REFUNDED' | 'DECLINED' | 'CANCELLED';
    lastCallbackStatus: 'OK' | 'ERROR' | null;
  }
>;
type OfSettlement = 'acquirer_fee_cents' | 'payout_reference' | 'paid_out_day';
export type TransactionRow = Seeded<
  Omit<Transactions, OfSettlement | InHand | 'counted_beside'>,
  { status: TransactionStatus; respondBy: Date | null }
>;
export type MoneyOperationRow = Seeded<Omit<MoneyOperations, 'gateway'>>;
export type MoneyJournalRow = Seeded<MoneyJournal>;
export type TransactionLogRow = Seeded<
  TransactionLogs,
  { fromStatus: TransactionStatus | null; toStatus: TransactionStatus | null }
>;
type OfLife = 'checkout_id' | 'access_token' | 'card_asked_id' | 'updated_date' | 'updated_by';
export type RecurringPaymentRow = Seeded<
  Omit<RecurringPayments, OfLife>,
  { status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED' }
>;
export type RecurringDueRow = Seeded<
  Omit<RecurringDues, 'paid_day' | 'decided_note' | 'asked_id' | 'asked_as'>
>;
export type ExchangeLogRow = Seeded<ExchangeLogs>;

export type OrderRow = Seeded<
  Orders,
  { status: 'DRAFT' | 'PENDING' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | 'PAID' }
>;
export type OrderItemRow = Seeded<OrderItems>;
export type FinancingInstitutionRow = Seeded<Omit<Financing.FinancingInstitutions, 'gateway_url'>>;
export type FinancingInstitutionFeatureRow = Seeded<
  Financing.FinancingInstitutionFeatures,
  { feature: InstitutionFeatureName }
>;
export type FinancingProductRow = Seeded<Financing.FinancingProducts>;
export type SavedViewRow = Seeded<SavedViews>;

export type SoapLogRow = Seeded<Logs.SoapLogs>;
export type MpiLogRow = Seeded<Logs.MpiLogs>;
export type TaskExecutionRow = Seeded<Logs.TaskExecutions>;

/** Table → its row. */
export interface Tables extends LoanTables {
  merchants: MerchantRow;
  merchantBackgrounds: MerchantBackgroundRow;
  merchantStandings: MerchantStandingRow;
  merchantFeatures: MerchantFeatureRow;
  users: UserRow;
  customers: CustomerRow;
  cards: CardRow;
  screeningResults: ScreeningResultRow;
  screeningCases: ScreeningCaseRow;
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
  approvals: ApprovalRow;
  recurringPayments: RecurringPaymentRow;
  recurringDues: RecurringDueRow;
  exchangeLogs: ExchangeLogRow;
  orders: OrderRow;
  orderItems: OrderItemRow;
  financingInstitutions: FinancingInstitutionRow;
  financingInstitutionFeatures: FinancingInstitutionFeatureRow;
  financingProducts: FinancingProductRow;
  savedViews: SavedViewRow;
  checkouts: CheckoutRow;
  paymentAttempts: PaymentAttemptRow;
  paymentOperations: PaymentOperationRow;
  disputes: DisputeRow;
  ledger: LedgerRow;
  sandboxCards: SandboxCardRow;
  acquirerNotices: AcquirerNoticeRow;
  acquirerNoticesTaken: { noticeId: string; createdDate: Date };
  shippingMethods: ShippingMethodRow;
  merchantDeliveryMethods: MerchantDeliveryMethodRow;
  paymentLinks: PaymentLinkRow;
  widgets: WidgetRow;
  serviceProvider: ServiceProviderRow;
  certificates: CertificateRow;
  apiKeys: ApiKeyRow;
  rules: RuleRow;
  ruleVersions: RuleVersionRow;
  rulesEvaluationResults: RulesEvaluationResultRow;
  binRanges: BinRangeRow;
  customersAnnouncements: CustomersAnnouncementRow;
  deliveryCompanies: DeliveryCompanyRow;
  deliveryMethods: DeliveryMethodRow;
  deliveryCompanyMethods: DeliveryCompanyMethodRow;
  pickupPoints: PickupPointRow;
}

export type TableKey = keyof Tables;

/** Nine rows of ten: what is worth a faster way in. */
export const BULK_TABLES: readonly TableKey[] = ['purchases', 'transactions', 'transactionLogs'];

/** Takes the rows that the generators make. */
export type Emit = <K extends TableKey>(table: K, row: Tables[K]) => void;

/** moneyOperations → money_operations. */
export const tableName = (key: TableKey): string =>
  OUTSIDE[key as keyof typeof OUTSIDE] ?? snakeCase(key);

export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
