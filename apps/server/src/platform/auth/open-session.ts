import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { hashToken } from './next-token.ts';

/** Opens a session and answers its token, which is stored nowhere. */
export async function openSession(
  tx: Tx,
  session: {
    userId: string;
    seconds: number;
    timeZone: string;
    address: string;
    userAgent: string | null;
    /** The person has just shown a second factor. */
    secondFactor?: boolean;
    /** A connection has said who it is: for five minutes that is as good as the password. */
    connectionId?: string;
  },
): Promise<{ token: string; sessionId: string }> {
  const token = randomBytes(32).toString('base64url');
  const sessionId = randomUUIDv7();
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      token_hash: hashToken(token),
      user_id: session.userId,
      created_date: sql`pg_catalog.now()`,
      expires_date: sql`pg_catalog.now() + make_interval(secs => ${session.seconds})`,
      time_zone: session.timeZone,
      address: session.address,
      user_agent: session.userAgent,
      last_seen_date: sql`pg_catalog.now()`,
      second_factor_date: session.secondFactor ? sql`pg_catalog.now()` : null,
      ...(session.connectionId && {
        connection_id: session.connectionId,
        password_date: sql`pg_catalog.now()`,
      }),
    })
    .execute();
  return { token, sessionId };
}
