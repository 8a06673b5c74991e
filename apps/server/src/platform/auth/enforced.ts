import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/**
 * By which connection the person has to sign in, and by nothing else; null: as they like. Administrators whom
 * it leaves a way in for the day that the provider is away are nobody it asks.
 */
export async function enforcedFor(db: Db | Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select c.name from users u
      join sso_connections c on c.merchant_id is not distinct from u.merchant_id
      join sso_domains d on d.connection_id = c.id
    where u.id = ${userId} and c.is_on and c.enforced and not u.id = any(c.break_glass)
      and d.verified_date is not null and d.domain = lower(split_part(u.email, '@', 2))
    limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

export const ENFORCED = (name: string) => `Your firm asks you to sign in by ${name}`;
