import type { Services } from '../../platform/services.ts';
import type { Counted, Repeating, Task } from '../../platform/tasks.ts';
import { BLOCKED, reserveDue } from './due.ts';
import { askForCards } from './expiring.ts';
import { expireRecurring, settleCharge } from './settle.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
const PORTION = 10;
/** What is left then is the next run's. */
const MOST_PORTIONS = 500;

const retryAfterOf = ({ config }: Services) => (config.ACQUIRER_TIMEOUT_MS * 2) / 1000 + 5;

type Charged = Counted & { skipped: number };

/** Reserves a few, commits, calls without a lock, settles; null where nothing was to be done. */
async function portion(services: Services, asked: boolean) {
  const { database, acquirer, log } = services;
  const figures: Charged = { processed: 0, failed: 0, skipped: 0 };
  const [others, { requests, skipped, blocked }] = await database.transaction('all', async (tx) => [
    asked
      ? []
      : [await expireRecurring(tx, services, PORTION), await askForCards(tx, services, PORTION)],
    await reserveDue(tx, services, PORTION, retryAfterOf(services), asked),
  ]);
  if (!others.some(Boolean) && !requests.length && !skipped && !blocked) return null;
  figures.skipped += skipped;
  figures.processed += blocked;
  figures.failed += blocked;
  if (blocked) figures.why = BLOCKED;
  await Promise.all(
    requests.map(async (request) => {
      const answer = await acquirer.move(request);
      figures.processed++;
      if (answer.outcome !== 'approved') {
        figures.failed++;
        figures.why = answer.reason;
      }
      if (answer.outcome === 'unknown') return;
      // it stays open, and is asked about; nobody else's charge waits for that
      await settleCharge(services, request.operationId, answer).catch((err: unknown) =>
        log.error({ err, operationId: request.operationId }, 'a charge could not be settled'),
      );
    }),
  );
  return figures;
}

/**
 * Charges the recurring payments that are due (AM-102). A process that is killed in between leaves charges that are
 * asked about, as is what the acquirer did not answer; `resolveCharges` does both.
 */
export const chargeRecurring = (services: Services): Repeating => ({
  name: 'charge-recurring-payments',
  everyMs: HOUR_MS / 4,
  firstAfterMs: SOON_MS,
  async run(stopping) {
    const figures: Charged = { processed: 0, failed: 0, skipped: 0 };
    for (let nth = 0; nth < MOST_PORTIONS; nth++) {
      if (stopping?.aborted) break;
      const some = await portion(services, false);
      if (!some) break;
      figures.processed += some.processed;
      figures.failed += some.failed;
      figures.skipped += some.skipped;
      if (some.why) figures.why = some.why;
    }
    return figures;
  },
});

/** What a person wants charged leaves at once, from whichever process looks first. */
export const chargeAsked = (services: Services): Task => ({
  name: 'charge-what-is-asked',
  everyMs: 1000,
  inEachProcess: true,
  async run(stopping) {
    for (let nth = 0; nth < MOST_PORTIONS; nth++)
      if (stopping?.aborted || !(await portion(services, true))) break;
  },
});
