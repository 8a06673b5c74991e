import type { AuditAction } from '@paydesk/contract/audited.ts';
import { whyNotViewAs } from '@paydesk/contract/view-as.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { asViewed, nameOf, VIEWED, type Viewed } from '../../platform/auth/viewing.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';

type Key = 'POST /api/users/me/view-as' | 'DELETE /api/users/me/view-as';

const NOBODY = { view_user_id: null, view_role: null, view_role_id: null };

const view = (
  tx: Tx,
  { sessionId }: SignedIn,
  as: Partial<Record<keyof typeof NOBODY, string | null>>,
) =>
  tx
    .updateTable('sessions')
    .set({ ...NOBODY, ...as })
    .where('id', '=', sessionId)
    .execute();

const viewed = async (tx: Tx, { sessionId }: SignedIn): Promise<Viewed | null> => {
  const { rows } = await sql<{ viewed: Viewed | null }>`
    select ${VIEWED} as viewed from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId}::uuid`.execute(tx);
  return rows[0]?.viewed ?? null;
};

const write = (tx: Tx, actor: SignedIn, action: AuditAction, seen: Viewed | null) =>
  audit(tx, actor, {
    action,
    entityType: seen?.user_id || !seen?.role ? 'USER' : 'ROLE',
    entityId: seen?.user_id ?? seen?.role?.id ?? actor.userId,
    merchantId: seen?.merchant_id ?? null,
    result: 'SUCCESS',
    details: seen ? { as: nameOf(seen) } : {},
  });

/** As whom an administrator looks at the console, in this session alone. */
export function viewAsHandlers({ database }: Services): Handlers<Key> {
  return {
    'POST /api/users/me/view-as': ({ actor, body: { userId, roleId, userRole } }) =>
      database.transaction('all', async (tx) => {
        if ([userId, roleId, userRole].filter(Boolean).length !== 1)
          throw invalid('userId', 'Say one: a person, or a role');
        if (userId?.toLowerCase() === actor.userId)
          throw invalid('userId', 'You are not viewing as anybody else');
        await view(tx, actor, {
          view_user_id: userId ?? null,
          view_role_id: roleId ?? null,
          view_role: userRole ?? null,
        });
        const seen = await viewed(tx, actor);
        // another merchant's are as absent as those who are not there
        if (!seen || (actor.merchantId !== null && seen.merchant_id !== actor.merchantId))
          throw notFound();
        if (!asViewed(actor, seen)) throw forbidden(whyNot(actor, seen));
        await write(tx, actor, 'VIEW_AS', seen);
        return { name: nameOf(seen) };
      }),

    'DELETE /api/users/me/view-as': ({ actor }) =>
      database.transaction('all', async (tx) => {
        const seen = await viewed(tx, actor);
        await view(tx, actor, {});
        await write(tx, actor, 'END_VIEW_AS', seen);
        return {};
      }),
  };
}

const whyNot = (actor: SignedIn, { user_role: userRole, role, merchant_id }: Viewed) =>
  whyNotViewAs(actor, {
    userRole,
    roleRights: role?.rights ?? null,
    roleRefundUpTo: null,
    roleReverseUpTo: null,
    merchantId: merchant_id,
  }) ?? undefined;
