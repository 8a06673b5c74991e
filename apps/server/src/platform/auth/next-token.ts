import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Another token for a session, to whoever has proved anew who they are (ADR 203): it is offered by the answer, and
 * taken up by its first use. From then on the one before counts for a moment, for calls under way and other tabs.
 */

/** For how long the one before goes on. */
export const GRACE_SECONDS = 60;

/** Two proofs at once, in two tabs: one token, so that neither tab is left with one that is void. */
const ONE_OFFER_SECONDS = 10;

/** Tokens are opaque: 256 random bits, kept as their SHA-256 alone. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** By whichever of its tokens: `s`. One statement, as another call may take one up meanwhile. */
export const byAnyToken = (hash: Buffer) => sql<boolean>`(s.token_hash = ${hash}
  or s.next_token_hash = ${hash}
  or s.last_token_hash = ${hash} and s.last_token_until > pg_catalog.now())`;

/** Null where one was offered a moment ago. */
export async function offerToken({ kysely }: Database, sessionId: string): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const { numUpdatedRows } = await kysely
    .updateTable('sessions')
    .set({ next_token_hash: hashToken(token), next_token_date: sql`pg_catalog.now()` })
    .where('id', '=', sessionId)
    .where(
      sql<boolean>`(next_token_hash is null
        or next_token_date <= pg_catalog.now() - make_interval(secs => ${ONE_OFFER_SECONDS}))`,
    )
    .executeTakeFirst();
  return numUpdatedRows ? token : null;
}

/** The one that was offered is the session's now; of many calls at once one does it. */
export async function takeUp({ kysely }: Database, sessionId: string, hash: Buffer): Promise<void> {
  await kysely
    .updateTable('sessions')
    .set((row) => ({
      last_token_hash: row.ref('token_hash'),
      last_token_until: sql<string>`pg_catalog.now() + make_interval(secs => ${GRACE_SECONDS})`,
      token_hash: hash,
      next_token_hash: null,
      next_token_date: null,
    }))
    .where('id', '=', sessionId)
    .where('next_token_hash', '=', hash)
    .execute();
}
