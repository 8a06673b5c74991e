import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { askAgain } from '../transactions/ask-again.ts';
import { settleCharge } from './settle.ts';

/** Asks about charges whose answer is open. */
export const resolveCharges = (services: Services): Task =>
  askAgain(services, {
    name: 'resolve-pending-charges',
    table: 'recurring_charges',
    open: sql<boolean>`status = 'PENDING'`,
    ask: (id, route) => services.acquirer.inquire(id, route),
    settle: settleCharge,
    atOnce: 4,
  });
