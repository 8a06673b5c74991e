import { HOURS_TO_TRY } from '@paydesk/contract/resources/exchange-logs.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { putBack } from '../../platform/outbox/again.ts';

/** A worker locks the lane first, and then its message: whoever does otherwise waits with it in a circle. */
const lockLanes = (tx: Tx, lanes: readonly string[]) =>
  sql`select from callback_lanes where lane = any(${lanes}::uuid[]) order by lane for update`.execute(
    tx,
  );

/** The same of one message in the box, where that is a callback. */
export async function lockLaneOf(tx: Tx, id: string): Promise<void> {
  const waiting = await tx
    .selectFrom('outbox')
    .select('lane')
    .where('id', '=', id)
    .where('kind', '=', 'CALLBACK')
    .execute();
  await lockLanes(
    tx,
    waiting.map(({ lane }) => lane),
  );
}

/** Puts these messages back into the box and lets the lanes of the callbacks among them try at once. */
export async function backInLanes(
  tx: Tx,
  now: Date,
  ids: readonly string[],
  lanes: readonly string[],
): Promise<number> {
  await lockLanes(tx, lanes);
  await sql`update callback_lanes set open_until = null where lane = any(${lanes}::uuid[])`.execute(
    tx,
  );
  return putBack(tx, now, ids, { kind: 'CALLBACK', hours: HOURS_TO_TRY });
}
