import { sql } from 'kysely';
import { inPortions } from '../portions.ts';
import type { Services } from '../services.ts';
import type { Repeating } from '../tasks.ts';

const DELIVERED_DAYS = 7;
/** So long people can look at what was given up, and send it again. */
const GIVEN_UP_DAYS = 30;

/** In words for who reads the list. */
export const TOO_LATE = 'It could not be sent before it was of no use any more';

/**
 * Ends what waits past its time, behind a breaker or for a mail server, and takes away what is over:
 * delivered a week ago, given up a month ago. In portions, so that nobody waits for it.
 */
export const ageOutbox = ({ database, now }: Services): Repeating =>
  inPortions(
    { database },
    {
      name: 'age-outbox',
      size: 1000,
      async portion(tx, size) {
        const at = now().toISOString();
        const before = (days: number) => sql`${at}::timestamptz - make_interval(days => ${days})`;
        const steps = [
          sql`update outbox set given_up_date = ${at}, taken_by = null,
            error = ${TOO_LATE} || coalesce(': ' || error, '')
          where id in (
            select id from outbox
            where expires_date <= ${at} and delivered_date is null and given_up_date is null
              and (taken_by is null or due_date <= ${at})
            limit ${size}) and delivered_date is null and given_up_date is null`,
          sql`delete from outbox where id in (
          select id from outbox where delivered_date < ${before(DELIVERED_DAYS)} limit ${size})`,
          sql`delete from outbox where id in (
          select id from outbox
          where delivered_date is null and given_up_date < ${before(GIVEN_UP_DAYS)}
          limit ${size}) and given_up_date < ${before(GIVEN_UP_DAYS)}`,
        ];
        let done = 0n;
        for (const step of steps) done += (await step.execute(tx)).numAffectedRows ?? 0n;
        return Number(done);
      },
    },
  );
