import type { ApprovalsTables } from './schema/approvals.ts';
import type { CheckoutsTables } from './schema/checkouts.ts';
import type { CustomersTables } from './schema/customers.ts';
import type { PeopleTables } from './schema/people.ts';
import type { ViewTables } from './schema/views.ts';
import type { MerchantsTables } from './schema/merchants.ts';
import type { PaymentsTables } from './schema/payments.ts';
import type { OrdersTables } from './schema/orders.ts';
import type { FinancingTables } from './schema/financing.ts';
import type { LendingTables } from './schema/lending.ts';
import type { MachinesTables } from './schema/machines.ts';
import type { SettingsTables } from './schema/settings.ts';
import type { ImportsTables } from './schema/imports.ts';
import type { DeliveryTables } from './schema/delivery.ts';

/** The tables as code sees them: bigint for cents, ISO text for instants. */
export interface Tables
  extends
    ApprovalsTables,
    PeopleTables,
    ViewTables,
    MerchantsTables,
    PaymentsTables,
    CheckoutsTables,
    OrdersTables,
    FinancingTables,
    LendingTables,
    CustomersTables,
    MachinesTables,
    SettingsTables,
    DeliveryTables,
    ImportsTables {}
