import type { Action } from '@paydesk/contract/kernel/action.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { ROLE_PERMISSIONS, ROLES } from '@paydesk/contract/permissions.ts';
import {
  activateUser,
  blockUser,
  deleteEmployee,
  grantableRoles,
  grantRole,
  HIRING_STATUSES,
  changesPeople,
  NOT_HIRING,
  resendInvitation,
  revokeRole,
  updateUser,
  withdrawEmail,
  userState,
  type UserDetail,
  type UserState,
} from '@paydesk/contract/resources/users/actions.ts';
import { changes } from '../../platform/audit.ts';
import {
  askEmailChange,
  EMAIL_TAKEN,
  endEveryChange,
  endPending,
  insistOnProof,
  isTaken,
} from '../../platform/auth/email-changes.ts';
import { sendInvitation } from '../../platform/auth/invitations.ts';
import { tellHolder } from '../../platform/auth/notices.ts';
import { endSessions, type SignedIn } from '../../platform/auth/sessions.ts';
import { invitePerson, kept, refuseTakenEmail } from '../../platform/auth/people.ts';
import type { Tx } from '../../platform/db/database.ts';
import { merged } from '../../platform/edits.ts';
import { forbidden, invalid, refuseUnless } from '../../platform/errors.ts';
import type { Context, HandledKey, Handlers } from '../../platform/http/handlers.ts';
import { changeAs, lockMerchant } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import {
  idOf,
  change,
  written,
  invitationOf,
  holderOf,
  voidLinks,
  shutOut,
  refuseManyInvitations,
} from './changes.ts';
import { loadPerson, lockPerson, readPerson } from './people.ts';

type Key = Extract<
  HandledKey,
  `${string} /api/users/{id}${string}` | `${string} /api/user-merchant/employees${string}`
>;

