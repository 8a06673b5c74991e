import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** As long as a callback is tried from its first posting on. */
const HOURS_TO_TRY = 24;

/**
 * Puts these back as if they had just been posted, and lets their lanes try at once. What a worker has
 * at the moment stays with it. The lanes are locked first, as a worker does it.
 */
export async function putBack(
  tx: Tx,
  now: Date,
  ids: readonly string[],
  lanes: readonly string[],
): Promise<number> {
  const at = now.toISOString();
  await sql`select from callback_lanes where lane = any(${lanes}::uuid[]) order by lane for update`.execute(
    tx,
  );
  await sql`update callback_lanes set open_until = null where lane = any(${lanes}::uuid[])`.execute(
    tx,
  );
  const { numAffectedRows = 0n } = await sql`
    update outbox set given_up_date = null, taken_by = null, attempts = 0, due_date = ${at},
      expires_date = case when kind = 'CALLBACK'
        then ${at}::timestamptz + make_interval(hours => ${HOURS_TO_TRY}) else expires_date end
    where id = any(${ids}::uuid[]) and delivered_date is null
      and (taken_by is null or due_date <= ${at} or given_up_date is not null)`.execute(tx);
  return Number(numAffectedRows);
}

/** What waits of this purchase or order is tried now, in its order: somebody asks for the news of it. */
export async function tryNow(tx: Tx, now: Date, subject: string): Promise<void> {
  await sql`
    update outbox set due_date = ${now.toISOString()}
    where subject = ${subject} and delivered_date is null and given_up_date is null
      and taken_by is null`.execute(tx);
}
