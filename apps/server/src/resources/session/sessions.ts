import { IDLE_SECONDS } from '@paydesk/contract/kernel/session.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { insistOnProof } from '../../platform/auth/email-changes.ts';
import { LIVE } from '../../platform/auth/session-rights.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { deviceOf } from '../../platform/auth/device-kind.ts';

const MOST = 100;

type Key =
  | 'GET /api/users/me/session'
  | 'GET /api/users/me/sessions'
  | 'DELETE /api/users/me/sessions/{id}'
  | 'POST /api/users/me/sessions/actions/end-others';

/** The own sessions: which there are, and how to end them. */
export function sessionHandlers({ database }: Services): Handlers<Key> {
  return {
    'GET /api/users/me/session': async ({ actor }) => {
      const session = await database.kysely
        .selectFrom('sessions')
        .select('expires_date')
        .select(
          sql<string>`coalesce(last_seen_date, created_date) + make_interval(secs => ${IDLE_SECONDS})`.as(
            'idle_end',
          ),
        )
        .where('id', '=', actor.sessionId)
        .executeTakeFirstOrThrow();
      return { expiresDate: session.expires_date, idleEndDate: session.idle_end };
    },
    'GET /api/users/me/sessions': async ({ actor }) => {
      const rows = await database.kysely
        .selectFrom('sessions as s')
        .select(['id', 'user_agent', 'address', 'created_date', 'last_seen_date'])
        .where('user_id', '=', actor.userId)
        .where(LIVE)
        .orderBy(sql`id = ${actor.sessionId}`, 'desc')
        .orderBy(sql`coalesce(last_seen_date, created_date)`, 'desc')
        .limit(MOST)
        .execute();
      const content = rows.map((row) => ({
        id: row.id,
        device: deviceOf(row.user_agent),
        address: row.address,
        createdDate: row.created_date,
        lastSeenDate: row.last_seen_date,
        current: row.id === actor.sessionId,
      }));
      return { content };
    },
    'DELETE /api/users/me/sessions/{id}': async ({ actor, params }) => {
      await database.transaction('all', async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('sessions')
          .set({ revoked_date: sql`pg_catalog.now()` })
          .where('id', '=', params.id)
          .where('user_id', '=', actor.userId)
          .where('revoked_date', 'is', null)
          .where('expires_date', '>', sql<string>`pg_catalog.now()`)
          .executeTakeFirst();
        if (!numUpdatedRows) throw notFound();
        // who holds one session does not put its person out of the others
        insistOnProof(actor);
        await audit(tx, actor, {
          action: 'END_SESSION',
          entityType: 'USER',
          entityId: actor.userId,
          merchantId: actor.merchantId,
          result: 'SUCCESS',
          details: { sessionId: params.id.toLowerCase() },
        });
      });
      return {};
    },
    'POST /api/users/me/sessions/actions/end-others': async ({ actor }) => {
      insistOnProof(actor);
      const ended = await database.transaction('all', async (tx) => {
        const count = await endSessions(tx, actor.userId, actor.sessionId);
        await audit(tx, actor, {
          action: 'END_OTHER_SESSIONS',
          entityType: 'USER',
          entityId: actor.userId,
          merchantId: actor.merchantId,
          result: 'SUCCESS',
          details: { ended: count },
        });
        return count;
      });
      return { ended };
    },
  };
}
