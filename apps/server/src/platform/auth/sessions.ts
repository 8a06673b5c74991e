import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Actor, Permission, UserRole } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import type { Database, Sight, Tx } from '../db/database.ts';

/** Who is signed in, as the database knows it at this request (SB-01). */
export interface SignedIn extends Actor {
  sessionId: string;
  userName: string;
  passwordExpired: boolean;
  secondFactor: {
    /** Set up and proved. */
    on: boolean;
    /** Shown in this session within the last five minutes. */
    fresh: boolean;
  };
  timeZone: string;
  address: string;
  sight: Sight;
}

interface SessionRow {
  id: string;
  user_id: string;
  user_role: UserRole;
  permissions: Permission[];
  merchant_id: string | null;
  name: string;
  password_expired: boolean;
  time_zone: string;
  second_factor_on: boolean;
  second_factor_fresh: boolean;
  seen_lately: boolean;
}

/** Tokens are opaque: 256 random bits, kept as their SHA-256 alone. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** For how long a second factor once shown is not asked for anew. */
export const STEP_UP_MINUTES = 5;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The person behind a bearer token; null if it is malformed, unknown, expired, revoked or its user not ACTIVATED. */
export async function findSession(
  database: Database,
  token: string,
  address: string,
): Promise<SignedIn | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await database.run(
    sql<SessionRow>`
      select s.id, s.user_id, s.time_zone, u.user_role, u.permissions, u.merchant_id,
        u.first_name || ' ' || u.last_name as name,
        coalesce(u.password_expires_date <= now(), false) as password_expired,
        f.confirmed_date is not null as second_factor_on,
        coalesce(s.second_factor_date > now() - make_interval(mins => ${STEP_UP_MINUTES}), false)
          as second_factor_fresh,
        coalesce(s.last_seen_date > now() - interval '1 minute', false) as seen_lately
      from sessions s join users u on u.id = s.user_id
        left join second_factors f on f.user_id = u.id
      where s.token_hash = ${hashToken(token)} and s.revoked_date is null
        and s.expires_date > now() and u.status = 'ACTIVATED'`,
    'all',
  );
  if (!row) return null;
  if (!row.seen_lately) await noteSeen(database, row.id);
  return {
    sessionId: row.id,
    userId: row.user_id,
    userRole: row.user_role,
    permissions: row.permissions,
    merchantId: row.merchant_id,
    userName: row.name,
    passwordExpired: row.password_expired,
    secondFactor: { on: row.second_factor_on, fresh: row.second_factor_fresh },
    timeZone: row.time_zone,
    address,
    // whoever holds READ_ANY_USER is staff (RO-08): names of merchants and customers are theirs to see
    sight:
      row.merchant_id && !row.permissions.includes('READ_ANY_USER')
        ? { merchantId: row.merchant_id, userId: row.user_id }
        : 'all',
  };
}

/** To the minute: reading stays reading but for one write a minute and session. */
async function noteSeen(database: Database, sessionId: string): Promise<void> {
  await database.kysely
    .updateTable('sessions')
    .set({ last_seen_date: sql`now()` })
    .where('id', '=', sessionId)
    .where(sql<boolean>`coalesce(last_seen_date <= now() - interval '1 minute', true)`)
    .execute();
}

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
      created_date: sql`now()`,
      expires_date: sql`now() + make_interval(secs => ${session.seconds})`,
      time_zone: session.timeZone,
      address: session.address,
      user_agent: session.userAgent,
      last_seen_date: sql`now()`,
      second_factor_date: session.secondFactor ? sql`now()` : null,
    })
    .execute();
  return { token, sessionId };
}

/**
 * Ends the person's sessions, but for the one that they keep; what they hold is refused from the
 * next request on. Answers how many there were.
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  keep: string | null = null,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_date: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_date', 'is', null)
    .$if(keep !== null, (query) => query.where('id', '<>', keep!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
