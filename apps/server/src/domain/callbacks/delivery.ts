import type { CallbackDelivery } from '@paydesk/contract/merchant-record.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

const iso = (at: Date | string | null) => at && new Date(at).toISOString();

/**
 * How a merchant's callbacks fare: failing is the address that it has now, and not one that it has
 * corrected meanwhile (AM-48).
 */
export async function callbackDelivery(db: Db, merchantId: string): Promise<CallbackDelivery> {
  const { rows } = await sql<{
    failingSince: Date | string | null;
    error: string | null;
    nextAttempt: Date | string | null;
    waiting: number;
    givenUp: number;
  }>`
    select l.failing_since as "failingSince", l.error, box.waiting, box."givenUp",
      case when box.waiting > 0 then greatest(box.due, l.open_until) end as "nextAttempt"
    from (
      select count(*) filter (where given_up_date is null)::int as waiting,
        count(*) filter (where given_up_date is not null)::int as "givenUp",
        min(due_date) filter (where given_up_date is null) as due
      from outbox
      where merchant_id = ${merchantId} and kind = 'CALLBACK' and delivered_date is null
    ) box
    left join merchants m on m.id = ${merchantId}
    left join callback_lanes l on l.lane = m.id and l.failures > 0
      and l.address is not distinct from m.purchase_notification_url`.execute(db);
  const { failingSince, nextAttempt, ...row } = rows[0]!;
  return { ...row, failingSince: iso(failingSince), nextAttempt: iso(nextAttempt) };
}
