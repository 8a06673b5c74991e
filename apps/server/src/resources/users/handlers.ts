import { randomUUIDv7 } from 'node:crypto';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import {
  activateUser,
  blockUser,
  deleteEmployee,
  grantableRoles,
  grantRole,
  HIRING_STATUSES,
  INVITATIONS_AN_HOUR,
  changesPeople,
  NOT_HIRING,
  resendInvitation,
  revokeRole,
  TOO_MANY_INVITATIONS,
  updateUser,
  userState,
  type personFields,
  type UserDetail,
  type UserState,
} from '@paydesk/contract/resources/users/actions.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { sendInvitation } from '../../platform/auth/invitations.ts';
import { endSessions, type SignedIn } from '../../platform/auth/sessions.ts';
import { voidTokens } from '../../platform/auth/tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, invalid, notFound, refuseUnless } from '../../platform/errors.ts';
import type { Context, HandledKey, Handlers } from '../../platform/http/handlers.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
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
    });

  const activate = ({ actor, params }: Context<'POST /api/users/{id}/actions/activate'>) =>
    act(actor, params.id, activateUser, async (tx, user, by) => {
      await change(tx, by, user, 'ACTIVATE', { status: 'ACTIVATED', failed_logins: 0 });
      // however the block came about, it gives no session back
      if (user.status.name === 'BLOCKED') await endSessions(tx, user.id);
    });

  const invite = ({ actor, params }: Context<'POST /api/users/{id}/actions/resendInvitation'>) =>
    act(actor, params.id, resendInvitation, async (tx, user, by) => {
      if ((await resentWithinAnHour(tx, user.id)) >= INVITATIONS_AN_HOUR)
        throw invalid('invitation', TOO_MANY_INVITATIONS);
      await sendInvitation(tx, services, invitationOf(user, by));
      await written(tx, by, user, 'RESEND_INVITATION', {});
    });

  const remove = async ({ actor, params }: Context<'DELETE /api/user-merchant/employees/{id}'>) => {
    await act(actor, params.id, deleteEmployee, async (tx, user, by) => {
      await change(tx, by, user, 'DELETE', { status: 'DEACTIVATED' });
      await shutOut(tx, user.id);
    });
    return {};
  };

  const update = ({ actor, body }: Context<'PUT /api/user-merchant/employees'>) =>
    act(actor, idOf(body), updateUser, async (tx, user, by) => {
      const person = personOf(body);
      await change(tx, by, user, 'UPDATE', person).catch(refuseTakenEmail);
      // a link in the wrong mailbox opens nothing
      if (person.email !== user.email.toLowerCase()) await voidLinks(tx, user.id);
    });

  const changeRole = ({ actor, body }: Context<'PUT /api/user-merchant/employees/role'>) => {
    const grant = body.userRole === 'MERCHANT_ADMIN';
    return act(actor, idOf(body), grant ? grantRole : revokeRole, (tx, user, by) =>
      change(tx, by, user, grant ? 'GRANT_ROLE' : 'REVOKE_ROLE', {
        user_role: body.userRole,
        permissions: [...ROLE_PERMISSIONS[body.userRole]],
      }),
    );
  };

  /** A merchant's user adds people to the own merchant alone, staff to any (SB-23). */
  async function create({ actor, body }: Context<'POST /api/user-merchant/employees'>) {
    const merchantId = body.merchantId.toLowerCase();
    refuseUnless(actor, changesPeople);
    if (!grantableRoles(actor).includes(body.userRole)) throw forbidden();
    if (actor.userRole !== 'BACKOFFICE_ADMIN' && merchantId !== actor.merchantId) throw forbidden();
    if (!isUuid(merchantId)) throw invalid('merchantId', messages.id);
    return changeAs(database, actor, async (tx) => {
      const merchant = await tx
        .selectFrom('merchants')
        .select('status')
        .where('id', '=', merchantId)
        // nobody is let in while it is being disabled
        .forShare()
        .executeTakeFirst();
      if (!merchant) throw invalid('merchantId', 'There is no such merchant');
      if (!(HIRING_STATUSES as readonly string[]).includes(merchant.status))
        throw invalid('merchantId', NOT_HIRING);
      const id = randomUUIDv7();
      await tx
        .insertInto('users')
        .values({
          id,
          ...personOf(body),
          user_role: body.userRole,
          permissions: [...ROLE_PERMISSIONS[body.userRole]],
          status: 'NOT_ACTIVATED',
          merchant_id: merchantId,
          created_date: sql`now()`,
          created_by: actor.userName,
        })
        .execute()
        .catch(refuseTakenEmail);
      const user = await readPerson(tx, id);
      await sendInvitation(tx, services, invitationOf(user, actor));
      const { firstName, lastName, email, phoneNumber, position, description, userRole } = user;
      const first = { firstName, lastName, email, phoneNumber, position, description, userRole };
      await written(tx, actor, user, 'CREATE', changes({} as typeof first, first));
      return user;
    });
  }

  return {
    'GET /api/users/{id}': ({ actor, params }) => loadPerson(database, actor, params.id),
    'POST /api/users/{id}/actions/block': block,
    'POST /api/users/{id}/actions/activate': activate,
    'POST /api/users/{id}/actions/resendInvitation': invite,
    'POST /api/user-merchant/employees': create,
    'PUT /api/user-merchant/employees': update,
    'PUT /api/user-merchant/employees/role': changeRole,
    'DELETE /api/user-merchant/employees/{id}': remove,
  };
}

