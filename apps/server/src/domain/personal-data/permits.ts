import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';

type Kind = 'EXPORT' | 'SHOW';

interface Permit {
  customerId: string;
  kind: Kind;
  reason: string;
  seconds: number;
}

/** From now on, for so long, by this person alone. */
export const permit = (
  tx: Tx,
  { userId }: SignedIn,
  { customerId, kind, reason, seconds }: Permit,
) =>
  sql`insert into personal_data_permits
      (id, customer_id, user_id, kind, reason, created_date, expires_date)
    values (${randomUUIDv7()}, ${customerId}, ${userId}, ${kind}, ${reason}, now(),
      now() + make_interval(secs => ${seconds}))`.execute(tx);

/** Until when they may, and why; null: they may not. */
export async function permitOf(
  db: Db,
  { userId }: Pick<SignedIn, 'userId'>,
  customerId: string,
  kind: Kind,
): Promise<{ until: string; reason: string } | null> {
  const { rows } = await sql<{ until: string; reason: string }>`
    select expires_date as until, reason from personal_data_permits
    where customer_id = ${customerId} and user_id = ${userId} and kind = ${kind}
      and expires_date > now()
    order by expires_date desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** How many of a kind they were given in the last day. */
export async function permitsOfDay(
  db: Db,
  { userId }: Pick<SignedIn, 'userId'>,
  kind: Kind,
): Promise<number> {
  // two at the same moment would both find room
  await sql`select pg_advisory_xact_lock(hashtext('personal_data_permits'), hashtext(${userId}))`.execute(
    db,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from personal_data_permits
    where user_id = ${userId} and kind = ${kind} and created_date > now() - interval '1 day'`.execute(
    db,
  );
  return rows[0]!.count;
}
