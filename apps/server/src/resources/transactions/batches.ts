import { sql } from 'kysely';
import { inPortions } from '../../platform/portions.ts';
import type { Services } from '../../platform/services.ts';
import type { Repeating } from '../../platform/tasks.ts';

/**
 * Gives each charge and refund that succeeded its batch when its day is over: one a merchant and
 * business day, 100001260930. What is settled late joins the batch of its own day. What somebody
 * works on at the moment is left to the next run, so that neither waits for the other.
 */
export const batchSettlements = ({ database, config, now }: Services): Repeating =>
  inPortions(
    { database },
    {
      name: 'batch-settlements',
      size: 1000,
      async portion(tx, size) {
        const zone = config.BUSINESS_TIME_ZONE;
        const { numAffectedRows = 0n } = await sql`
        with due as (
          select id, merchant_id, to_char(date at time zone ${zone}, 'YYMMDD') as day
          from transactions
          where batch_id is null and status = 'SUCCESS' and moves_money
            and date < date_trunc('day', ${now().toISOString()}::timestamptz, ${zone})
          order by date, id limit ${size} for no key update skip locked
        )
        update transactions t set batch_id = m.merchant_number || due.day
        from due join merchants m on m.id = due.merchant_id
        where t.id = due.id`.execute(tx);
        return Number(numAffectedRows);
      },
    },
  );
