import type { HandledKey, Handlers } from './platform/http/handlers.ts';
import type { ListDefinition } from './platform/list/definition.ts';
import { callbacks } from './domain/callbacks/tasks.ts';
import { housekeeping } from './platform/housekeeping.ts';
import { mails, outboxTasks } from './platform/outbox.ts';
import { recordHandlers } from './platform/record/handlers.ts';
import { sealAudit } from './platform/seals.ts';
import type { Page } from './platform/http/pages.ts';
import type { Services } from './platform/services.ts';
import type { Task } from './platform/tasks.ts';
import { auditLogsList } from './resources/audit-logs.ts';
import { announcementHandlers, announcementsList } from './resources/announcements.ts';
import { authenticationsList } from './resources/authentications.ts';
import {
  checkBusinessDays,
  foldBusinessDays,
  followBusinessZone,
} from './resources/business-days/counters.ts';
import { businessDayHandlers } from './resources/business-days/report.ts';
import { exchangeLogsList } from './resources/exchange-logs.ts';
import { apiKeyHandlers } from './resources/certificates/api-key.ts';
import { certificateHandlers, certificatesList } from './resources/certificates/certificates.ts';
import {
  merchantCertificateHandlers,
  merchantCertificatesList,
} from './resources/certificates/staff.ts';
import { askInstitution, creditRefunds } from './resources/consumer-credits/answers.ts';
import { consumerCreditHandlers } from './resources/consumer-credits/handlers.ts';
import {
  consumerCreditHistoryList,
  consumerCreditsList,
  consumerCreditsRefundsList,
  creditOrdersList,
  creditRefundRequestsList,
} from './resources/consumer-credits/lists.ts';
import {
  financingInstitutionHandlers,
  financingInstitutionsList,
  institutionHistoryList,
} from './resources/financing-institutions.ts';
import { financingProductRecord, financingProductsList } from './resources/financing-products.ts';
import { binRangesList } from './resources/bin-ranges.ts';
import {
  customersAnnouncementRecord,
  customersAnnouncementsList,
} from './resources/customers-announcements.ts';
import { deliveryHandlers } from './resources/delivery/handlers.ts';
import {
  companyMethodsList,
  deliveryCompaniesList,
  deliveryCompanyRecord,
  deliveryMerchantsList,
  deliveryMethodRecord,
  deliveryMethodsList,
  methodCompaniesList,
  pickupPointsList,
} from './resources/delivery/lists.ts';
import { enumHandlers } from './resources/enums/enums.ts';
import { cardRecord, customerHandlers, customerRecord } from './resources/customers/records.ts';
import { cardsList, customersList } from './resources/customers/lists.ts';
import { generalHandlers } from './resources/general.ts';
import { merchantFeatureHandlers } from './resources/merchants/features.ts';
import { merchantsHandlers } from './resources/merchants/handlers.ts';
import { merchantsList } from './resources/merchants/lists.ts';
import { merchantRecord } from './resources/merchants/record.ts';
import {
  deliveryMethodsOfMerchantList,
  merchantDeliveryMethodHandlers,
  merchantDeliveryMethodsList,
} from './resources/merchant-delivery-methods.ts';
import { merchantHandlers } from './resources/merchant/handlers.ts';
import { metaDataHandlers, metaDataList } from './resources/meta-data.ts';
import { mpiLogsList } from './resources/mpi-logs.ts';
import { expireOrders } from './resources/orders/expire.ts';
import { orderRecord } from './resources/orders/record.ts';
import { orderItemsList, ordersList } from './resources/orders/lists.ts';
import { expirePurchases } from './resources/purchases/expire.ts';
import { purchaseRecord } from './resources/purchases/record.ts';
import { purchasesList } from './resources/purchases/lists.ts';
import { recurringList, recurringRecord } from './resources/recurring.ts';
import { offersList } from './resources/offers.ts';
import { screeningList } from './resources/screening/lists.ts';
import { refreshScreening } from './resources/screening/refresh.ts';
import { loginHandlers } from './resources/session/login.ts';
import { machineOrderHandlers } from './resources/orders/machines.ts';
import { permissionHandlers } from './resources/permissions.ts';
import { emailChangeHandlers } from './resources/session/email-changes.ts';
import { passwordHandlers } from './resources/session/passwords.ts';
import { profileHandlers } from './resources/session/profile.ts';
import { tellPasswordExpiry } from './resources/session/expiry.ts';
import { recoveries } from './resources/session/recovery.ts';
import { savedViewHandlers } from './resources/saved-views.ts';
import { searchHandlers } from './resources/search/search.ts';
import { rulesEvaluationResultsList } from './resources/rules-evaluation-results.ts';
import { ruleRecord, rulesList } from './resources/rules.ts';
import { secondFactorHandlers } from './resources/session/second-factor.ts';
import { sessionHandlers } from './resources/session/sessions.ts';
import {
  shippingMethodHandlers,
  shippingMethodRecord,
  shippingMethodsList,
} from './resources/shipping-methods.ts';
import { signaturesList } from './resources/signatures.ts';
import { soapLogsList } from './resources/soap-logs.ts';
import { taskExecutionsList } from './resources/task-executions.ts';
import {
  undeliveredMessageHandlers,
  undeliveredMessageRecord,
  undeliveredMessagesList,
} from './resources/undelivered-messages.ts';
import { timelineHandlers } from './resources/timelines/handlers.ts';
import { checkCounters, foldCounters } from './resources/transactions/counters.ts';
import { transactionHandlers } from './resources/transactions/handlers.ts';
import {
  transactionHistoryList,
  transactionLogsList,
  transactionsList,
} from './resources/transactions/lists.ts';
import { batchSettlements } from './resources/transactions/batches.ts';
import { chargeRecurring } from './resources/transactions/charge-task.ts';
import { checkJournal } from './resources/transactions/journal.ts';
import { resolveCharges, resolvePending } from './resources/transactions/resolve.ts';
import { userHandlers } from './resources/users/handlers.ts';
import { employeesList, merchantEmployeesList, usersList } from './resources/users/lists.ts';
import { userHistoryList } from './resources/users/history.ts';
import { widgetHandlers } from './resources/widgets/handlers.ts';
import { widgetHistoryList, widgetsList } from './resources/widgets/lists.ts';
import { widgetPages } from './resources/widgets/pages.ts';

