import type { CallOf } from './kernel/endpoint.ts';
import { generalEndpoints } from './resources/general.ts';
import { merchantDeliveryMethodEndpoints } from './resources/merchant-delivery-methods.ts';
import { merchantEndpoints } from './resources/merchant.ts';
import { mpiLogEndpoints } from './resources/mpi-logs.ts';
import { loginEndpoints } from './resources/session/login.ts';
import { profileEndpoints } from './resources/session/profile.ts';
import { permissionEndpoints } from './resources/permissions.ts';
import { shippingMethodEndpoints } from './resources/shipping-methods.ts';
import { soapLogEndpoints } from './resources/soap-logs.ts';
import { transactionEndpoints } from './resources/transactions.ts';

/** The one endpoint table. The browser imports its type alone. */
export const table = {
  ...loginEndpoints,
  ...profileEndpoints,
  ...generalEndpoints,
  ...transactionEndpoints,
  ...permissionEndpoints,
  ...soapLogEndpoints,
  ...mpiLogEndpoints,
  ...merchantEndpoints,
  ...shippingMethodEndpoints,
  ...merchantDeliveryMethodEndpoints,
} as const;

export type Table = typeof table;
export type Key = keyof Table;
export type Call<K extends Key> = CallOf<Table[K]>;
