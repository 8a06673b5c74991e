import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
const PORTION = 1000;
/** What is left then is the next run's. */
const MOST_PORTIONS = 1000;

/**
 * Gives each charge and refund that succeeded its batch when its day is over: one a merchant and
 * business day, 100001260930. What is settled late joins the batch of its own day. What somebody
 * works on at the moment is left to the next run, so that neither waits for the other.
 */
export function batchSettlements({ database, config, now }: Services): Task {
  return {
    name: 'batch-settlements',
    type: 'SETTLEMENT_BATCH',
    everyMs: HOUR_MS,
    firstAfterMs: SOON_MS,
    async run(stopping) {
      const zone = config.BUSINESS_TIME_ZONE;
      let processed = 0;
      for (let portion = 0; portion < MOST_PORTIONS; portion++) {
        if (stopping?.aborted) break;
        const { numAffectedRows = 0n } = await sql`
          with due as (
            select id, merchant_id, to_char(date at time zone ${zone}, 'YYMMDD') as day
            from transactions
            where batch_id is null and status = 'SUCCESS' and moves_money
              and date < date_trunc('day', ${now().toISOString()}::timestamptz, ${zone})
            order by date, id limit ${PORTION} for no key update skip locked
          )
          update transactions t set batch_id = m.merchant_number || due.day
          from due join merchants m on m.id = due.merchant_id
          where t.id = due.id`.execute(database.kysely);
        processed += Number(numAffectedRows);
        if (numAffectedRows < PORTION) break;
      }
      return { processed, failed: 0 };
    },
  };
}