/** An id in a body that can't be anybody's is as absent as an unknown one, as it is in a path. */
function idOf({ id }: { id: string }): string {
  if (!isUuid(id)) throw notFound();
  return id;
}

const filled = (text: string | null | undefined) => text?.trim() || null;

/** The data fields of a body, and of all that may stand in it these alone (SB-24). */
function personOf(body: ValuesOf<typeof personFields>) {
  return {
    first_name: body.firstName.trim(),
    last_name: body.lastName.trim(),
    // one mailbox, one spelling
    email: body.email.toLowerCase(),
    phone_number: body.phoneNumber.trim(),
    position: filled(body.position),
    description: filled(body.description),
  };
}

/** Two who take one address at the same moment: the index lets one of them through. */
function refuseTakenEmail(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'users_email')
    throw invalid('email', 'This email address is in use already');
  throw error;
}

type Change = Partial<ReturnType<typeof personOf>> & {
  status?: string;
  failed_logins?: number;
  user_role?: UserDetail['userRole'];
  permissions?: UserDetail['userPermissions'];
};

/** Changes the person, and writes down what differs. */
async function change(tx: Tx, by: SignedIn, user: UserDetail, action: string, values: Change) {
  await tx
    .updateTable('users')
    .set({ ...values, updated_date: sql`now()`, updated_by: by.userName })
    .where('id', '=', user.id)
    .execute();
  const {
    updatedDate: _at,
    updatedBy: _by,
    onlyAdmin: _only,
    ...now
  } = await readPerson(tx, user.id);
  await written(tx, by, user, action, changes(flat(user), flat(now)));
}

/** A status by its name alone. */
const flat = <U extends { status: { name: string } }>(user: U) => ({
  ...user,
  status: user.status.name,
});

const written = (tx: Tx, by: SignedIn, user: UserDetail, action: string, details: object) =>
  audit(tx, by, {
    action,
    entityType: 'USER',
    entityId: user.id,
    merchantId: user.merchantId,
    result: 'SUCCESS',
    details: Object.keys(details).length ? { changes: details } : {},
  });

const invitationOf = (user: UserDetail, by: SignedIn) => ({
  userId: user.id,
  email: user.email,
  name: `${user.firstName} ${user.lastName}`,
  merchantName: user.merchantName,
  invitedBy: by.userName,
});

async function voidLinks(tx: Tx, userId: string): Promise<void> {
  await voidTokens(tx, userId, 'INVITATION');
  await voidTokens(tx, userId, 'RESET');
}

/** From now on neither a session nor a link of theirs opens anything. */
async function shutOut(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await voidLinks(tx, userId);
}

/** Invitations of the last hour, without the one that came with the account itself. */
async function resentWithinAnHour(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('t.user_id', '=', userId)
    .where('t.purpose', '=', 'INVITATION')
    .where('t.created_date', '>', sql<string>`now() - interval '1 hour'`)
    .whereRef('t.created_date', '<>', 'u.created_date')
    .executeTakeFirstOrThrow();
  return Number(count);
}
