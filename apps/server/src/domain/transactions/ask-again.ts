import { sql, type RawBuilder } from 'kysely';
import type { Route } from '../../gateways/acquirer.ts';
import { dueRows, eachDue, whileTaken, type Due, type Leases } from '../../platform/leases.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';

const BATCH = 20;
const LONGEST_PAUSE_SECONDS = 300;

/** Where it was sent to. */
const ROUTE = sql`gateway, merchant_id as "of"`;

interface Open<A extends { outcome: string }, R> {
  name: string;
  table: Leases['table'];
  /** What is yet to be done. */
  open: RawBuilder<boolean>;
  /** What is read of a row beside where it was sent to. */
  also?: RawBuilder<unknown>;
  ask: (id: string, row: Route & R) => Promise<A | { outcome: 'unknown'; reason: string }>;
  settle: (services: Services, id: string, answer: A) => Promise<unknown>;
  /** How many are asked about at once. */
  atOnce?: number;
}

/**
 * Asks the acquirer what became of the rows whose answer is still open, until it knows; it never
 * guesses (AM-102). Taking pushes the next attempt away, so two processes do not ask at once.
 */
export function askAgain<A extends { outcome: string }, R = object>(
  services: Services,
  { name, table, open, also, ask, settle, atOnce = 1 }: Open<A, R>,
): Task {
  const { database, log } = services;
  const leases: Leases = { table, due: 'next_attempt_date', open };
  const returning = sql<Route & R>`${ROUTE} ${also ? sql`, ${also}` : sql``}`;
  return {
    name,
    everyMs: 1000,
    inEachProcess: true,
    async run(stopping) {
      const { kysely } = database;
      const work = async (found: Due) => {
        const { id, attempts } = found;
        const pauseSeconds = Math.min(2 ** Math.min(attempts, 20), LONGEST_PAUSE_SECONDS);
        await whileTaken(kysely, leases, found, { pauseSeconds, returning }, async (taken) => {
          const answer = await ask(id, taken);
          if (answer.outcome === 'unknown') {
            log.warn({ operationId: id, attempts: attempts + 1 }, 'acquirer still does not know');
            return;
          }
          await settle(services, id, answer as A);
          log.info({ operationId: id, outcome: answer.outcome }, 'open operation answered');
        });
      };
      const due = await dueRows(kysely, leases, sql`now()`, BATCH);
      await eachDue(due, work, { stopping, atOnce });
    },
  };
}
