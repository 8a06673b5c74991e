import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import {
  blockAfter,
  refuseAddress,
  releaseAddress,
  releasePerson,
  reserveAddress,
  reservePerson,
} from '../../platform/auth/attempts.ts';
import { passwordFits, refuseWhenCrowded } from '../../platform/auth/passwords.ts';
import { ENFORCED, enforcedFor } from '../../platform/auth/enforced.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, Refusal, unauthorized } from '../../platform/errors.ts';
import type { Context, Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { beginSession } from '../../platform/auth/begin.ts';
import { codesLeft, factorsOf, takeCode } from '../../platform/auth/factors.ts';
import { readPasskey } from '../../platform/auth/passkeys.ts';
import { takePasskey, type ShownPasskey } from '../../platform/auth/passkeys/rows.ts';
import { auditLogin, personBy } from './login-person.ts';

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
      const attempt = await database.transaction('all', (tx) => reserve(services, tx, context));
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
        const ways = await database.transaction('all', async (tx) => {
          await release(tx, attempt);
          const details = { secondFactor: 'asked for' };
          await auditLogin(tx, attempt.user, context.address, { result: 'PENDING', details });
          return waysOf(tx, attempt.user!.id);
        });
        throw new Refusal('SECOND_FACTOR_REQUIRED', ways);
      }
      const firm = await enforcedFor(database.kysely, attempt.user!.id);
      if (firm) {
        await database.transaction('all', (tx) => release(tx, attempt));
        throw invalid('username', ENFORCED(firm));
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
async function reserve(services: Services, tx: Tx, { body, address }: LoginContext) {
  const byAddress = await reserveAddress(tx, address);
  const user = await personBy(services, tx, 'email', body.username.trim().toLowerCase());
  return { byAddress, user, nth: await reservePerson(tx, user?.id ?? null) };
}

async function release(tx: Tx, { byAddress, user, nth }: Attempt): Promise<void> {
  await releaseAddress(tx, byAddress);
  if (user && nth !== null) await releasePerson(tx, user.id);
}

type Factor = 'app' | 'recovery' | 'passkey';
type Proof = 'WRONG_PASSWORD' | 'NO_CODE' | 'WRONG_CODE' | 'password' | Factor;

const WAYS = { code: 'A code of the authenticator app', passkey: 'A passkey' } as const;

/** Which second factors the person has, for whoever knew their password: by the fields of the body. */
async function waysOf(tx: Tx, userId: string) {
  const { app, passkeys } = await factorsOf(tx, userId);
  const has = { code: app, passkey: passkeys > 0 };
  return (['passkey', 'code'] as const)
    .filter((field) => has[field])
    .map((field) => ({ field, message: WAYS[field] }));
}

/** What the sign-in proved; nothing is asked about a second factor before the password is right. */
async function prove(
  services: Services,
  { user, nth }: Attempt,
  { body, address }: LoginContext,
): Promise<Proof> {
  // unknown, blocked, wrong and out of tries take the same time and get the same answer
  const hash = nth === null ? null : user!.password_hash;
  if (!(await passwordFits(hash, body.password)) || !user) return 'WRONG_PASSWORD';
  const shown = body.passkey
    ? await readPasskey(services, body.passkey, { purpose: 'sign in' })
    : null;
  return services.database.transaction('all', async (tx) => {
    const { app, passkeys } = await factorsOf(tx, user.id);
    if (!app && !passkeys) return 'password';
    if (body.passkey) return byPasskey(services, tx, user.id, shown, address);
    if (!body.code) return 'NO_CODE';
    return (await takeCode(services, tx, user.id, body.code)) ?? 'WRONG_CODE';
  });
}

async function byPasskey(
  services: Services,
  tx: Tx,
  userId: string,
  shown: ShownPasskey | null,
  address: string,
): Promise<'passkey' | 'WRONG_CODE'> {
  if (shown?.userId !== userId) return 'WRONG_CODE';
  const taken = await takePasskey(tx, shown);
  if (taken === 'copied')
    await tellUser(tx, services, userId, 'PASSKEY_COPIED', { name: shown.name, address });
  return taken === 'taken' ? 'passkey' : 'WRONG_CODE';
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
    await auditLogin(tx, attempt.user, context.address, {
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
  proof: 'password' | Factor,
) {
  const user = attempt.user!;
  return services.database.transaction('all', async (tx) => {
    await releaseAddress(tx, attempt.byAddress);
    // whoever was blocked while the password was being compared does not come in any more, nor by a
    // password that is another one by now: all that it had opened has ended
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ failed_logins: 0, last_login_date: sql`pg_catalog.now()` })
      .where('id', '=', user.id)
      .where('status', '=', 'ACTIVATED')
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst();
    if (!numUpdatedRows) throw unauthorized();
    // one that was set up meanwhile is asked for too
    const ways = proof === 'password' ? await waysOf(tx, user.id) : [];
    if (ways.length) throw new Refusal('SECOND_FACTOR_REQUIRED', ways);
    const details = proof === 'password' ? {} : { secondFactor: proof };
    await auditLogin(tx, attempt.user, context.address, { result: 'SUCCESS', details });
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
