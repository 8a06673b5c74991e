import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
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

/** Rows due at the moment, oldest first. */
export const due = (db: Db, { kinds, from = 0, below = MOST_ATTEMPTS }: Which, at: string) =>
  db
    .selectFrom('outbox')
    .select(['id', 'due_date', 'taken_by'])
    .where('kind', 'in', kinds)
    .where('delivered_date', 'is', null)
    .where('given_up_date', 'is', null)
    .where('due_date', '<=', at)
    .where('attempts', '>=', from)
    .where('attempts', '<', below)
    .orderBy('due_date')
    .orderBy('id');

/**
 * Takes the row if it is still as it was read: of several who have read it one gets it, nobody waits
 * for long, and no lock outlives the statement.
 */
export async function take(
  db: Db,
  found: { id: string; due_date: string; taken_by: string | null },
  at: Date,
  { leaseSeconds }: Which,
): Promise<Claimed[]> {
  const takenBy = randomUUID();
  const claimed = at.toISOString();
  const rows = await db
    .updateTable('outbox')
    .set({
      attempts: sql`attempts + 1`,
      taken_by: takenBy,
      due_date: new Date(at.getTime() + leaseSeconds * 1000).toISOString(),
    })
    .where('id', '=', found.id)
    .where('due_date', '=', found.due_date)
    .where(sql<boolean>`taken_by is not distinct from ${found.taken_by}::uuid`)
    .where('delivered_date', 'is', null)
    .where('given_up_date', 'is', null)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .returning(sql<boolean>`coalesce(expires_date <= ${claimed}, false)`.as('too_late'))
    .execute();
  return rows.map(({ too_late, ...row }) => ({ ...row, tooLate: too_late, takenBy, claimed }));
}

/** Takes up to so many of the oldest that are due. */
export async function claimOldest(
  { database: { kysely }, now }: Services,
  which: Which,
  most: number,
): Promise<Claimed[]> {
  const at = now();
  const found = await due(kysely, which, dueBy(at)).limit(most).execute();
  const taken: Claimed[] = [];
  for (const row of found) taken.push(...(await take(kysely, row, at, which)));
  return taken;
}
