import { sql } from 'kysely';
import { askAgain } from '../../domain/transactions/ask-again.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { settle } from './settle.ts';

const PENDING = sql<boolean>`status = 'PENDING'`;

/** Asks about refunds and reversals. */
export const resolvePending = (services: Services): Task =>
  askAgain(services, {
    name: 'resolve-pending-money',
    table: 'money_operations',
    open: PENDING,
    ask: (id, route) => services.acquirer.inquire(id, route),
    settle,
  });
