import type { CustomersTables } from './schema/customers.ts';
import type { PeopleTables } from './schema/people.ts';
import type { MerchantsTables } from './schema/merchants.ts';
import type { PaymentsTables } from './schema/payments.ts';
import type { OrdersTables } from './schema/orders.ts';
import type { FinancingTables } from './schema/financing.ts';

/** The tables as code sees them: bigint for cents, ISO text for instants. */
export interface Tables
  extends
    PeopleTables,
    MerchantsTables,
    PaymentsTables,
    OrdersTables,
    FinancingTables,
    CustomersTables {}
