import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { changes } from '../audit.ts';
import type { Database, Tx } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { endSession, type SignedIn } from './sessions.ts';

/** Tries are counted before they are made: many at once get no more than one after another (SB-07, AM-42). */

const WRONG_IN_A_ROW = 6;
const FAILURES_BY_ADDRESS = 30;
const WINDOW_MINUTES = 10;
/** Longer than a password waits and is compared. */
const UNDER_WAY_MINUTES = 1;

const windowStart = sql`(pg_catalog.clock_timestamp() - make_interval(mins => ${WINDOW_MINUTES}))`;
const recent = sql`select date from unnest(login_attempts.dates) date where date > ${windowStart}`;

export interface AddressAttempt {
  key: string;
  date: string;
  /** Nothing is left once this one fails too. */
  last: boolean;
}

/** Whose tries are counted together: an IPv4 address, or the network of an IPv6 one. */
export function addressKey(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  // a household or a rented machine holds 2^64 addresses of one network
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Counts a try from the address; from the 30th failure in ten minutes on a 429 that says how long to wait. */
export async function reserveAddress(tx: Tx, address: string): Promise<AddressAttempt> {
  const key = addressKey(address);
  const { rows } = await sql<{ date: string; tries: number }>`
    insert into login_attempts values (${key}, array[pg_catalog.clock_timestamp()])
    on conflict (address) do update set dates = array(${recent} order by date) || pg_catalog.clock_timestamp()
      where (select count(*) from (${recent}) r) < ${FAILURES_BY_ADDRESS}
    returning dates[cardinality(dates)]::text as date, cardinality(dates) as tries`.execute(tx);
  if (!rows[0]) throw await busy(tx, key);
  return { key, date: rows[0].date, last: rows[0].tries >= FAILURES_BY_ADDRESS };
}

async function busy(tx: Tx, key: string): Promise<Refusal> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from min(r.date) - ${windowStart}))::int as seconds
    from login_attempts, lateral (${recent}) r where address = ${key}`.execute(tx);
  return tooMany(rows[0]?.seconds ?? 1);
}

const tooMany = (seconds: number) =>
  new Refusal('TOO_MANY_REQUESTS', [], { 'retry-after': String(Math.max(1, seconds)) });

/** What the address that has used up its tries is told. */
export const refuseAddress = (database: Database, { key }: AddressAttempt) =>
  database.transaction('all', (tx) => busy(tx, key));

/** The try was no failure, so it does not count. */
export async function releaseAddress(tx: Tx, { key, date }: AddressAttempt): Promise<void> {
  await sql`update login_attempts set dates = array_remove(dates, ${date}::timestamptz)
    where address = ${key}`.execute(tx);
}

/**
 * Counts a try at the person's password or code, and says the how manyth in a row it is. Null where
 * there is none to have: whoever is not ACTIVATED, unknown, or has six behind them or under way.
 */
export async function reservePerson(tx: Tx, userId: string | null): Promise<number | null> {
  const reserved = await tx
    .updateTable('users')
    .set({ failed_logins: sql`failed_logins + 1`, last_try_date: sql`pg_catalog.now()` })
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVATED')
    .where('failed_logins', '<', WRONG_IN_A_ROW)
    .returning('failed_logins')
    .executeTakeFirst();
  return reserved?.failed_logins ?? null;
}

/** The try was right, or was never made; what failed before it still counts. */
export async function releasePerson(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ failed_logins: sql`greatest(failed_logins - 1, 0)` })
    .where('id', '=', userId)
    .execute();
}

/**
 * The sixth wrong one in a row blocks the person until somebody activates them again (AM-42); true if
 * so. One that had no try left blocks only where none is under way any more: the process of the sixth
 * has ended under it. Many right ones at once are no reason to block anybody.
 */
export async function blockAfter(tx: Tx, userId: string, attempt: number | null): Promise<boolean> {
  if (attempt !== null && attempt < WRONG_IN_A_ROW) return false;
  const blocked = await tx
    .updateTable('users')
    // whoever is activated again begins at none
    .set({ status: 'BLOCKED_SELF', failed_logins: 0 })
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVATED')
    .where('failed_logins', '>=', WRONG_IN_A_ROW)
    .$if(attempt === null, (query) =>
      query.where(
        'last_try_date',
        '<',
        sql<string>`pg_catalog.now() - make_interval(mins => ${UNDER_WAY_MINUTES})`,
      ),
    )
    .executeTakeFirst();
  return blocked.numUpdatedRows > 0n;
}

/** What wrong tries have led to. */
export interface Consequences {
  /** New sign-ins of the person are refused from now on. */
  blocked: boolean;
  /** The session that they were made from is over. */
  ended: boolean;
}

/**
 * One try of somebody signed in at their own password or code. It counts for the person, like one at
 * the sign-in, and for the session: the sixth wrong one from within ends that session (AM-112). What
 * strangers guess at the sign-in takes no try away from whoever is signed in. Null: wrong, or no try
 * is left; `failed` then writes what is to be written in the same transaction.
 */
export async function countedTry<T>(
  database: Database,
  { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>,
  attempt: () => Promise<T | null>,
  failed: (tx: Tx, consequences: Consequences) => Promise<void>,
): Promise<T | null> {
  // the person first, always: who is blocked is locked before their sessions are
  const { ofPerson, nth } = await database.transaction('all', async (tx) => ({
    ofPerson: await reservePerson(tx, userId),
    nth: await reserveInSession(tx, sessionId),
  }));
  const release = () =>
    database.transaction('all', async (tx) => {
      if (ofPerson !== null) await releasePerson(tx, userId);
      if (nth !== null) await releaseInSession(tx, sessionId);
    });
  let result: T | null;
  try {
    result = nth === null ? null : await attempt();
  } catch (error) {
    await release();
    throw error;
  }
  if (result !== null) await release();
  else
    await database.transaction('all', async (tx) => {
      const blocked = await blockAfter(tx, userId, ofPerson);
      const ended = nth === null || nth >= WRONG_IN_A_ROW;
      if (ended) await endSession(tx, sessionId);
      await failed(tx, { blocked, ended });
    });
  return result;
}

/** The how manyth wrong one of this session it would be; null: there is none left. */
async function reserveInSession(tx: Tx, sessionId: string): Promise<number | null> {
  const reserved = await tx
    .updateTable('sessions')
    .set({ wrong_tries: sql`wrong_tries + 1` })
    .where('id', '=', sessionId)
    .where('revoked_date', 'is', null)
    .where('wrong_tries', '<', WRONG_IN_A_ROW)
    .returning('wrong_tries')
    .executeTakeFirst();
  return reserved?.wrong_tries ?? null;
}

/** It was right, or was never made. */
async function releaseInSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ wrong_tries: sql`greatest(wrong_tries - 1, 0)` })
    .where('id', '=', sessionId)
    .execute();
}

/** For the audit row of a wrong one. */
export const consequencesOf = ({ blocked, ended }: Consequences) => ({
  ...(blocked && { changes: changes({ status: 'ACTIVATED' }, { status: 'BLOCKED_SELF' }) }),
  ...(ended && { sessionEnded: true }),
});
