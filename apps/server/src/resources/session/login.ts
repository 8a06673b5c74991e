import { sql } from 'kysely';
import { audit, changes, type AuditEntry } from '../../platform/audit.ts';
import {
  blockAfter,
  refuseAddress,
  releaseAddress,
  releasePerson,
  reserveAddress,
  reservePerson,
} from '../../platform/auth/attempts.ts';
import { passwordFits, refuseWhenCrowded } from '../../platform/auth/passwords.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal, unauthorized } from '../../platform/errors.ts';
import type { Context, Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { beginSession } from './begin.ts';
import { codesLeft, hasFactor, takeCode } from '../../platform/auth/factors.ts';

type LoginContext = Context<'POST /api/login'>;
type Attempt = Awaited<ReturnType<typeof reserve>>;

/** Sign in, sign out (API-02, AM-60). */
export function loginHandlers(
  services: Services,
): Handlers<'POST /api/login' | 'POST /api/logout'> {
  const { database } = services;
  return {
    'POST /api/login': async (context) => {
      refuseWhenCrowded();
      const attempt = await database.transaction('all', (tx) => reserve(tx, context));
      let proof: Proof;
      try {
        proof = await prove(services, attempt, context);
      } catch (error) {
        // nothing was found out about the password: the try is given back
        await database.transaction('all', (tx) => release(tx, attempt));
        throw error;
      }
      if (proof === 'WRONG_PASSWORD' || proof === 'WRONG_CODE')
        throw await failure(services, attempt, context, proof);
      if (proof === 'NO_CODE') {
        await database.transaction('all', async (tx) => {
          await release(tx, attempt);
          const details = { secondFactor: 'asked for' };
          await auditLogin(tx, attempt, context, { result: 'PENDING', details });
        });
        throw new Refusal('SECOND_FACTOR_REQUIRED');
      }
      return success(services, attempt, context, proof);
    },
    'POST /api/logout': async ({ actor }) => {
      await database.transaction('all', async (tx) => {
        await tx
          .updateTable('sessions')
          .set({ revoked_date: sql`pg_catalog.now()` })
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

/** Counts the try for the address and for the person before anything is compared; the address first, always. */
async function reserve(tx: Tx, { body, address }: LoginContext) {
  const byAddress = await reserveAddress(tx, address);
  const user = await tx
    .selectFrom('users')
    .select(['id', 'password_hash', 'status', 'first_name', 'last_name', 'merchant_id'])
    .select(['permissions', 'user_role'])
    .select(sql<boolean>`coalesce(password_expires_date <= pg_catalog.now(), false)`.as('expired'))
    .where(sql`lower(email)`, '=', body.username.trim().toLowerCase())
    .where('status', '<>', 'DEACTIVATED')
    .executeTakeFirst();
  return { byAddress, user, nth: await reservePerson(tx, user?.id ?? null) };
}

async function release(tx: Tx, { byAddress, user, nth }: Attempt): Promise<void> {
  await releaseAddress(tx, byAddress);
  if (user && nth !== null) await releasePerson(tx, user.id);
}

type Proof = 'WRONG_PASSWORD' | 'NO_CODE' | 'WRONG_CODE' | 'password' | 'app' | 'recovery';

/** What the sign-in proved; nothing is asked about a second factor before the password is right. */
async function prove(
  services: Services,
  { user, nth }: Attempt,
  { body }: LoginContext,
): Promise<Proof> {
  // unknown, blocked, wrong and out of tries take the same time and get the same answer
  const hash = nth === null ? null : user!.password_hash;
  if (!(await passwordFits(hash, body.password)) || !user) return 'WRONG_PASSWORD';
  return services.database.transaction('all', async (tx) => {
    if (!(await hasFactor(tx, user.id))) return 'password';
    if (!body.code) return 'NO_CODE';
    return (await takeCode(services, tx, user.id, body.code)) ?? 'WRONG_CODE';
  });
}

async function failure(
  services: Services,
  attempt: Attempt,
  context: LoginContext,
  proof: 'WRONG_PASSWORD' | 'WRONG_CODE',
): Promise<Refusal> {
  const { database } = services;
  const { user, nth, byAddress } = attempt;
  await database.transaction('all', async (tx) => {
    const blocked = user && (await blockAfter(tx, user.id, nth));
    if (blocked)
      await tellUser(tx, services, user.id, 'BLOCKED_SELF', { address: context.address });
    await auditLogin(tx, attempt, context, {
      result: 'FAILED',
      details: {
        ...(user && { status: user.status }),
        ...(nth !== null && { attempt: nth }),
        ...(proof === 'WRONG_CODE' && { secondFactor: 'refused' }),
        ...(blocked && { changes: changes({ status: user.status }, { status: 'BLOCKED_SELF' }) }),
      },
    });
  });
  if (byAddress.last) return refuseAddress(database, byAddress);
  return proof === 'WRONG_CODE' ? new Refusal('SECOND_FACTOR_REFUSED') : unauthorized();
}

async function success(
  services: Services,
  attempt: Attempt,
  context: LoginContext,
  proof: 'password' | 'app' | 'recovery',
) {
  const user = attempt.user!;
  return services.database.transaction('all', async (tx) => {
    await releaseAddress(tx, attempt.byAddress);
    // whoever was blocked while the password was being compared does not come in any more
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ failed_logins: 0, last_login_date: sql`pg_catalog.now()` })
      .where('id', '=', user.id)
      .where('status', '=', 'ACTIVATED')
      .executeTakeFirst();
    if (!numUpdatedRows) throw unauthorized();
    const details = proof === 'password' ? {} : { secondFactor: proof };
    await auditLogin(tx, attempt, context, { result: 'SUCCESS', details });
    if (proof === 'recovery')
      await tellUser(tx, services, user.id, 'RECOVERY_CODE_USED', {
        address: context.address,
        left: await codesLeft(tx, user.id),
      });
    return beginSession(tx, services, context, {
      userId: user.id,
      passwordExpired: user.expired,
      secondFactor: proof !== 'password',
    });
  });
}

/** Nobody is audited too: by the address, and so that it takes the same time. */
async function auditLogin(
  tx: Tx,
  { user }: Attempt,
  { address }: LoginContext,
  entry: Pick<AuditEntry, 'result' | 'details'>,
): Promise<void> {
  const by = user
    ? {
        userId: user.id,
        userName: `${user.first_name} ${user.last_name}`,
        userRole: user.user_role,
        permissions: user.permissions,
        address,
      }
    : { userId: null, userName: null, address };
  await audit(tx, by, {
    action: 'LOGIN',
    entityType: 'USER',
    entityId: user?.id ?? null,
    merchantId: user?.merchant_id ?? null,
    ...entry,
  });
}
