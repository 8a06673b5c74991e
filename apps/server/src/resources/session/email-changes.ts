import type { AuditAction } from '@paydesk/contract/audited.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { consequencesOf, countedTry } from '../../platform/auth/attempts.ts';
import { endPending } from '../../platform/auth/email-changes.ts';
import { confirmEmail, stopEmail } from '../../platform/auth/email-changes/links.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { passwordFits } from '../../platform/auth/passwords.ts';
import { STEP_UP_MINUTES, type SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';

type Keys =
  | 'POST /api/email-changes/confirm'
  | 'POST /api/email-changes/stop'
  | 'DELETE /api/users/me/pending-email'
  | 'POST /api/users/me/password/confirm';

const write = (
  tx: Tx,
  actor: SignedIn,
  action: AuditAction,
  result: 'SUCCESS' | 'FAILED',
  details: Record<string, unknown> = {},
) =>
  audit(tx, actor, {
    action,
    entityType: 'USER',
    entityId: actor.userId,
    merchantId: actor.merchantId,
    result,
    details,
  });

/** What becomes of a change of an address, and the password shown anew, which it asks for (AM-120). */
export function emailChangeHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  return {
    'POST /api/email-changes/confirm': ({ body, address }) =>
      confirmEmail(services, body.token, address),
    'POST /api/email-changes/stop': ({ body, address }) => stopEmail(services, body.token, address),
    'DELETE /api/users/me/pending-email': async ({ actor }) => {
      await database.transaction('all', async (tx) => {
        await tx
          .selectFrom('users')
          .select('id')
          .where('id', '=', actor.userId)
          .forUpdate()
          .executeTakeFirst();
        if (!(await endPending(tx, actor.userId, 'WITHDRAWN')))
          throw invalid('pendingEmail', 'No change waits for its confirmation');
        await write(tx, actor, 'WITHDRAW_EMAIL_CHANGE', 'SUCCESS');
      });
      return {};
    },
    'POST /api/users/me/password/confirm': async ({ actor, body }) => {
      const action = 'CONFIRM_PASSWORD';
      const until = await countedTry(
        database,
        actor,
        async () => {
          const { password_hash } = await database.kysely
            .selectFrom('users')
            .select('password_hash')
            .where('id', '=', actor.userId)
            .executeTakeFirstOrThrow();
          if (!(await passwordFits(password_hash, body.password))) return null;
          return database.transaction('all', async (tx) => {
            const shown = await tx
              .updateTable('sessions')
              .set({ password_date: sql`pg_catalog.now()` })
              .where('id', '=', actor.sessionId)
              .returning(
                sql<string>`password_date + make_interval(mins => ${STEP_UP_MINUTES})`.as('until'),
              )
              .executeTakeFirstOrThrow();
            await write(tx, actor, action, 'SUCCESS');
            return shown.until;
          });
        },
        async (tx, consequences) => {
          await write(tx, actor, action, 'FAILED', consequencesOf(consequences));
          if (consequences.blocked)
            await tellUser(tx, services, actor.userId, 'BLOCKED_SELF', { address: actor.address });
        },
      );
      if (until === null) throw invalid('password', 'The password is wrong');
      return { until };
    },
  };
}
