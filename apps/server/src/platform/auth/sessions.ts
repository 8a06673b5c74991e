import { IDLE_SECONDS } from '@paydesk/contract/kernel/session.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../db/database.ts';
import { isAway } from '../db/away.ts';
import { byKey } from '../db/plans.ts';
import type { Sight } from '../db/reading.ts';
import { byAnyToken, hashToken, takeUp } from './next-token.ts';
import { narrowed, OWN_ROLE } from './roles.ts';
import { heldBySession, LIVE, MAY_GO_ON, rightsIn, type HeldBySession } from './session-rights.ts';
import { asViewed } from './viewing.ts';

/** Who is signed in, as the database knows it at this request (SB-01). */
export interface SignedIn extends Actor {
  sessionId: string;
  /** What the session opened at this request, as one text. */
  rights: string;
  userName: string;
  passwordExpired: boolean;
  /** Shown in this session within the last five minutes, besides the sign-in. */
  passwordFresh: boolean;
  secondFactor: {
    /** Set up and proved. */
    on: boolean;
    /** Shown in this session within the last five minutes. */
    fresh: boolean;
    /** The person's merchant asks all of its people for one. */
    ofMerchant: boolean;
  };
  /** As whom the console is looked at, and nothing changed; null: as oneself. */
  viewing?: { name: string } | null;
  timeZone: string;
  address: string;
  sight: Sight;
  /** Where in the log of writes the last of this session is, where replicas are read; else null. */
  written: string | null;
}

interface SessionRow extends HeldBySession {
  id: string;
  user_id: string;
  name: string;
  time_zone: string;
  second_factor_fresh: boolean;
  password_fresh: boolean;
  written: string | null;
  /** Nothing can be written where it was found. */
  from_replica: boolean;
  /** The token is one that was offered, and is taken up by this call. */
  next: boolean;
  /** How many seconds the last sign of the person that is written is older than the one of this call. */
  behind: number;
}

/** For how long a second factor once shown is not asked for anew. */
export const STEP_UP_MINUTES = 5;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** To the minute, so that reading stays reading but for one write a minute; closer where the browser says when. */
const WRITTEN_AFTER_SECONDS = { call: 60, told: 10 };

/** While the database is away, what its replica knows: readers are served on (ADR 176). */
const evenWhileAway = (database: Database, query: RawBuilder<SessionRow>): Promise<SessionRow[]> =>
  database.run(query, 'all').catch(async (error: unknown) => {
    if (!database.replica || !isAway(error)) throw error;
    return (await database.replica.reading(null)).run(query, 'all');
  });

/**
 * The person behind a bearer token; null if it is malformed, unknown or over, or its user may not go
 * on. `idle`: how many seconds ago the person did something, where the browser says so.
 */
