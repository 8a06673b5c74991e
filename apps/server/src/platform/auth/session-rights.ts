import { IDLE_SECONDS } from '@paydesk/contract/kernel/session.ts';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { isExpired } from './expiry.ts';
import { OWN_ROLE, type Held } from './roles.ts';
import { VIEWED, type Viewed } from './viewing.ts';

/** What a session `s` of the person `u`, with their factor `f`, opens at the moment. */
export interface HeldBySession extends Held {
  merchant_id: string | null;
  viewed: Viewed | null;
  password_expired: boolean;
  second_factor_on: boolean;
  second_factor_of_merchant: boolean;
}

/** Not over yet: neither by time, nor ended, nor without a sign of the person for too long (NG-17, NG-19). */
export const LIVE = sql<boolean>`(revoked_date is null and expires_date > pg_catalog.now()
  and coalesce(last_seen_date, s.created_date) > pg_catalog.now() - make_interval(secs => ${IDLE_SECONDS}))`;

/** Whose sessions open something; who blocked themselves by wrong guesses at the sign-in goes on (AM-112). */
export const MAY_GO_ON = ['ACTIVATED', 'BLOCKED_SELF'];

type Age = Pick<Config, 'PASSWORD_MAX_AGE_DAYS'>;

/**
 * An authenticator app that was proved, or a passkey, also one that was closed for its copy, is a factor; a merchant
 * may ask its people for one.
 */
export const heldBySession = (config: Age) => sql`
  u.user_role, u.permissions, u.merchant_id, ${OWN_ROLE} as role, ${VIEWED} as viewed,
  (s.connection_id is null and ${isExpired(config)}) as password_expired,
  (f.confirmed_date is not null or exists (select from passkeys where user_id = u.id)) as second_factor_on,
  exists (select from merchants m where m.id = u.merchant_id and m.second_factor = 'REQUIRED')
    as second_factor_of_merchant`;

/** All of it as one text, to be held against that of later. */
export const rightsIn = (row: HeldBySession): string =>
  JSON.stringify([
    row.user_role,
    row.permissions,
    row.merchant_id,
    row.role,
    row.viewed,
    row.password_expired,
    row.second_factor_on,
    row.second_factor_of_merchant,
  ]);

/** Of these sessions those that are not over, and what their people may do now, as one text. */
export async function rightsOf(
  database: Database,
  sessionIds: readonly string[],
  config: Age,
): Promise<Map<string, string>> {
  const rows = await database.run(
    sql<HeldBySession & { id: string }>`
      select s.id, ${heldBySession(config)}
      from sessions s join users u on u.id = s.user_id
        left join second_factors f on f.user_id = u.id
      where s.id = any(${sessionIds}::uuid[]) and ${LIVE} and u.status = any(${MAY_GO_ON})`,
    'all',
  );
  return new Map(rows.map((row) => [row.id, rightsIn(row)]));
}

/**
 * Of work that goes on for a while: says whether the session is not over, and its person may do what they could when
 * they called, by which the work goes. Who is no person with a session is asked by each call alone.
 */
export const stillHeld =
  (
    { database, config }: { database: Database; config: Age },
    { sessionId, rights }: { sessionId?: string; rights?: string },
  ) =>
  async (): Promise<boolean> =>
    !sessionId || (await rightsOf(database, [sessionId], config)).get(sessionId) === rights;
