import type { AuditAction } from '@paydesk/contract/audited.ts';
import { ROLES } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { endPending } from '../../platform/auth/email-changes.ts';
import { sendInvitation } from '../../platform/auth/invitations.ts';
import { tellHolder } from '../../platform/auth/notices.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import { invitePerson, namesOf, type StaffRole } from '../../platform/auth/people.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { dropFactor } from '../../platform/auth/factors.ts';
import { mailReset } from './mails.ts';

// what `npm run admin` does: who runs the installation has its database in hand, so nobody is asked

/** Nobody who is signed in. */
const BY = { userId: null, userName: 'npm run admin', address: null };
const INVITED_BY = 'Whoever runs Paydesk';

/** All who work for the provider, but those who were deleted. */
export async function staffOf({ kysely }: Database) {
  const rows = await kysely
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'user_role', 'status'])
    .where('merchant_id', 'is', null)
    .where('status', '<>', 'DEACTIVATED')
    .orderBy('email')
    .execute();
  return rows.map(({ email, first_name, last_name, user_role, status }) => ({
    email,
    name: `${first_name} ${last_name}`,
    role: user_role as StaffRole,
    status,
  }));
}

/** Invites a member of staff, or anew one who has not come yet; gives the link. */
export async function inviteByHand(
  services: Services,
  { email, role, name }: { email: string; role: StaffRole; name: string },
): Promise<string> {
  return services.database.transaction('all', async (tx) => {
    const known = await locked(tx, email);
    if (known && (known.status !== 'NOT_ACTIVATED' || known.merchant_id))
      throw invalid('email', `${email} has an account: let-in brings it back, if it is locked`);
    await tellAdministrators(tx, services, `${email} was invited as ${ROLES[role]}.`, known?.id);
    if (known) {
      await write(tx, 'RESEND_INVITATION', known, {});
      return sendInvitation(tx, services, {
        userId: known.id,
        email,
        name: `${known.first_name} ${known.last_name}`,
        merchantName: null,
        invitedBy: INVITED_BY,
      });
    }
    const [given, ...more] = name.trim().split(/\s+/);
    const person = {
      ...namesOf(email, given, more.join(' ')),
      email,
      userRole: role,
      merchantId: null,
    };
    const { link } = await invitePerson(tx, services, BY, person, INVITED_BY);
    return link;
  });
}

/** Lets somebody in again who is blocked, forgot the password or lost the second factor; gives the link. */
export async function letIn(services: Services, email: string): Promise<string> {
  return services.database.transaction('all', async (tx) => {
    const user = await locked(tx, email);
    if (!user) throw invalid('email', `Nobody has an account by the address ${email}`);
    if (user.status === 'NOT_ACTIVATED')
      throw invalid(
        'email',
        `${email} has not come yet: ${user.merchant_id ? 'the console sends the invitation again' : 'invite once more'}`,
      );
    await tx
      .updateTable('users')
      .set({ status: 'ACTIVATED', failed_logins: 0 })
      .where('id', '=', user.id)
      .execute();
    await dropFactor(tx, user.id);
    await endSessions(tx, user.id);
    await endPending(tx, user.id, 'VOID');
    await write(tx, 'LET_IN', user, {
      secondFactor: 'taken off',
      changes: changes({ status: user.status }, { status: 'ACTIVATED' as string }),
    });
    const what = `${email} was let in again: the second factor was taken off, all sessions have ended.`;
    await tellAdministrators(tx, services, what, user.id);
    return mailReset(tx, services, user, {
      address: 'of the server itself',
      askedDate: services.now().toISOString(),
    });
  });
}

const locked = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'status', 'merchant_id'])
    .where(sql`lower(email)`, '=', email)
    .where('status', '<>', 'DEACTIVATED')
    .forUpdate()
    .executeTakeFirst();

const write = (
  tx: Tx,
  action: AuditAction,
  { id, merchant_id }: { id: string; merchant_id: string | null },
  details: Record<string, unknown>,
) =>
  audit(tx, BY, {
    action,
    entityType: 'USER',
    entityId: id,
    merchantId: merchant_id,
    result: 'SUCCESS',
    details,
  });

/** Every administrator who can sign in; whoever it is about hears of it by their own mail. */
async function tellAdministrators(tx: Tx, services: Services, what: string, besides?: string) {
  const all = await tx
    .selectFrom('users')
    .select(['email', 'first_name as name'])
    .where('user_role', '=', 'BACKOFFICE_ADMIN')
    .where('status', '=', 'ACTIVATED')
    .$if(besides !== undefined, (query) => query.where('id', '<>', besides!))
    .execute();
  for (const holder of all) await tellHolder(tx, services, holder, 'BY_HAND', { what });
}