/** What serves the rows of the endpoint table: the lists by themselves, the rest by handlers. */
export const lists: readonly ListDefinition[] = [
  transactionsList,
  transactionLogsList,
  transactionHistoryList,
  soapLogsList,
  mpiLogsList,
  usersList,
  employeesList,
  merchantEmployeesList,
  merchantsList,
  ...merchantRecord.lists,
  auditLogsList,
  userHistoryList,
  taskExecutionsList,
  undeliveredMessagesList,
  shippingMethodsList,
  merchantDeliveryMethodsList,
  deliveryMethodsOfMerchantList,
  widgetsList,
  widgetHistoryList,
  certificatesList,
  merchantCertificatesList,
  ordersList,
  orderItemsList,
  ...orderRecord.lists,
  purchasesList,
  ...purchaseRecord.lists,
  recurringList,
  exchangeLogsList,
  consumerCreditsList,
  consumerCreditsRefundsList,
  creditRefundRequestsList,
  consumerCreditHistoryList,
  creditOrdersList,
  financingInstitutionsList,
  institutionHistoryList,
  financingProductsList,
  ...financingProductRecord.lists,
  offersList,
  authenticationsList,
  signaturesList,
  rulesList,
  rulesEvaluationResultsList,
  binRangesList,
  metaDataList,
  announcementsList,
  customersAnnouncementsList,
  deliveryCompaniesList,
  deliveryMethodsList,
  companyMethodsList,
  methodCompaniesList,
  pickupPointsList,
  deliveryMerchantsList,
  customersList,
  cardsList,
  ...customerRecord.lists,
  screeningList,
];

export const handlersOf = (services: Services): Handlers<HandledKey> => ({
  ...loginHandlers(services),
  ...passwordHandlers(services),
  ...emailChangeHandlers(services),
  ...profileHandlers(services),
  ...sessionHandlers(services),
  ...secondFactorHandlers(services),
  ...generalHandlers(services),
  ...permissionHandlers(),
  ...transactionHandlers(services),
  ...userHandlers(services),
  ...recordHandlers(services, merchantRecord),
  ...merchantsHandlers(services),
  ...merchantFeatureHandlers(services),
  ...merchantHandlers(services),
  ...shippingMethodHandlers(services),
  ...recordHandlers(services, shippingMethodRecord),
  ...merchantDeliveryMethodHandlers(services),
  ...recordHandlers(services, orderRecord),
  ...businessDayHandlers(services),
  ...announcementHandlers(services),
  ...widgetHandlers(services),
  ...savedViewHandlers(services),
  ...searchHandlers(services),
  ...recordHandlers(services, purchaseRecord),
  ...recordHandlers(services, recurringRecord),
  ...certificateHandlers(services),
  ...merchantCertificateHandlers(services),
  ...apiKeyHandlers(services),
  ...machineOrderHandlers(services),
  ...consumerCreditHandlers(services),
  ...financingInstitutionHandlers(services),
  ...recordHandlers(services, financingProductRecord),
  ...timelineHandlers(services),
  ...recordHandlers(services, ruleRecord),
  ...metaDataHandlers(services),
  ...recordHandlers(services, customersAnnouncementRecord),
  ...deliveryHandlers(services),
  ...recordHandlers(services, deliveryCompanyRecord),
  ...recordHandlers(services, deliveryMethodRecord),
  ...enumHandlers(),
  ...recordHandlers(services, customerRecord),
  ...recordHandlers(services, cardRecord),
  ...customerHandlers(services),
  ...recordHandlers(services, undeliveredMessageRecord),
  ...undeliveredMessageHandlers(services),
});

/** What people without a session open. */
export const pagesOf = (services: Services): readonly Page[] => [...widgetPages(services)];

export const tasksOf = (services: Services): Task[] => [
  resolvePending(services),
  foldCounters(services),
  resolveCharges(services),
  chargeRecurring(services),
  batchSettlements(services),
  checkCounters(services),
  checkJournal(services),
  tellPasswordExpiry(services),
  refreshScreening(services),
  expireOrders(services),
  expirePurchases(services),
  followBusinessZone(services),
  foldBusinessDays(services),
  checkBusinessDays(services),
  housekeeping(services),
  sealAudit(services),
  askInstitution(services),
  ...outboxTasks(services, [mails, recoveries, creditRefunds, callbacks]),
];
