import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { settle } from './settle.ts';

const BATCH = 20;
const LONGEST_PAUSE_SECONDS = 300;

/**
 * Asks the acquirer what became of the operations whose answer is still open, until it knows; it
 * never guesses (AM-102). Claiming pushes the next attempt away, so two processes do not ask at once.
 */
export function resolvePending(services: Services): Task {
  const { database, acquirer, log } = services;
  return {
    name: 'resolve-pending-money',
    everyMs: 1000,
    inEachProcess: true,
    async run() {
      const claimed = await database.kysely
        .updateTable('money_operations')
        .set({
          attempts: sql`attempts + 1`,
          next_attempt_date: sql`now() + make_interval(secs => least(power(2, least(attempts, 20)), ${LONGEST_PAUSE_SECONDS}))`,
        })
        .where('id', 'in', (query) =>
          query
            .selectFrom('money_operations')
            .select('id')
            .where('status', '=', 'PENDING')
            .where('next_attempt_date', '<=', sql<string>`now()`)
            .orderBy('next_attempt_date')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'attempts'])
        .execute();
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
