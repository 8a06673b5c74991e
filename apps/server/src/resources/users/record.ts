import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { ROLE_PERMISSIONS, ROLES, type UserRole } from '@paydesk/contract/permissions.ts';
import { grantedRole, revokedRole } from '@paydesk/contract/resources/users/actions.ts';
import {
  grantableRoles,
  HIRING_STATUSES,
  NOT_HIRING,
} from '@paydesk/contract/resources/users/fields.ts';
import { covers, wholeRole } from '@paydesk/contract/holdings.ts';
import { user, type UserDetail } from '@paydesk/contract/resources/users/record.ts';
import { askApproval } from '../../domain/approvals/ask.ts';
import { changes } from '../../platform/audit.ts';
import { rightsNow } from '../../platform/auth/roles.ts';
import {
  askEmailChange,
  endEveryChange,
  endPending,
  insistFree,
  insistOnProof,
} from '../../platform/auth/email-changes.ts';
import { sendInvitation } from '../../platform/auth/invitations.ts';
import { tellHolder } from '../../platform/auth/notices.ts';
import { invitePerson, kept } from '../../platform/auth/people.ts';
import { blockedByHand } from '../../platform/auth/provisioned.ts';
import { endSessions, type SignedIn } from '../../platform/auth/sessions.ts';
import { shutOut, voidLinks } from '../../platform/auth/shut-out.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import { defineRecord } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { nameTold } from '../../platform/told.ts';
import { changed, holderOf, invitationOf, refuseManyInvitations } from './changes.ts';
import { peopleList } from './lists.ts';
import { lockPerson, seenPeople } from './people.ts';
import { BEYOND_ONES_OWN, insistRole } from './roles.ts';

