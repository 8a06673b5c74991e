import type { CallOf } from './kernel/endpoint.ts';
import { announcementEndpoints } from './resources/announcements.ts';
import { businessDayEndpoints } from './resources/business-days.ts';
import { generalEndpoints } from './resources/general.ts';
import { mpiLogEndpoints } from './resources/mpi-logs.ts';
import { loginEndpoints } from './resources/session/login.ts';
import { profileEndpoints } from './resources/session/profile.ts';
import { permissionEndpoints } from './resources/permissions.ts';
import { soapLogEndpoints } from './resources/soap-logs.ts';
import { transactionEndpoints } from './resources/transactions.ts';

/** The one endpoint table. The browser imports its type alone. */
export const table = {
  ...loginEndpoints,
  ...profileEndpoints,
  ...generalEndpoints,
  ...transactionEndpoints,
  ...businessDayEndpoints,
  ...announcementEndpoints,
  ...permissionEndpoints,
  ...soapLogEndpoints,
  ...mpiLogEndpoints,
} as const;

export type Table = typeof table;
export type Key = keyof Table;
export type Call<K extends Key> = CallOf<Table[K]>;
