import type { CallOf } from './kernel/endpoint.ts';
import { auditLogEndpoints } from './resources/audit-logs.ts';
import { announcementEndpoints } from './resources/announcements.ts';
import { authenticationEndpoints } from './resources/authentications.ts';
import { businessDayEndpoints } from './resources/business-days.ts';
import { exchangeLogEndpoints } from './resources/exchange-logs.ts';
import { certificateEndpoints } from './resources/certificates.ts';
import { merchantCertificateEndpoints } from './resources/certificates/staff.ts';
import { consumerCreditEndpoints } from './resources/consumer-credits/endpoints.ts';
import { binRangeEndpoints } from './resources/bin-ranges.ts';
import { customersAnnouncementEndpoints } from './resources/customers-announcements.ts';
import { deliveryEndpoints } from './resources/delivery/endpoints.ts';
import { enumEndpoints } from './resources/enums.ts';
import { customerEndpoints } from './resources/customers/endpoints.ts';
import { generalEndpoints } from './resources/general.ts';
import { merchantsEndpoints } from './resources/merchants/endpoints.ts';
import { merchantDeliveryMethodEndpoints } from './resources/merchant-delivery-methods.ts';
import { merchantEndpoints } from './resources/merchant.ts';
import { metaDataEndpoints } from './resources/meta-data.ts';
import { mpiLogEndpoints } from './resources/mpi-logs.ts';
import { financingInstitutionEndpoints } from './resources/financing-institutions.ts';
import { financingProductEndpoints } from './resources/financing-products.ts';
import { offerEndpoints } from './resources/offers.ts';
import { loginEndpoints } from './resources/session/login.ts';
import { emailChangeEndpoints } from './resources/session/email-changes.ts';
import { passwordEndpoints } from './resources/session/passwords.ts';
import { profileEndpoints } from './resources/session/profile.ts';
import { orderEndpoints } from './resources/orders.ts';
import { machineOrderEndpoints } from './resources/orders/machines.ts';
import { permissionEndpoints } from './resources/permissions.ts';
import { savedViewEndpoints } from './resources/saved-views.ts';
import { searchEndpoints } from './resources/search.ts';
import { purchaseEndpoints } from './resources/purchases.ts';
import { recurringEndpoints } from './resources/recurring.ts';
import { ruleEndpoints } from './resources/rules.ts';
import { rulesEvaluationResultEndpoints } from './resources/rules-evaluation-results.ts';
import { secondFactorEndpoints } from './resources/session/second-factor.ts';
import { sessionEndpoints } from './resources/session/sessions.ts';
import { screeningEndpoints } from './resources/screening.ts';
import { shippingMethodEndpoints } from './resources/shipping-methods.ts';
import { signatureEndpoints } from './resources/signatures.ts';
import { soapLogEndpoints } from './resources/soap-logs.ts';
import { taskExecutionEndpoints } from './resources/task-executions.ts';
import { undeliveredMessageEndpoints } from './resources/undelivered-messages.ts';
import { timelineEndpoints } from './resources/timelines.ts';
import { transactionEndpoints } from './resources/transactions.ts';
import { userEndpoints } from './resources/users/endpoints.ts';
import { userHistoryEndpoints } from './resources/users/history.ts';
import { widgetEndpoints } from './resources/widgets/endpoints.ts';

/** The one endpoint table. The browser imports its type alone. */
export const table = {
  ...loginEndpoints,
  ...passwordEndpoints,
  ...emailChangeEndpoints,
  ...profileEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  ...generalEndpoints,
  ...transactionEndpoints,
  ...businessDayEndpoints,
  ...announcementEndpoints,
  ...orderEndpoints,
  ...permissionEndpoints,
  ...soapLogEndpoints,
  ...mpiLogEndpoints,
  ...userEndpoints,
  ...merchantsEndpoints,
  ...auditLogEndpoints,
  ...userHistoryEndpoints,
  ...taskExecutionEndpoints,
  ...undeliveredMessageEndpoints,
  ...timelineEndpoints,
  ...merchantEndpoints,
  ...shippingMethodEndpoints,
  ...merchantDeliveryMethodEndpoints,
  ...widgetEndpoints,
  ...savedViewEndpoints,
  ...searchEndpoints,
  ...purchaseEndpoints,
  ...recurringEndpoints,
  ...exchangeLogEndpoints,
  ...certificateEndpoints,
  ...merchantCertificateEndpoints,
  ...machineOrderEndpoints,
  ...consumerCreditEndpoints,
  ...financingInstitutionEndpoints,
  ...financingProductEndpoints,
  ...offerEndpoints,
  ...authenticationEndpoints,
  ...signatureEndpoints,
  ...ruleEndpoints,
  ...rulesEvaluationResultEndpoints,
  ...binRangeEndpoints,
  ...metaDataEndpoints,
  ...customersAnnouncementEndpoints,
  ...deliveryEndpoints,
  ...enumEndpoints,
  ...customerEndpoints,
  ...screeningEndpoints,
} as const;

export type Table = typeof table;
export type Key = keyof Table;
export type Call<K extends Key> = CallOf<Table[K]>;
