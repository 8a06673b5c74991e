import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/schema.ts';
import { hashToken } from './next-token.ts';

export type Purpose = Tables['tokens']['purpose'];

/** Makes a link's token, which is stored nowhere; older ones of the purpose are void from now on (SB-22). */
export async function issueToken(
  tx: Tx,
  { userId, purpose, minutes }: { userId: string; purpose: Purpose; minutes: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await voidTokens(tx, userId, purpose);
  await tx
    .insertInto('tokens')
    .values({
      token_hash: hashToken(token),
      purpose,
      user_id: userId,
      created_date: sql`pg_catalog.now()`,
      expires_date: sql`pg_catalog.now() + make_interval(mins => ${minutes})`,
    })
    .execute();
  return token;
}

/** Uses the token up, by one statement: of many at once one wins. The person it is for, or null. */
export async function useToken(tx: Tx, purpose: Purpose, token: string): Promise<string | null> {
  const used = await tx
    .updateTable('tokens')
    .set({ used_date: sql`pg_catalog.now()` })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_date', 'is', null)
    .where('expires_date', '>', sql<string>`pg_catalog.now()`)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id ?? null;
}

export async function voidTokens(tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ used_date: sql`pg_catalog.now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_date', 'is', null)
    .execute();
}

/** Whom a link is for that could still be used; asked before the slow work of a new password. */
export async function holderOf(
  { kysely }: Database,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const row = await kysely
    .selectFrom('tokens')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_date', 'is', null)
    .where('expires_date', '>', sql<string>`pg_catalog.now()`)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
