import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { dueRows, takeRow, type Due, type Leases } from '../leases.ts';
import type { Services } from '../services.ts';

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
export const MOST_ATTEMPTS = 2_000_000_000;

export const dueBy = (at: Date) => new Date(at.getTime() + ROUNDING_MS).toISOString();

const OUTBOX: Leases = {
  table: 'outbox',
  due: 'due_date',
  open: sql<boolean>`delivered_date is null and given_up_date is null`,
};

/** Those of these kinds and attempts, and what else there is to say of them. */
export const rowsOf = ({ kinds, from = 0, below = MOST_ATTEMPTS }: Which, and = sql``): Leases => ({
  ...OUTBOX,
  open: sql`${OUTBOX.open} and kind = any(${kinds}) and attempts >= ${from} and attempts < ${below} ${and}`,
});

/** Takes the row for longer than a delivery takes. */
export async function take(
  db: Db,
  found: Due,
  at: Date,
  { leaseSeconds }: Which,
): Promise<Claimed[]> {
  const takenBy = randomUUID();
  const claimed = at.toISOString();
  const until = sql`${new Date(at.getTime() + leaseSeconds * 1000).toISOString()}`;
  const row = await takeRow(db, OUTBOX, found, until, {
    set: sql`taken_by = ${takenBy}`,
    returning: sql<Pick<Claimed, 'id' | 'kind' | 'payload' | 'attempts' | 'tooLate'>>`
      id, kind, payload, attempts, coalesce(expires_date <= ${claimed}, false) as "tooLate"`,
  });
  return row ? [{ ...row, takenBy, claimed }] : [];
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
  for (const row of found) taken.push(...(await take(kysely, row, at, which)));
  return taken;
}