/** A person, of the provider or of a merchant: invited, changed, blocked, let in again and deleted. */
export const userRecord = defineRecord({
  record: user,
  list: peopleList,
  table: 'users',
  columns: {
    pendingEmail: `(select new_email from email_changes
      where user_id = u.id and email_changes.status = 'PENDING' and expires_date > pg_catalog.now())`,
    position: 'u.position',
    description: 'u.description',
    userPermissions: 'u.permissions',
    roleId: 'u.role_id',
    roleRights: 'own_role.rights',
    roleRefundUpTo: 'own_role.refund_up_to_cents',
    roleReverseUpTo: 'own_role.reverse_up_to_cents',
    onlyAdmin: `(u.user_role in ('MERCHANT_ADMIN', 'BACKOFFICE_ADMIN') and u.status = 'ACTIVATED'
      and u.role_id is null
      and not exists (select from users other_one where other_one.id <> u.id
        and other_one.merchant_id is not distinct from u.merchant_id
        and other_one.user_role = u.user_role and other_one.role_id is null and other_one.status = 'ACTIVATED'))`,
    secondFactor: `(exists (select from second_factors
        where user_id = u.id and confirmed_date is not null)
      or exists (select from passkeys where user_id = u.id))`,
    approvalId: `(select that_waits.id from approvals that_waits
      where that_waits.kind = 'FACTOR_OFF' and that_waits.entity_id = u.id
        and that_waits.status = 'PENDING' and that_waits.expires_date > now())`,
    seconded: `(select count(*) > 1 from users other_one where other_one.id <> u.id
      and other_one.user_role = 'BACKOFFICE_ADMIN' and other_one.role_id is null
      and other_one.status = 'ACTIVATED')`,
    createdBy: nameTold('u.created_by'),
    updatedDate: 'u.updated_date',
    updatedBy: nameTold('u.updated_by'),
  },
  sees: seenPeople,
  lock: lockPerson,
  actions: {
    'POST /api/users': async ({ tx, services, actor: asked, values }) => {
      const actor = await rightsNow(tx, asked);
      await insistRole(tx, actor, values, null);
      return {
        made: (await invitePerson(tx, services, actor, { ...values, merchantId: null })).id,
      };
    },

    /** A merchant's user adds people to the own merchant alone, staff to any (SB-23). */
    'POST /api/user-merchant/employees': async ({ tx, services, actor: asked, values }) => {
      const actor = await rightsNow(tx, asked);
      if (!grantableRoles(actor).includes(values.userRole)) throw forbidden();
      const merchantId = values.merchantId.toLowerCase();
      if (actor.userRole !== 'BACKOFFICE_ADMIN' && merchantId !== actor.merchantId)
        throw forbidden();
      await insistHiring(tx, merchantId);
      await insistRole(tx, actor, values, merchantId);
      return { made: (await invitePerson(tx, services, actor, { ...values, merchantId })).id };
    },

    /**
     * Another address is how somebody else gets in, so it asks for the password or factor again, and
     * counts once it has confirmed itself. Who is not activated yet has nothing to lose: the address
     * changes at once, and the invitation goes to where it should have gone (AM-120, EM-22).
     */
    'PUT /api/users/{id}': async ({ tx, services, actor, before, values }) => {
      const { email, ...person } = kept(values);
      if (email === before.email.toLowerCase()) return changed(before, person);
      // nobody is asked for a password in vain
      await insistFree(tx, email, before.id);
      insistOnProof(actor);
      if (before.status.name !== 'NOT_ACTIVATED') {
        await askEmailChange(tx, services, actor, { ...before, name: before.firstName }, email);
        return changed(before, person);
      }
      await refuseManyInvitations(tx, before.id, 'email');
      // a link in the wrong mailbox opens nothing
      await voidLinks(tx, before.id);
      const now = { ...before, email, firstName: person.first_name, lastName: person.last_name };
      await sendInvitation(tx, services, invitationOf(now, actor));
      return changed(before, { ...person, email });
    },

    'DELETE /api/users/{id}/pending-email': async ({ tx, before }) => {
      if (!(await endPending(tx, before.id, 'WITHDRAWN')))
        throw invalid('pendingEmail', 'No change waits for its confirmation');
      const { pendingEmail } = before;
      return { details: { changes: changes({ pendingEmail }, { pendingEmail: null }) } };
    },

    'POST /api/users/{id}/actions/block': async ({ tx, services, actor, before }) => {
      await shutOut(tx, before.id);
      await blockedByHand(tx, before.id);
      await tellHolder(tx, services, holderOf(before), 'BLOCKED', { by: actor.userName });
      return changed(before, { status: 'BLOCKED' });
    },

    'POST /api/users/{id}/actions/activate': async ({ tx, before }) => {
      // however the block came about, it gives no session back
      if (before.status.name === 'BLOCKED') await endSessions(tx, before.id);
      return changed(before, { status: 'ACTIVATED', failed_logins: 0 });
    },

    'POST /api/users/{id}/actions/resendInvitation': async ({ tx, services, actor, before }) => {
      await refuseManyInvitations(tx, before.id, 'invitation');
      await sendInvitation(tx, services, invitationOf(before, actor));
      return { details: {} };
    },

    'POST /api/users/{id}/actions/end-sessions': async ({ tx, services, actor, before }) => {
      const ended = await endSessions(tx, before.id);
      await tellHolder(tx, services, holderOf(before), 'SESSIONS_ENDED', { by: actor.userName });
      return { details: { ended } };
    },

    'POST /api/users/{id}/actions/take-off-factor': async (work) => {
      const { tx, services, actor, before, values } = work;
      const { id, merchantId } = before;
      const approvalId = await askApproval(tx, services, actor, {
        kind: 'FACTOR_OFF',
        entityType: 'USER',
        entityId: id,
        merchantId,
        reason: values.reason,
        what: `the second factor of ${before.firstName} ${before.lastName} to be removed`,
      });
      await tellHolder(tx, services, holderOf(before), 'FACTOR_OFF_ASKED', {
        by: actor.userName,
        reason: values.reason,
      });
      return { details: { approvalId, reason: values.reason } };
    },

    'POST /api/users/{id}/actions/set-role': async ({ tx, services, actor, before, values }) => {
      const name = await insistRole(tx, actor, values, before.merchantId);
      return swapRole(tx, services, actor, before, values.userRole, {
        id: values.roleId ?? null,
        name,
      });
    },

    'POST /api/users/{id}/actions/grant-administrator': ({ tx, services, actor, before }) =>
      swapRole(tx, services, actor, before, grantedRole(before)),

    'POST /api/users/{id}/actions/revoke-administrator': ({ tx, services, actor, before }) =>
      swapRole(tx, services, actor, before, revokedRole(before)),

    'DELETE /api/users/{id}': async ({ tx, before }) => {
      await shutOut(tx, before.id);
      await endEveryChange(tx, before.id);
      return changed(before, { status: 'DEACTIVATED' });
    },
  },
});

async function swapRole(
  tx: Tx,
  services: Services,
  actor: SignedIn,
  before: UserDetail,
  userRole: UserRole,
  own: { id: string | null; name: string | null } = { id: null, name: null },
) {
  if (own.id === null && !covers(actor, wholeRole(userRole)))
    throw invalid('userRole', BEYOND_ONES_OWN);
  // who may change an operator's address may not change an administrator's
  await endPending(tx, before.id, 'VOID');
  if (before.status.name !== 'NOT_ACTIVATED')
    await tellHolder(tx, services, holderOf(before), 'ROLE_CHANGED', {
      by: actor.userName,
      role: own.name ?? ROLES[userRole],
    });
  const told = changed(before, {
    user_role: userRole,
    permissions: [...ROLE_PERMISSIONS[userRole]],
    role_id: own.id,
  });
  // people read which one, no id
  Object.assign(told.details.changes, changes({ role: before.roleName }, { role: own.name }));
  return told;
}

/** Nobody is let in while the merchant is being disabled. */
async function insistHiring(tx: Tx, merchantId: string): Promise<void> {
  if (!isUuid(merchantId)) throw invalid('merchantId', messages.id);
  await lockMerchant(tx, merchantId, 'kept');
  const merchant = await tx
    .selectFrom('merchants')
    .select('status')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  if (!merchant) throw invalid('merchantId', 'There is no such merchant');
  if (!(HIRING_STATUSES as readonly string[]).includes(merchant.status))
    throw invalid('merchantId', NOT_HIRING);
}
