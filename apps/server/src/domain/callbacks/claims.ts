import { sql } from 'kysely';
import { dueRows } from '../../platform/leases.ts';
import {
  dueBy,
  MOST_ATTEMPTS,
  rowsOf,
  take,
  type Claimed,
  type Which,
} from '../../platform/outbox/claims.ts';
import type { Services } from '../../platform/services.ts';
import { openLanes, type Lane } from './lanes.ts';

/** One callback that is this worker's, with the lane it was taken in. */
export type ClaimedInLane = Claimed & Pick<Lane, 'lane' | 'address'>;

/** No other of the same purchase or order was posted before it and has yet to leave (AM-48). */
const first = sql<boolean>`not exists (
  select from outbox earlier
  where earlier.subject = outbox.subject and earlier.posted < outbox.posted
    and earlier.delivered_date is null and earlier.given_up_date is null)`;

/**
 * Takes what is due lane by lane, each up to its share, and of one purchase one after the other. A lane's rows are taken under its count of
 * claims: who has read an older count takes nothing, so the share holds over all processes. Addresses
 * that are not known to work never fill more than half of what this process has under way.
 */
export async function claimByLanes(
  { database, now }: Services,
  which: Which,
  most: { all: number; unproven: number },
): Promise<ClaimedInLane[]> {
  const at = now();
  const time = dueBy(at);
  const { from = 0, below = MOST_ATTEMPTS } = which;
  const lanes = await openLanes(database, which.kinds[0]!, { at: time, from, below });
  const taken: ClaimedInLane[] = [];
  let unproven = 0;
  for (const { lane, address, claims, room, proven } of lanes) {
    const left = most.all - taken.length;
    const some = Math.min(room, left, proven ? left : most.unproven - unproven);
    if (some <= 0) continue;
    const ofLane = rowsOf(which, sql`and lane = ${lane} and ${first}`);
    const found = await dueRows(database.kysely, ofLane, sql`${time}`, some);
    let count = claims;
    for (const row of found) {
      // one row a transaction: whoever changes many at once never waits for one who waits for it
      const got = await database.transaction('all', async (tx) => {
        const { rows: mine } = await sql`
          insert into callback_lanes (lane, claims) values (${lane}, ${count + 1n})
          on conflict (lane) do update set claims = excluded.claims
          where callback_lanes.claims = ${count}
          returning claims`.execute(tx);
        return mine.length ? take(tx, row, at, which) : null;
      });
      if (!got) break;
      count++;
      taken.push(...got.map((one) => ({ ...one, lane, address })));
      if (!proven) unproven += got.length;
    }
  }
  return taken;
}
