import { sql } from 'kysely';
import type { Services } from '../services.ts';
import type { Task } from '../tasks.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
const DELIVERED_DAYS = 7;
/** So long people can look at what was given up, and send it again. */
const GIVEN_UP_DAYS = 30;
const PORTION = 1000;
/** What is left then is the next run's. */
const MOST_PORTIONS = 1000;

/** In words for who reads the list. */
export const TOO_LATE = 'It could not be sent before it was of no use any more';

/**
 * Ends what waits past its time, behind a breaker or for a mail server, and takes away what is over:
 * delivered a week ago, given up a month ago. In portions, so that nobody waits for it.
 */
export function ageOutbox({ database, now }: Services): Task {
  return {
    name: 'age-outbox',
    type: 'OUTBOX_AGEING',
    everyMs: HOUR_MS,
    firstAfterMs: SOON_MS,
    async run(stopping) {
      const at = now().toISOString();
      const before = (days: number) => sql`${at}::timestamptz - make_interval(days => ${days})`;
      const steps = [
        sql`update outbox set given_up_date = ${at}, taken_by = null,
            error = ${TOO_LATE} || coalesce(': ' || error, '')
          where id in (
            select id from outbox
            where expires_date <= ${at} and delivered_date is null and given_up_date is null
              and (taken_by is null or due_date <= ${at})
            limit ${PORTION}) and delivered_date is null and given_up_date is null`,
        sql`delete from outbox where id in (
          select id from outbox where delivered_date < ${before(DELIVERED_DAYS)} limit ${PORTION})`,
        sql`delete from outbox where id in (
          select id from outbox
          where delivered_date is null and given_up_date < ${before(GIVEN_UP_DAYS)}
          limit ${PORTION}) and given_up_date < ${before(GIVEN_UP_DAYS)}`,
      ];
      let processed = 0;
      for (const step of steps)
        for (let portion = 0; portion < MOST_PORTIONS; portion++) {
          if (stopping?.aborted) break;
          const { numAffectedRows = 0n } = await step.execute(database.kysely);
          processed += Number(numAffectedRows);
          if (numAffectedRows < PORTION) break;
        }
      return { processed, failed: 0 };
    },
  };
}
