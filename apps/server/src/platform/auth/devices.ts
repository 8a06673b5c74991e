import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { addressKey } from './attempts.ts';

/** What a sign-in came from. */
export interface Device {
  /** What the browser keeps of itself, at random; none from a program. */
  id: string | null;
  /** 'Chrome on Linux' */
  kind: string;
  address: string;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Notes what the person has signed in with. True where neither this browser nor its kind at this
 * network was ever seen with them, though others were: a browser that moves is known by its id, one
 * that keeps none, or was emptied, by where it stands.
 */
export async function noteDevice(
  tx: Tx,
  userId: string,
  { id, kind, address }: Device,
): Promise<boolean> {
  const marks = [hash(`place ${kind} ${addressKey(address)}`)];
  if (id) marks.push(hash(`browser ${id}`));
  const { any, known } = await tx
    .selectFrom('known_devices')
    .select(sql<boolean>`count(*) > 0`.as('any'))
    .select(sql<boolean>`coalesce(bool_or(mark = any(${marks})), false)`.as('known'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('known_devices')
    .values(
      marks.map((mark) => ({
        user_id: userId,
        mark,
        first_seen_date: sql<string>`pg_catalog.now()`,
        last_seen_date: sql<string>`pg_catalog.now()`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'mark'])
        .doUpdateSet({ last_seen_date: sql<string>`pg_catalog.now()` }),
    )
    .execute();
  return any && !known;
}
