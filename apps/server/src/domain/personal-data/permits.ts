import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';

type Kind = 'EXPORT' | 'SHOW';

interface Permit {
  customerId: string;
  kind: Kind;
  reason: string;
  minutes: number;
}

/** From now on, for so long, by this person alone. */
export const permit = (
  tx: Tx,
  { userId }: SignedIn,
  { customerId, kind, reason, minutes }: Permit,
) =>
  sql`insert into personal_data_permits
      (id, customer_id, user_id, kind, reason, created_date, expires_date)
    values (${randomUUIDv7()}, ${customerId}, ${userId}, ${kind}, ${reason}, now(),
      now() + make_interval(mins => ${minutes}))`.execute(tx);

/** Until when they may, and why; null: they may not. */
export async function permitOf(
  db: Db,
  { userId }: SignedIn,
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
