import type { CallOf } from './kernel/endpoint.ts';
import { auditLogEndpoints } from './resources/audit-logs.ts';
import { announcementEndpoints } from './resources/announcements.ts';
import { authenticationEndpoints } from './resources/authentications.ts';
import { businessDayEndpoints } from './resources/business-days.ts';
import { exchangeLogEndpoints } from './resources/exchange-logs.ts';
import { certificateEndpoints } from './resources/certificates.ts';
import { merchantCertificateEndpoints } from './resources/certificates/staff.ts';
import { consumerCreditEndpoints } from './resources/consumer-credits/endpoints.ts';
import { generalEndpoints } from './resources/general.ts';
import { merchantsEndpoints } from './resources/merchants/endpoints.ts';
import { merchantDeliveryMethodEndpoints } from './resources/merchant-delivery-methods.ts';
import { merchantEndpoints } from './resources/merchant.ts';
import { mpiLogEndpoints } from './resources/mpi-logs.ts';
import { offerEndpoints } from './resources/offers.ts';
import { loginEndpoints } from './resources/session/login.ts';
import { passwordEndpoints } from './resources/session/passwords.ts';
import { profileEndpoints } from './resources/session/profile.ts';
import { orderEndpoints } from './resources/orders.ts';
import { machineOrderEndpoints } from './resources/orders/machines.ts';
import { permissionEndpoints } from './resources/permissions.ts';
import { savedViewEndpoints } from './resources/saved-views.ts';
import { searchEndpoints } from './resources/search.ts';
import { purchaseEndpoints } from './resources/purchases.ts';
import { recurringEndpoints } from './resources/recurring.ts';
import { secondFactorEndpoints } from './resources/session/second-factor.ts';
import { sessionEndpoints } from './resources/session/sessions.ts';
import { shippingMethodEndpoints } from './resources/shipping-methods.ts';
import { signatureEndpoints } from './resources/signatures.ts';
import { soapLogEndpoints } from './resources/soap-logs.ts';
import { taskExecutionEndpoints } from './resources/task-executions.ts';
import { timelineEndpoints } from './resources/timelines.ts';
import { transactionEndpoints } from './resources/transactions.ts';
import { userEndpoints } from './resources/users/endpoints.ts';
import { userHistoryEndpoints } from './resources/users/history.ts';
import { widgetEndpoints } from './resources/widgets/endpoints.ts';

/** The one endpoint table. The browser imports its type alone. */
export const table = {
  ...loginEndpoints,
  ...passwordEndpoints,
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
  ...offerEndpoints,
  ...authenticationEndpoints,
  ...signatureEndpoints,
} as const;

export type Table = typeof table;
export type Key = keyof Table;
export type Call<K extends Key> = CallOf<Table[K]>;
