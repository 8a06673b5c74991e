import { sql } from 'kysely';
import { inPortions } from '../portions.ts';
import type { Services } from '../services.ts';
import type { Repeating } from '../tasks.ts';

/** In words for who reads the list. */
export const TOO_LATE = 'It could not be sent before it was of no use any more';

/**
 * Ends what waits past its time, behind a breaker or for a mail server. In portions, so that nobody waits
 * for it; what is over is taken away with all else that ages (`platform/ageing.ts`).
 */
export const ageOutbox = ({ database, now }: Services): Repeating =>
  inPortions(
    { database },
    {
      name: 'age-outbox',
      size: 1000,
      async portion(tx, size) {
        const at = now().toISOString();
        const { numAffectedRows } =
          await sql`update outbox set given_up_date = ${at}, taken_by = null,
            error = ${TOO_LATE} || coalesce(': ' || error, '')
          where id in (
            select id from outbox
            where expires_date <= ${at} and delivered_date is null and given_up_date is null
              and (taken_by is null or due_date <= ${at})
            limit ${size}) and delivered_date is null and given_up_date is null`.execute(tx);
        return Number(numAffectedRows ?? 0n);
      },
    },
  );
