import { sql } from 'kysely';
import type { AcquirerAnswer } from '../../gateways/acquirer.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { settleCharge } from './charges.ts';
import { settle } from './settle.ts';

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
 * guesses (AM-102). Claiming pushes the next attempt away, so two processes do not ask at once.
 */
function askAgain(
  services: Services,
  name: string,
  table: 'money_operations' | 'recurring_charges',
  settle: (services: Services, id: string, answer: Known) => Promise<unknown>,
): Task {
  const { database, acquirer, log } = services;
  return {
    name,
    everyMs: 1000,
    inEachProcess: true,
    async run() {
      const { rows: claimed } = await sql<{ id: string; attempts: number }>`
        update ${sql.table(table)} set attempts = attempts + 1,
          next_attempt_date = now() + make_interval(
            secs => least(power(2, least(attempts, 20)), ${LONGEST_PAUSE_SECONDS}))
        where id in (
          select id from ${sql.table(table)}
          where status = 'PENDING' and next_attempt_date <= now()
          order by next_attempt_date limit ${BATCH} for update skip locked)
        returning id, attempts`.execute(database.kysely);
      for (const { id, attempts } of claimed) {
        const answer = await acquirer.inquire(id);
        if (answer.outcome === 'unknown') {
          log.warn({ operationId: id, attempts }, 'acquirer still does not know');
          continue;
        }
        await settle(services, id, answer);
        log.info({ operationId: id, attempts, outcome: answer.outcome }, 'open operation settled');
      }
    },
  };
}
