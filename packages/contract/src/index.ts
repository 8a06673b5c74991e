import type { CallOf } from './kernel/endpoint.ts';
import { auditLogEndpoints } from './resources/audit-logs.ts';
import { announcementEndpoints } from './resources/announcements.ts';
import { binRangeEndpoints } from './resources/bin-ranges.ts';
import { businessDayEndpoints } from './resources/business-days.ts';
import { customersAnnouncementEndpoints } from './resources/customers-announcements.ts';
import { deliveryEndpoints } from './resources/delivery/endpoints.ts';
import { enumEndpoints } from './resources/enums.ts';
import { generalEndpoints } from './resources/general.ts';
import { merchantsEndpoints } from './resources/merchants.ts';
import { merchantDeliveryMethodEndpoints } from './resources/merchant-delivery-methods.ts';
import { merchantEndpoints } from './resources/merchant.ts';
import { metaDataEndpoints } from './resources/meta-data.ts';
import { mpiLogEndpoints } from './resources/mpi-logs.ts';
import { loginEndpoints } from './resources/session/login.ts';
import { passwordEndpoints } from './resources/session/passwords.ts';
import { profileEndpoints } from './resources/session/profile.ts';
import { permissionEndpoints } from './resources/permissions.ts';
import { ruleEndpoints } from './resources/rules.ts';
import { rulesEvaluationResultEndpoints } from './resources/rules-evaluation-results.ts';
import { secondFactorEndpoints } from './resources/session/second-factor.ts';
import { sessionEndpoints } from './resources/session/sessions.ts';
import { shippingMethodEndpoints } from './resources/shipping-methods.ts';
import { soapLogEndpoints } from './resources/soap-logs.ts';
import { taskExecutionEndpoints } from './resources/task-executions.ts';
import { transactionEndpoints } from './resources/transactions.ts';
import { userEndpoints } from './resources/users/endpoints.ts';
import { userHistoryEndpoints } from './resources/users/history.ts';

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
  ...permissionEndpoints,
  ...soapLogEndpoints,
  ...mpiLogEndpoints,
  ...userEndpoints,
  ...merchantsEndpoints,
  ...auditLogEndpoints,
  ...userHistoryEndpoints,
  ...taskExecutionEndpoints,
  ...merchantEndpoints,
  ...shippingMethodEndpoints,
  ...merchantDeliveryMethodEndpoints,
  ...ruleEndpoints,
  ...rulesEvaluationResultEndpoints,
  ...binRangeEndpoints,
  ...metaDataEndpoints,
  ...customersAnnouncementEndpoints,
  ...deliveryEndpoints,
  ...enumEndpoints,
} as const;

export type Table = typeof table;
export type Key = keyof Table;
export type Call<K extends Key> = CallOf<Table[K]>;
