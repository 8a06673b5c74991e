import type { HandledKey, Handlers } from './platform/http/handlers.ts';
import type { ListDefinition } from './platform/list/definition.ts';
import { housekeeping } from './platform/housekeeping.ts';
import { deliverOutbox } from './platform/outbox.ts';
import type { Services } from './platform/services.ts';
import type { Task } from './platform/tasks.ts';
import { announcementHandlers } from './resources/announcements.ts';
import {
  checkBusinessDays,
  foldBusinessDays,
  followBusinessZone,
} from './resources/business-days/counters.ts';
import { businessDayHandlers } from './resources/business-days/report.ts';
import { generalHandlers } from './resources/general.ts';
import { mpiLogsList } from './resources/mpi-logs.ts';
import { loginHandlers } from './resources/session/login.ts';
import { permissionHandlers } from './resources/permissions.ts';
import { profileHandlers } from './resources/session/profile.ts';
import { soapLogsList } from './resources/soap-logs.ts';
import { checkCounters, foldCounters } from './resources/transactions/counters.ts';
import { transactionHandlers } from './resources/transactions/handlers.ts';
import { transactionLogsList, transactionsList } from './resources/transactions/lists.ts';
import { resolvePending } from './resources/transactions/resolve.ts';

/** What serves the rows of the endpoint table: the lists by themselves, the rest by handlers. */
export const lists: readonly ListDefinition[] = [
  transactionsList,
  transactionLogsList,
  soapLogsList,
  mpiLogsList,
];

export const handlersOf = (services: Services): Handlers<HandledKey> => ({
  ...loginHandlers(services),
  ...profileHandlers(services),
  ...generalHandlers(services),
  ...permissionHandlers(),
  ...transactionHandlers(services),
  ...businessDayHandlers(services),
  ...announcementHandlers(services),
});

export const tasksOf = (services: Services): Task[] => [
  resolvePending(services),
  foldCounters(services),
  checkCounters(services),
  followBusinessZone(services),
  foldBusinessDays(services),
  checkBusinessDays(services),
  housekeeping(services),
  deliverOutbox(services, {
    ...(services.mailer && { MAIL: (id, mail) => services.mailer!.send(id, mail) }),
  }),
];
