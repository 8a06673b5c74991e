import { sql } from 'kysely';
import { lockStill } from '../../platform/db/rows.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { holdRecurring, setRecurring } from './rows.ts';
import { told } from './tell.ts';

/** So long before a charge its payer is asked at the earliest: banks send new cards of themselves. */
const DAYS_BEFORE = 30;

/** Days are of the installation's zone: the first of a month at seven is the month before it in UTC, east of Greenwich. */
const EXPIRES = `status = 'ACTIVE' and card_id is not null and card_asked_id is distinct from card_id
  and next_charge_at < now() + interval '${DAYS_BEFORE} days'
  and card_expires < to_char(next_charge_at at time zone (select zone from business_day_zone), 'YYYY-MM')`;

/** Whose card is over before the next charge is asked for another, once for each card; gives how many were. */
export async function askForCards(tx: Tx, services: Services, portion: number): Promise<number> {
  const { rows: found } = await sql<{ id: string; merchant_id: string }>`
    select id, merchant_id from recurring_payments where ${sql.raw(EXPIRES)}
    order by next_charge_at limit ${portion}`.execute(tx);
  const still = await lockStill<(typeof found)[0]>(tx, 'recurring_payments', found, EXPIRES);
  for (const one of still) {
    const recurring = await holdRecurring(tx, one);
    await setRecurring(tx, recurring, { card_asked_id: recurring.card_id });
    await told(tx, services, recurring, 'CARD_EXPIRING');
  }
  return still.length;
}
