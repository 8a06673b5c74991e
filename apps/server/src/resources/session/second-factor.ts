import { sql } from 'kysely';
import { audit, changes, type AuditEntry } from '../../platform/audit.ts';
import { consequencesOf, countedTry } from '../../platform/auth/attempts.ts';
import { passwordFits } from '../../platform/auth/passwords.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { endSessions, STEP_UP_MINUTES, type SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { isFactorRequired } from '../../platform/http/access.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import {
  beginFactor,
  codesLeft,
  dropFactor,
  hasFactor,
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
const REQUIRED = 'Two-factor sign-in is required for staff';

type Entry = Pick<AuditEntry, 'action' | 'result'> & Partial<Pick<AuditEntry, 'details'>>;

/** On the own user; no secret and no code goes in. */
const write = (tx: Tx, actor: SignedIn, entry: Entry) =>
  audit(tx, actor, {
    entityType: 'USER',
    entityId: actor.userId,
    merchantId: actor.merchantId,
    details: {},
    ...entry,
  });

/** Setting up, turning off and renewing the own second factor. */
export function secondFactorHandlers(services: Services): Handlers<Key> {
  const { database, config } = services;

  const tell = (
    tx: Tx,
    { userId, address }: SignedIn,
    kind: 'FACTOR_ON' | 'FACTOR_OFF' | 'RECOVERY_CODES_MADE' | 'BLOCKED_SELF',
  ) => tellUser(tx, services, userId, kind, { address });

  /** Wrong ones count like wrong ones at the sign-in: a stolen session is no way to guess on. */
  const counted = <T>(actor: SignedIn, action: string, attempt: () => Promise<T | null>) =>
    countedTry(database, actor, attempt, async (tx, consequences) => {
      await write(tx, actor, { action, result: 'FAILED', details: consequencesOf(consequences) });
      if (consequences.blocked) await tell(tx, actor, 'BLOCKED_SELF');
    });

  async function insistOnPassword(actor: SignedIn, action: string, password: string) {
    const right = await counted(actor, action, async () => {
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
    action: string,
    code: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const done = await counted(actor, action, () =>
      database.transaction('all', async (tx) => {
        const by = await takeCode(services, tx, actor.userId, code);
        if (!by) return null;
        await write(tx, actor, { action, result: 'SUCCESS', details: { secondFactor: by } });
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

  return {
    'POST /api/users/me/second-factor': async ({ actor, body }) => {
      await insistOnPassword(actor, 'BEGIN_SECOND_FACTOR', body.password);
      const begun = await database.transaction('all', async (tx) => {
        const { email } = await tx
          .selectFrom('users')
          .select('email')
          .where('id', '=', actor.userId)
          .executeTakeFirstOrThrow();
        await write(tx, actor, { action: 'BEGIN_SECOND_FACTOR', result: 'SUCCESS' });
        return beginFactor(services, tx, { userId: actor.userId, email });
      });
      if (!begun) throw invalid('password', ON_ALREADY);
      return begun;
    },

    // another session of the same person may have begun it: whoever asks does not guess on
    'POST /api/users/me/second-factor/confirm': async ({ actor, body }) => {
      const { userId, sessionId } = actor;
      const action = 'TURN_ON_SECOND_FACTOR';
      const recoveryCodes = await counted(actor, action, () =>
        database.transaction('all', async (tx) => {
          if (!(await takeAppCode(services, tx, userId, body.code, { proved: false }))) return null;
          await showFactor(tx, sessionId);
          // what was opened by a password alone is worth no more than that
          const ended = await endSessions(tx, userId, sessionId);
          const details = { changes: changes({ on: false }, { on: true }), endedSessions: ended };
          await write(tx, actor, { action, result: 'SUCCESS', details });
          await tell(tx, actor, 'FACTOR_ON');
          return makeRecoveryCodes(tx, userId);
        }),
      );
      if (!recoveryCodes)
        throw invalid(
          'code',
          (await database.transaction('all', (tx) => hasFactor(tx, userId)))
            ? ON_ALREADY
            : WRONG_CODE,
        );
      return { recoveryCodes };
    },

    'DELETE /api/users/me/second-factor': async ({ actor, body }) => {
      if (!actor.secondFactor.on) throw invalid('code', OFF);
      if (isFactorRequired(actor, config)) throw invalid('code', REQUIRED);
      await insistOnPassword(actor, 'TURN_OFF_SECOND_FACTOR', body.password);
      await withCode(actor, 'TURN_OFF_SECOND_FACTOR', body.code, async (tx) => {
        await dropFactor(tx, actor.userId);
        await tell(tx, actor, 'FACTOR_OFF');
      });
      return {};
    },

    'POST /api/users/me/second-factor/recovery-codes': async ({ actor, body }) => {
      if (!actor.secondFactor.on) throw invalid('password', OFF);
      await insistOnPassword(actor, 'RENEW_RECOVERY_CODES', body.password);
      const recoveryCodes = await database.transaction('all', async (tx) => {
        await write(tx, actor, { action: 'RENEW_RECOVERY_CODES', result: 'SUCCESS' });
        await tell(tx, actor, 'RECOVERY_CODES_MADE');
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

/** The session has shown the factor now; answers until when that is enough. */
async function showFactor(tx: Tx, sessionId: string): Promise<string> {
  const { until } = await tx
    .updateTable('sessions')
    .set({ second_factor_date: sql`pg_catalog.now()` })
    .where('id', '=', sessionId)
    .returning(
      sql<string>`second_factor_date + make_interval(mins => ${STEP_UP_MINUTES})`.as('until'),
    )
    .executeTakeFirstOrThrow();
  return until;
}
