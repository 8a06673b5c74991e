import { sql } from 'kysely';
import type { AcquirerAnswer, Route } from '../../gateways/acquirer.ts';
import { dueRows, takeRow, type Leases } from '../../platform/leases.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { settleCharge } from './charges.ts';
import { settle } from './settle.ts';

/** Where it was sent to. */
const ROUTE = sql<Route>`gateway, merchant_id as "of"`;
const BATCH = 20;
const LONGEST_PAUSE_SECONDS = 300;

/** Asks about refunds and reversals. */
export const resolvePending = (services: Services): Task =>
  askAgain(services, 'resolve-pending-money', 'money_operations', settle);

/** Asks about the charges of recurring payments. */
export const resolveCharges = (services: Services): Task =>
  askAgain(services, 'resolve-pending-charges', 'recurring_charges', settleCharge);

type Known = Exclude<AcquirerAnswer, { outcome: 'unknown' }>;

/**
 * Asks the acquirer what became of the rows whose answer is still open, until it knows; it never
 * guesses (AM-102). Taking pushes the next attempt away, so two processes do not ask at once.
 */
function askAgain(
  services: Services,
  name: string,
  table: 'money_operations' | 'recurring_charges',
  settle: (services: Services, id: string, answer: Known) => Promise<unknown>,
): Task {
  const { database, acquirer, log } = services;
  const open: Leases = { table, due: 'next_attempt_date', open: sql`status = 'PENDING'` };
  return {
    name,
    everyMs: 1000,
    inEachProcess: true,
    async run(stopping) {
      const { kysely } = database;
      for (const found of await dueRows(kysely, open, sql`now()`, BATCH)) {
        if (stopping?.aborted) break;
        const { id, attempts } = found;
        const pause = Math.min(2 ** Math.min(attempts, 20), LONGEST_PAUSE_SECONDS);
        const until = sql`now() + make_interval(secs => ${pause})`;
        const taken = await takeRow(kysely, open, found, until, { returning: ROUTE });
        if (!taken) continue;
        const answer = await acquirer.inquire(id, taken);
        if (answer.outcome === 'unknown') {
          log.warn({ operationId: id, attempts: attempts + 1 }, 'acquirer still does not know');
          continue;
        }
        await settle(services, id, answer);
        log.info({ operationId: id, outcome: answer.outcome }, 'open operation settled');
      }
    },
  };
}
