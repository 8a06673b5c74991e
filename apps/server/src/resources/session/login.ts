import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { passwordFits } from '../../platform/auth/passwords.ts';
import { openSession } from '../../platform/auth/sessions.ts';
import { isTimeZone } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal, unauthorized } from '../../platform/errors.ts';
import type { Context, Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';

const MAX_WRONG_PASSWORDS = 6;
const FAILURES_BY_ADDRESS = 30;
const FAILURE_WINDOW_MINUTES = 10;

/** Sign in, sign out (API-02, AM-60). */
export function loginHandlers(
  services: Services,
): Handlers<'POST /api/login' | 'POST /api/logout'> {
  const { database, config } = services;

  async function login({ body, address, userAgent }: Context<'POST /api/login'>) {
    await refuseBusyAddress(services, address);
    const user = await database.kysely
      .selectFrom('users')
      .select(['id', 'password_hash', 'status', 'first_name', 'last_name', 'merchant_id'])
      .select(['permissions', 'user_role'])
      .select(sql<boolean>`coalesce(password_expires_date <= now(), false)`.as('expired'))
      .where(sql`lower(email)`, '=', body.username.trim().toLowerCase())
      .where('status', '<>', 'DEACTIVATED')
      .executeTakeFirst();
    // unknown, blocked and wrong take the same time and get the same answer
    const fits = await passwordFits(user?.password_hash ?? null, body.password);
    const by = user && {
      userId: user.id,
      userName: `${user.first_name} ${user.last_name}`,
      userRole: user.user_role,
      permissions: user.permissions,
      address,
    };
    if (!user || !by || !fits || user.status !== 'ACTIVATED') {
      await database.transaction('all', async (tx) => {
        await tx
          .insertInto('login_failures')
          .values({ address, date: sql`now()` })
          .execute();
        const blocked = user && !fits && (await countWrongPassword(tx, user.id));
        // nobody is audited too: by the address, and so that it takes the same time
        const nobody = { userId: null, userName: null, address };
        await audit(tx, by ?? nobody, {
          action: 'LOGIN',
          entityType: 'USER',
          entityId: user?.id ?? null,
          merchantId: user?.merchant_id ?? null,
          result: 'FAILED',
          details: {
            ...(user && { status: user.status }),
            ...(blocked && {
              before: { status: user.status },
              after: { status: 'BLOCKED_SELF' },
            }),
          },
        });
      });
      await refuseBusyAddress(services, address);
      throw unauthorized();
    }
    // guesses compared at the same time may have been the thirtieth meanwhile
    await refuseBusyAddress(services, address);
    const { token } = await database.transaction('all', async (tx) => {
      // whoever was blocked while the password was being compared does not come in any more
      const { numUpdatedRows } = await tx
        .updateTable('users')
        .set({ failed_logins: 0, last_login_date: sql`now()` })
        .where('id', '=', user.id)
        .where('status', '=', 'ACTIVATED')
        .executeTakeFirst();
      if (!numUpdatedRows) throw unauthorized();
      await audit(tx, by, {
        action: 'LOGIN',
        entityType: 'USER',
        entityId: user.id,
        merchantId: user.merchant_id,
        result: 'SUCCESS',
        details: {},
      });
      return openSession(tx, {
        userId: user.id,
        seconds: config.SESSION_SECONDS,
        timeZone: body.timezone && isTimeZone(body.timezone) ? body.timezone : 'UTC',
        address,
        userAgent,
      });
    });
    return {
      token,
      userId: user.id,
      passwordExpired: user.expired,
      expiresIn: config.SESSION_SECONDS,
    };
  }

  return {
    'POST /api/login': login,
    'POST /api/logout': async ({ actor }) => {
      await database.transaction('all', async (tx) => {
        await tx
          .updateTable('sessions')
          .set({ revoked_date: sql`now()` })
          .where('id', '=', actor.sessionId)
          .execute();
        await audit(tx, actor, {
          action: 'LOGOUT',
          entityType: 'USER',
          entityId: actor.userId,
          merchantId: actor.merchantId,
          result: 'SUCCESS',
          details: {},
        });
      });
      return {};
    },
  };
}

/** Only failures count; from the 30th in 10 minutes the address is told to wait (SB-07). */
async function refuseBusyAddress({ database }: Services, address: string): Promise<void> {
  const [row] = await database.run(
    sql<{ failures: bigint; seconds: number }>`
      select count(*) as failures,
        ceil(extract(epoch from min(date) + make_interval(mins => ${FAILURE_WINDOW_MINUTES}) - now()))::int as seconds
      from (
        select date from login_failures
        where address = ${address} and date > now() - make_interval(mins => ${FAILURE_WINDOW_MINUTES})
        order by date desc limit ${FAILURES_BY_ADDRESS}
      ) recent`,
    'all',
  );
  if (row!.failures >= BigInt(FAILURES_BY_ADDRESS))
    throw new Refusal('TOO_MANY_REQUESTS', [], {
      'retry-after': String(Math.max(1, row!.seconds)),
    });
}

/** The sixth wrong password in a row blocks the person until somebody activates them again (AM-42); true if so. */
async function countWrongPassword(tx: Tx, userId: string): Promise<boolean> {
  const counted = await tx
    .updateTable('users')
    .set({
      failed_logins: sql`failed_logins + 1`,
      status: sql`case when failed_logins + 1 >= ${MAX_WRONG_PASSWORDS} then 'BLOCKED_SELF' else status end`,
    })
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVATED')
    .returning('status')
    .executeTakeFirst();
  return counted?.status === 'BLOCKED_SELF';
}