export async function findSession(
  database: Database,
  token: string,
  address: string,
  config: Pick<Config, 'PASSWORD_MAX_AGE_DAYS'>,
  idle: number | null = null,
): Promise<SignedIn | null> {
  if (!TOKEN.test(token)) return null;
  const hash = hashToken(token);
  const find = (by: RawBuilder<boolean>) =>
    evenWhileAway(
      database,
      sql<SessionRow>`${byKey}
        select s.id, s.user_id, s.time_zone, s.written_lsn::text as written,
          pg_is_in_recovery() as from_replica, u.first_name || ' ' || u.last_name as name,
          ${heldBySession(config)},
          coalesce(s.second_factor_date > pg_catalog.now() - make_interval(mins => ${STEP_UP_MINUTES}), false)
            as second_factor_fresh,
          coalesce(s.password_date > pg_catalog.now() - make_interval(mins => ${STEP_UP_MINUTES}), false)
            as password_fresh,
          coalesce(extract(epoch from pg_catalog.now() - s.last_seen_date)::int, ${IDLE_SECONDS}) - ${idle ?? 0}
            as behind, coalesce(s.next_token_hash = ${hash}, false) as next
        from sessions s join users u on u.id = s.user_id
          left join second_factors f on f.user_id = u.id
        where ${by} and ${LIVE} and u.status = any(${MAY_GO_ON})`,
    );
  const row = (await find(sql`s.token_hash = ${hash}`))[0] ?? (await find(byAnyToken(hash)))[0];
  if (!row) return null;
  if (row.next && !row.from_replica) await takeUp(database, row.id, hash);
  const after = WRITTEN_AFTER_SECONDS[idle === null ? 'call' : 'told'];
  if (row.behind >= after && !row.from_replica) await noteSeen(database, row.id, idle ?? 0, after);
  const self = { userId: row.user_id, ...narrowed(row), merchantId: row.merchant_id };
  const seen = (row.viewed && asViewed(self, row.viewed)) ?? { ...self, viewing: null };
  return {
    sessionId: row.id,
    rights: rightsIn(row),
    ...self,
    ...seen,
    userName: row.name,
    passwordExpired: row.password_expired,
    passwordFresh: row.password_fresh,
    secondFactor: {
      on: row.second_factor_on,
      fresh: row.second_factor_fresh,
      ofMerchant: row.second_factor_of_merchant,
    },
    timeZone: row.time_zone,
    address,
    sight: sightOf(row.user_id, seen),
    written: row.written,
  };
}

/** Somebody who has asked for something, as they are by now and whatever became of their session; null: who may not go on. */
export async function findPerson(
  database: Database,
  userId: string,
  address: string,
): Promise<SignedIn | null> {
  const user = await database.kysely
    .selectFrom('users as u')
    .select(['user_role', 'permissions', 'merchant_id', 'first_name', 'last_name'])
    .select(OWN_ROLE.as('role'))
    .where('u.id', '=', userId)
    .where('u.status', 'in', MAY_GO_ON)
    .executeTakeFirst();
  if (!user) return null;
  const seen = { ...narrowed(user), merchantId: user.merchant_id };
  return {
    sessionId: '',
    rights: '',
    userId,
    ...seen,
    userName: `${user.first_name} ${user.last_name}`,
    passwordExpired: false,
    passwordFresh: false,
    secondFactor: { on: false, fresh: false, ofMerchant: false },
    timeZone: 'UTC',
    address,
    sight: sightOf(userId, seen),
    written: null,
  };
}

/** Whoever holds READ_ANY_USER is staff (RO-08): names of merchants and customers are theirs to see. */
function sightOf(
  userId: string,
  { merchantId, permissions, role }: Pick<Actor, 'merchantId' | 'permissions' | 'role'>,
): Sight {
  if (role?.merchants) return { merchantIds: role.merchants, userId };
  return merchantId && !permissions.includes('READ_ANY_USER') ? { merchantId, userId } : 'all';
}

/** The last sign of the person; of many calls at once one writes it. */
async function noteSeen(
  database: Database,
  sessionId: string,
  idle: number,
  after: number,
): Promise<void> {
  const seen = sql<string>`(pg_catalog.now() - make_interval(secs => ${idle}))`;
  await database.kysely
    .updateTable('sessions')
    .set({ last_seen_date: seen })
    .where('id', '=', sessionId)
    .where(
      sql<boolean>`coalesce(last_seen_date <= ${seen} - make_interval(secs => ${after - 1}), true)`,
    )
    .execute();
}

/** Ends this one session. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_date: sql`pg_catalog.now()` })
    .where('id', '=', sessionId)
    .where('revoked_date', 'is', null)
    .execute();
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
    .set({ revoked_date: sql`pg_catalog.now()` })
    .where('user_id', '=', userId)
    .where('revoked_date', 'is', null)
    .$if(keep !== null, (query) => query.where('id', '<>', keep!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends all that a connection has opened; answers how many there were. */
export async function endSessionsBy(tx: Tx, connectionId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_date: sql`pg_catalog.now()` })
    .where('connection_id', '=', connectionId)
    .where('revoked_date', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