/** Employees and users: read, invited, changed, blocked, let in again and deleted. */
export function userHandlers(services: Services): Handlers<Key> {
  const { database } = services;

  /** One action on one person: asked under the lock, done, written down (AM-105). */
  async function act(
    actor: SignedIn,
    id: string,
    action: Action<UserState>,
    work: (tx: Tx, user: UserDetail, by: SignedIn) => Promise<void>,
  ): Promise<UserDetail> {
    refuseUnless(actor, action.asks);
    return changeAs(database, actor, async (tx) => {
      const { user, by } = await lockPerson(tx, actor, id);
      refuseUnless(by, action.asks);
      const reason = action.whyNot(userState(user, by), services.now());
      if (reason) throw invalid('status', reason);
      await work(tx, user, by);
      return readPerson(tx, user.id);
    });
  }

  const block = ({ actor, params }: Context<'POST /api/users/{id}/actions/block'>) =>
    act(actor, params.id, blockUser, async (tx, user, by) => {
      await change(tx, by, user, 'BLOCK', { status: 'BLOCKED' });
      await shutOut(tx, user.id);
      await tellHolder(tx, services, holderOf(user), 'BLOCKED', { by: by.userName });
    });

  const activate = ({ actor, params }: Context<'POST /api/users/{id}/actions/activate'>) =>
    act(actor, params.id, activateUser, async (tx, user, by) => {
      await change(tx, by, user, 'ACTIVATE', { status: 'ACTIVATED', failed_logins: 0 });
      // however the block came about, it gives no session back
      if (user.status.name === 'BLOCKED') await endSessions(tx, user.id);
    });

  const invite = ({ actor, params }: Context<'POST /api/users/{id}/actions/resendInvitation'>) =>
    act(actor, params.id, resendInvitation, async (tx, user, by) => {
      await refuseManyInvitations(tx, user.id, 'invitation');
      await sendInvitation(tx, services, invitationOf(user, by));
      await written(tx, by, user, 'RESEND_INVITATION', {});
    });

  const remove = async ({ actor, params }: Context<'DELETE /api/user-merchant/employees/{id}'>) => {
    await act(actor, params.id, deleteEmployee, async (tx, user, by) => {
      await change(tx, by, user, 'DELETE', { status: 'DEACTIVATED' });
      await shutOut(tx, user.id);
      await endEveryChange(tx, user.id);
    });
    return {};
  };

  /**
   * Another address is how somebody else gets in, so it asks for the password or factor again, and
   * counts once it has confirmed itself. Who is not activated yet has nothing to lose: the address
   * changes at once, and the invitation goes to where it should have gone (AM-120, EM-22).
   */
  const update = async ({ actor, body }: Context<'PUT /api/user-merchant/employees'>) => {
    const id = idOf(body);
    // asked with everybody in sight, before anything is locked
    const taken = await isTaken(database, kept(body).email, id);
    return act(actor, id, updateUser, async (tx, user, by) => {
      const { firstName, lastName, phoneNumber, position, description } = user;
      const now = { firstName, lastName, phoneNumber, position, description, email: user.email };
      const { email, ...person } = kept(await merged(tx, by, { id: user.id }, body, now));
      const another = email !== user.email.toLowerCase();
      if (another) {
        // nobody is asked for a password in vain
        if (taken) throw invalid('email', EMAIL_TAKEN);
        insistOnProof(by);
      }
      const invited = another && user.status.name === 'NOT_ACTIVATED';
      if (invited) await refuseManyInvitations(tx, user.id, 'email');
      const given = invited ? { ...person, email } : person;
      await change(tx, by, user, 'UPDATE', given).catch(refuseTakenEmail);
      if (invited) {
        // a link in the wrong mailbox opens nothing
        await voidLinks(tx, user.id);
        await sendInvitation(tx, services, invitationOf(await readPerson(tx, user.id), by));
      } else if (another)
        await askEmailChange(tx, services, by, { ...user, name: user.firstName }, email);
    });
  };

  const withdraw = ({ actor, params }: Context<'DELETE /api/users/{id}/pending-email'>) =>
    act(actor, params.id, withdrawEmail, async (tx, user, by) => {
      if (!(await endPending(tx, user.id, 'WITHDRAWN')))
        throw invalid('pendingEmail', 'No change waits for its confirmation');
      await written(
        tx,
        by,
        user,
        'WITHDRAW_EMAIL_CHANGE',
        changes({ pendingEmail: user.pendingEmail }, { pendingEmail: null }),
      );
    });

  const changeRole = ({ actor, body }: Context<'PUT /api/user-merchant/employees/role'>) => {
    const grant = body.userRole === 'MERCHANT_ADMIN';
    return act(actor, idOf(body), grant ? grantRole : revokeRole, async (tx, user, by) => {
      // who may change an operator's address may not change an administrator's
      await endPending(tx, user.id, 'VOID');
      await change(tx, by, user, grant ? 'GRANT_ROLE' : 'REVOKE_ROLE', {
        user_role: body.userRole,
        permissions: [...ROLE_PERMISSIONS[body.userRole]],
      });
      if (user.status.name !== 'NOT_ACTIVATED')
        await tellHolder(tx, services, holderOf(user), 'ROLE_CHANGED', {
          by: by.userName,
          role: ROLES[body.userRole],
        });
    });
  };

  /** A merchant's user adds people to the own merchant alone, staff to any (SB-23). */
  async function create({ actor, body }: Context<'POST /api/user-merchant/employees'>) {
    const merchantId = body.merchantId.toLowerCase();
    refuseUnless(actor, changesPeople);
    if (!grantableRoles(actor).includes(body.userRole)) throw forbidden();
    if (actor.userRole !== 'BACKOFFICE_ADMIN' && merchantId !== actor.merchantId) throw forbidden();
    if (!isUuid(merchantId)) throw invalid('merchantId', messages.id);
    const taken = await isTaken(database, body.email, null);
    return changeAs(database, actor, async (tx) => {
      // nobody is let in while it is being disabled
      await lockMerchant(tx, merchantId, 'kept');
      const merchant = await tx
        .selectFrom('merchants')
        .select('status')
        .where('id', '=', merchantId)
        .executeTakeFirst();
      if (!merchant) throw invalid('merchantId', 'There is no such merchant');
      if (!(HIRING_STATUSES as readonly string[]).includes(merchant.status))
        throw invalid('merchantId', NOT_HIRING);
      if (taken) throw invalid('email', EMAIL_TAKEN);
      const { id } = await invitePerson(tx, services, actor, { ...body, merchantId });
      return readPerson(tx, id);
    });
  }

  return {
    'GET /api/users/{id}': ({ actor, params }) => loadPerson(database, actor, params.id),
    'POST /api/users/{id}/actions/block': block,
    'POST /api/users/{id}/actions/activate': activate,
    'POST /api/users/{id}/actions/resendInvitation': invite,
    'DELETE /api/users/{id}/pending-email': withdraw,
    'POST /api/user-merchant/employees': create,
    'PUT /api/user-merchant/employees': update,
    'PUT /api/user-merchant/employees/role': changeRole,
    'DELETE /api/user-merchant/employees/{id}': remove,
  };
}
