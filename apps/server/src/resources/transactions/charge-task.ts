import type { Services } from '../../platform/services.ts';
import type { Repeating } from '../../platform/tasks.ts';
import { expireRecurring, settleCharge } from './charges.ts';
import { reserveDue } from './due-charges.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
const PORTION = 10;
/** What is left then is the next run's. */
const MOST_PORTIONS = 500;

/**
 * Charges the recurring payments that are due: reserve a few, commit, call without a lock, settle
 * (AM-102). A process that is killed in between leaves charges that are asked about, as is what the
 * acquirer did not answer; `resolveCharges` does both.
 */
export function chargeRecurring(services: Services): Repeating {
  const { database, acquirer, config } = services;
  const retryAfterSeconds = (config.ACQUIRER_TIMEOUT_MS * 2) / 1000 + 5;
  return {
    name: 'charge-recurring-payments',
    everyMs: HOUR_MS,
    firstAfterMs: SOON_MS,
    async run(stopping) {
      const figures = { processed: 0, failed: 0, skipped: 0 };
      for (let portion = 0; portion < MOST_PORTIONS; portion++) {
        if (stopping?.aborted) break;
        const [expired, { requests, skipped, blocked }] = await database.transaction(
          'all',
          async (tx) => [
            await expireRecurring(tx, PORTION),
            await reserveDue(tx, services, PORTION, retryAfterSeconds),
          ],
        );
        if (!expired && !requests.length && !skipped && !blocked) break;
        figures.skipped += skipped;
        figures.processed += blocked;
        figures.failed += blocked;
        await Promise.all(
          requests.map(async (request) => {
            const answer = await acquirer.move(request);
            figures.processed++;
            if (answer.outcome !== 'approved') figures.failed++;
            if (answer.outcome !== 'unknown')
              await settleCharge(services, request.operationId, answer);
          }),
        );
      }
      return figures;
    },
  };
}
