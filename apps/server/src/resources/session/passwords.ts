import type { AuditAction } from '@paydesk/contract/audited.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import type { UserStatus } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import { audit, changes, type AuditEntry } from '../../platform/audit.ts';
import { consequencesOf, countedTry } from '../../platform/auth/attempts.ts';
import { endPending } from '../../platform/auth/email-changes.ts';
import { endOfPassword } from '../../platform/auth/expiry.ts';
import { tellHolder } from '../../platform/auth/notices.ts';
import { hashPassword, passwordFits } from '../../platform/auth/passwords.ts';
import { MAY_GO_ON } from '../../platform/auth/session-rights.ts';
import { endSession, endSessions, type SignedIn } from '../../platform/auth/sessions.ts';
import { refuseWeak } from '../../platform/auth/strength.ts';
import { holderOf, useToken, voidTokens, type Purpose } from '../../platform/auth/tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, invalid, unauthorized } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { post } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';

type Keys =
  | 'POST /api/passwords/recover'
  | 'POST /api/passwords/reset'
  | 'POST /api/passwords'
  | 'POST /api/passwords/renew'
  | 'PUT /api/users/me/password';

/** How long a sign-in with an expired password lets a new one be chosen (AM-121). */
const RENEWAL_MINUTES = 10;

/** Who asked for a recovery when nobody ran the task for so long has asked again. */
const RECOVERY_MINUTES = 60;

/** Whose link of a purpose counts, and what becomes of them (AM-42, SB-10). */
const LINKS: Readonly<Record<Purpose, { of: UserStatus[]; action: AuditAction }>> = {
  RESET: { of: ['ACTIVATED', 'BLOCKED_SELF'], action: 'PASSWORD_RESET' },
  INVITATION: { of: ['NOT_ACTIVATED'], action: 'PASSWORD_CREATED' },
};

