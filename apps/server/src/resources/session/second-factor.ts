import type { AuditAction } from '@paydesk/contract/audited.ts';
import { changes } from '../../platform/audit.ts';
import { passwordFits } from '../../platform/auth/passwords.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { endSessions, type SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import { isFactorRequired } from '../../platform/http/access.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { countedOwn, lockOwn, tellOwn, writeOwn } from './own-factor.ts';
import { showFactor } from './step-up.ts';
import {
  beginFactor,
  codesLeft,
  dropApp,
  factorsOf,
  makeRecoveryCodes,
  takeAppCode,
  takeCode,
} from '../../platform/auth/factors.ts';

const PATH = '/api/users/me/second-factor';
type Key =
  | `${'POST' | 'DELETE'} ${typeof PATH}`
  | `POST ${typeof PATH}/${'confirm' | 'recovery-codes' | 'renew'}`;

const WRONG_PASSWORD = 'The password is wrong';
const WRONG_CODE = 'The code is wrong or has been used';
const ON_ALREADY = 'Two-factor sign-in is on already';
const OFF = 'Two-factor sign-in is off';
const REQUIRED = 'Two-factor sign-in is required of you';

/** Setting up, turning off and renewing the own second factor. */
export function secondFactorHandlers(services: Services): Handlers<Key> {
  const { database, config } = services;

  async function insistOnPassword(actor: SignedIn, action: AuditAction, password: string) {
    const right = await countedOwn(services, actor, action, async () => {
      const { password_hash } = await database.kysely
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', actor.userId)
        .executeTakeFirstOrThrow();
      return (await passwordFits(password_hash, password)) || null;
    });
    if (!right) throw invalid('password', WRONG_PASSWORD);
  }

  /** Takes a code and does what it was given for, in one transaction. */
  async function withCode<T>(
    actor: SignedIn,
    action: AuditAction,
    code: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const done = await countedOwn(services, actor, action, () =>
      database.transaction('all', async (tx) => {
        await lockOwn(tx, actor);
        const by = await takeCode(services, tx, actor.userId, code);
        if (!by) return null;
        await writeOwn(tx, actor, { action, result: 'SUCCESS', details: { secondFactor: by } });
        if (by === 'recovery')
          await tellUser(tx, services, actor.userId, 'RECOVERY_CODE_USED', {
            address: actor.address,
            left: await codesLeft(tx, actor.userId),
          });
        return { result: await work(tx) };
      }),
    );
    if (!done) throw invalid('code', WRONG_CODE);
    return done.result;
  }

  const factorsOfOwn = ({ userId }: SignedIn) =>
    database.transaction('all', (tx) => factorsOf(tx, userId));

  return {
    'POST /api/users/me/second-factor': async ({ actor, body }) => {
      const { on, fresh } = actor.secondFactor;
      // beside a passkey it is one more key, and no password makes that
      if (on && !fresh && !(await factorsOfOwn(actor)).app)
        throw new Refusal('SECOND_FACTOR_STALE');
      await insistOnPassword(actor, 'BEGIN_SECOND_FACTOR', body.password);
      const begun = await database.transaction('all', async (tx) => {
        const { email } = await tx
          .selectFrom('users')
          .select('email')
          .where('id', '=', actor.userId)
          .executeTakeFirstOrThrow();
        await writeOwn(tx, actor, { action: 'BEGIN_SECOND_FACTOR', result: 'SUCCESS' });
        return beginFactor(services, tx, { userId: actor.userId, email });
      });
      if (!begun) throw invalid('password', ON_ALREADY);
      return begun;
    },

    // another session of the same person may have begun it: whoever asks does not guess on
    'POST /api/users/me/second-factor/confirm': async ({ actor, body }) => {
      const { userId, sessionId } = actor;
      const action = 'TURN_ON_SECOND_FACTOR';
      const recoveryCodes = await countedOwn(services, actor, action, () =>
        database.transaction('all', async (tx) => {
          // who is just signing in by the password alone has a session by then, which ends, or is asked for a code
          await lockOwn(tx, actor);
          if (!(await takeAppCode(services, tx, userId, body.code, { proved: false }))) return null;
          await showFactor(tx, sessionId);
          // what was opened by a password alone is worth no more than that
          const ended = await endSessions(tx, userId, sessionId);
          const details = { changes: changes({ on: false }, { on: true }), endedSessions: ended };
          await writeOwn(tx, actor, { action, result: 'SUCCESS', details });
          await tellOwn(services, tx, actor, 'FACTOR_ON');
          return makeRecoveryCodes(tx, userId);
        }),
      );
      if (!recoveryCodes)
        throw invalid('code', (await factorsOfOwn(actor)).app ? ON_ALREADY : WRONG_CODE);
      return { recoveryCodes };
    },

    'DELETE /api/users/me/second-factor': async ({ actor, body }) => {
      const refuseLast = ({ app, passkeys }: Awaited<ReturnType<typeof factorsOf>>) => {
        if (!app) throw invalid('code', OFF);
        if (!passkeys && isFactorRequired(actor, config)) throw invalid('code', REQUIRED);
      };
      refuseLast(await factorsOfOwn(actor));
      await insistOnPassword(actor, 'TURN_OFF_SECOND_FACTOR', body.password);
      await withCode(actor, 'TURN_OFF_SECOND_FACTOR', body.code, async (tx) => {
        const factors = await factorsOf(tx, actor.userId);
        // the passkey beside it may have gone meanwhile
        refuseLast(factors);
        const { passkeys } = factors;
        await dropApp(tx, actor.userId);
        await tellOwn(services, tx, actor, passkeys ? 'APP_OFF' : 'FACTOR_OFF');
      });
      return {};
    },

    'POST /api/users/me/second-factor/recovery-codes': async ({ actor, body }) => {
      if (!actor.secondFactor.on) throw invalid('password', OFF);
      await insistOnPassword(actor, 'RENEW_RECOVERY_CODES', body.password);
      const recoveryCodes = await database.transaction('all', async (tx) => {
        await writeOwn(tx, actor, { action: 'RENEW_RECOVERY_CODES', result: 'SUCCESS' });
        await tellOwn(services, tx, actor, 'RECOVERY_CODES_MADE');
        return makeRecoveryCodes(tx, actor.userId);
      });
      return { recoveryCodes };
    },

    'POST /api/users/me/second-factor/renew': async ({ actor, body }) => {
      if (!actor.secondFactor.on) throw invalid('code', OFF);
      return withCode(actor, 'RENEW_SECOND_FACTOR', body.code, async (tx) => ({
        stepUpUntil: await showFactor(tx, actor.sessionId),
      }));
    },
  };
}
