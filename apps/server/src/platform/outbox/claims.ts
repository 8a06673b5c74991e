import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { dueRows, takeRow, type Due, type Leases } from '../leases.ts';
import type { Services } from '../services.ts';
import { openLanes, type Lane } from './lanes.ts';

/** One row that is this worker's until its lease is over. */
export interface Claimed {
  id: string;
  kind: string;
  payload: Buffer;
  attempts: number;
  takenBy: string;
  tooLate: boolean;
  /** When it was taken. */
  claimed: string;
  lane: Pick<Lane, 'lane' | 'address'> | null;
}

/** Which rows a worker takes. */
export interface Which {
  kinds: readonly string[];
  /** Longer than any delivery takes: until then no other process takes the row. */
  leaseSeconds: number;
  /** So many attempts were made at least, and fewer than so many. */
  from?: number;
  below?: number;
}

/** A Date cuts off parts of a millisecond and the database rounds them: what is due now is due to both. */
const ROUNDING_MS = 2;
const MOST_ATTEMPTS = 2_000_000_000;

const dueBy = (at: Date) => new Date(at.getTime() + ROUNDING_MS).toISOString();

const OUTBOX: Leases = {
  table: 'outbox',
  due: 'due_date',
  open: sql<boolean>`delivered_date is null and given_up_date is null`,
};

/** Those of these kinds and attempts, and what else there is to say of them. */
const rowsOf = ({ kinds, from = 0, below = MOST_ATTEMPTS }: Which, and = sql``): Leases => ({
  ...OUTBOX,
  open: sql`${OUTBOX.open} and kind = any(${kinds}) and attempts >= ${from} and attempts < ${below} ${and}`,
});

/** No other of the same purchase or order was posted before it and has yet to leave (AM-48). */
const first = sql<boolean>`not exists (
  select from outbox earlier
  where earlier.subject = outbox.subject and earlier.posted < outbox.posted
    and earlier.delivered_date is null and earlier.given_up_date is null)`;

async function take(
  db: Db,
  found: Due,
  at: Date,
  { leaseSeconds }: Which,
  lane: Claimed['lane'],
): Promise<Claimed[]> {
  const takenBy = randomUUID();
  const claimed = at.toISOString();
  const until = sql`${new Date(at.getTime() + leaseSeconds * 1000).toISOString()}`;
  const row = await takeRow(db, OUTBOX, found, until, {
    set: sql`taken_by = ${takenBy}`,
    returning: sql<Pick<Claimed, 'id' | 'kind' | 'payload' | 'attempts' | 'tooLate'>>`
      id, kind, payload, attempts, coalesce(expires_date <= ${claimed}, false) as "tooLate"`,
  });
  return row ? [{ ...row, takenBy, claimed, lane }] : [];
}

/** Takes up to so many of the oldest that are due. */
export async function claimOldest(
  { database: { kysely }, now }: Services,
  which: Which,
  most: number,
): Promise<Claimed[]> {
  const at = now();
  const found = await dueRows(kysely, rowsOf(which), sql`${dueBy(at)}`, most);
  const taken: Claimed[] = [];
  for (const row of found) taken.push(...(await take(kysely, row, at, which, null)));
  return taken;
}

/**
 * Takes what is due lane by lane, each up to its share, and of one purchase one after the other. A lane's rows are taken under its count of
 * claims: who has read an older count takes nothing, so the share holds over all processes. Addresses
 * that are not known to work never fill more than half of what this process has under way.
 */
export async function claimByLanes(
  { database, now }: Services,
  which: Which,
  most: { all: number; unproven: number },
): Promise<Claimed[]> {
  const at = now();
  const time = dueBy(at);
  const { from = 0, below = MOST_ATTEMPTS } = which;
  const lanes = await openLanes(database, which.kinds[0]!, { at: time, from, below });
  const taken: Claimed[] = [];
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
        return mine.length ? take(tx, row, at, which, { lane, address }) : null;
      });
      if (!got) break;
      count++;
      taken.push(...got);
      if (!proven) unproven += got.length;
    }
  }
  return taken;
}