/** Forgotten, first, expired and own passwords (API-03..06, API-10). */
export function passwordHandlers(services: Services): Handlers<Keys> {
  const { database, config } = services;

  async function personOf(userId: string) {
    return database.kysely
      .selectFrom('users as u')
      .leftJoin('merchants as m', 'm.id', 'u.merchant_id')
      .selectAll('u')
      .select('m.name as merchant_name')
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow();
  }
  type Person = Awaited<ReturnType<typeof personOf>>;

  /** Strong enough and another one than now; else a 400 on newPassword (AM-77). */
  async function refuseUnfit(newPassword: string, person: Person): Promise<void> {
    await refuseWeak(newPassword, {
      email: person.email,
      firstName: person.first_name,
      lastName: person.last_name,
      merchantName: person.merchant_name,
    });
    if (person.password_hash && (await passwordFits(person.password_hash, newPassword)))
      throw invalid('newPassword', messages.samePassword);
  }

  /** The new hash and date; links that wait for a reset are void from now on. */
  async function setPassword(
    tx: Tx,
    userId: string,
    hash: string,
    more: { status?: UserStatus } = {},
  ): Promise<void> {
    await tx
      .updateTable('users')
      .set({
        ...more,
        password_hash: hash,
        password_expires_date: endOfPassword(config),
        failed_logins: 0,
      })
      .where('id', '=', userId)
      .execute();
    await voidTokens(tx, userId, 'RESET');
  }

  async function record(
    tx: Tx,
    person: Person,
    address: string,
    entry: Pick<AuditEntry, 'action' | 'result' | 'details'>,
  ): Promise<void> {
    const by = {
      userId: person.id,
      userName: `${person.first_name} ${person.last_name}`,
      userRole: person.user_role,
      permissions: person.permissions,
      address,
    };
    await audit(tx, by, {
      entityType: 'USER',
      entityId: person.id,
      merchantId: person.merchant_id,
      ...entry,
    });
  }

  const tell = (
    tx: Tx,
    { email, first_name: name }: Person,
    kind: 'PASSWORD_CHANGED' | 'PASSWORD_RESET' | 'BLOCKED_SELF',
    address: string,
  ) => tellHolder(tx, services, { email, name }, kind, { address });

  /** A password by a mailed link; false leaves everything as it was (SB-09, SB-10). */
  async function byLink(
    purpose: Purpose,
    { token, newPassword }: { token: string; newPassword: string },
    address: string,
  ): Promise<boolean> {
    const { of, action } = LINKS[purpose];
    const userId = await holderOf(database, purpose, token);
    const person = userId && (await personOf(userId));
    if (!person || !of.includes(person.status as UserStatus)) return false;
    await refuseUnfit(newPassword, person);
    const hash = await hashPassword(newPassword);
    return database.transaction('all', async (tx) => {
      // the person's row first: what was true before the hash was made may be so no more
      const now = await tx
        .selectFrom('users')
        .select('status')
        .where('id', '=', person.id)
        .where('status', 'in', of)
        .forUpdate()
        .executeTakeFirst();
      if (!now || !(await useToken(tx, purpose, token))) return false;
      await setPassword(tx, person.id, hash, { status: 'ACTIVATED' });
      await endSessions(tx, person.id);
      // whoever sat in one of them may have asked for an address of their own, which would undo all this
      await endPending(tx, person.id, 'VOID');
      const changed = now.status !== 'ACTIVATED';
      await record(tx, person, address, {
        action,
        result: 'SUCCESS',
        details: changed
          ? { changes: changes({ status: now.status }, { status: 'ACTIVATED' as string }) }
          : {},
      });
      // a first password is no news to whoever has just chosen it
      if (purpose === 'RESET') await tell(tx, person, 'PASSWORD_RESET', address);
      return true;
    });
  }

  /** Counts a wrong one; the last that is left blocks (AM-42), and ends this session (AM-112). */
  async function refuseWrongPassword(
    actor: SignedIn,
    person: Person,
    given: string,
  ): Promise<void> {
    const right = await countedTry(
      database,
      actor,
      async () => (await passwordFits(person.password_hash, given)) || null,
      async (tx, consequences) => {
        await record(tx, person, actor.address, {
          action: 'PASSWORD_CHANGED',
          result: 'FAILED',
          details: consequencesOf(consequences),
        });
        if (consequences.blocked) await tell(tx, person, 'BLOCKED_SELF', actor.address);
      },
    );
    if (right) return;
    throw invalid('currentPassword', messages.wrongPassword);
  }

  return {
    // the same work for whoever it is: who they are is looked up after the answer (SB-08)
    'POST /api/passwords/recover': async ({ body: { email }, address }) => {
      const askedDate = services.now().toISOString();
      await database.transaction('all', (tx) =>
        post(
          tx,
          services,
          'RECOVERY',
          { email, address, askedDate },
          { minutes: RECOVERY_MINUTES },
        ),
      );
      return {};
    },
    'POST /api/passwords/reset': ({ body, address }) => byLink('RESET', body, address),
    'POST /api/passwords': ({ body, address }) => byLink('INVITATION', body, address),
    'POST /api/passwords/renew': async ({ actor, body: { newPassword }, address }) => {
      if (!actor.passwordExpired) throw forbidden();
      await refuseStaleSignIn(actor);
      const person = await personOf(actor.userId);
      await refuseUnfit(newPassword, person);
      const hash = await hashPassword(newPassword);
      await database.transaction('all', async (tx) => {
        if (!(await isAsItWas(tx, person))) throw forbidden();
        await setPassword(tx, person.id, hash);
        await endSessions(tx, person.id, actor.sessionId);
        await record(tx, person, address, {
          action: 'PASSWORD_RENEWED',
          result: 'SUCCESS',
          details: {},
        });
        await tell(tx, person, 'PASSWORD_CHANGED', address);
      });
      return {};
    },
    'PUT /api/users/me/password': async ({ actor, body, address }) => {
      if (body.userId !== actor.userId) throw forbidden();
      const person = await personOf(actor.userId);
      await refuseWrongPassword(actor, person, body.currentPassword);
      await refuseUnfit(body.newPassword, person);
      const hash = await hashPassword(body.newPassword);
      await database.transaction('all', async (tx) => {
        if (!(await isAsItWas(tx, person)))
          throw invalid('currentPassword', messages.wrongPassword);
        await setPassword(tx, person.id, hash);
        await endSessions(tx, person.id, actor.sessionId);
        await record(tx, person, address, {
          action: 'PASSWORD_CHANGED',
          result: 'SUCCESS',
          details: {},
        });
        await tell(tx, person, 'PASSWORD_CHANGED', address);
      });
      return {};
    },
  };

  /**
   * A renewal asks for no password: the session's own sign-in with the expired one is what proves the
   * person, for a while. Later, or where the password expired under the session, they sign in again,
   * and this session is over (AM-121).
   */
  async function refuseStaleSignIn({ sessionId }: SignedIn): Promise<void> {
    const stale = await database.transaction('all', async (tx) => {
      const fresh = await tx
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select('s.id')
        .where('s.id', '=', sessionId)
        .where(
          sql<boolean>`s.created_date > pg_catalog.now() - make_interval(mins => ${RENEWAL_MINUTES})
            and s.created_date >= u.password_expires_date`,
        )
        .executeTakeFirst();
      if (!fresh) await endSession(tx, sessionId);
      return !fresh;
    });
    if (stale) throw unauthorized('Sign in again to choose a new password');
  }

  /** Another password, or a block, may have come while this one was being hashed: then nothing changes. */
  async function isAsItWas(tx: Tx, person: Person): Promise<boolean> {
    const now = await tx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .where('status', 'in', MAY_GO_ON)
      .forUpdate()
      .executeTakeFirst();
    return now?.password_hash === person.password_hash;
  }
}
