import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import {
  INVITATIONS_AN_HOUR,
  TOO_MANY_INVITATIONS,
  type UserDetail,
} from '@paydesk/contract/resources/users/actions.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { endPending } from '../../platform/auth/email-changes.ts';
import type { kept } from '../../platform/auth/people.ts';
import { endSessions, type SignedIn } from '../../platform/auth/sessions.ts';
import { voidTokens } from '../../platform/auth/tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { readPerson } from './people.ts';

// what the calls about people share: what is written, to whom, and what ends with it

/** An id in a body that can't be anybody's is as absent as an unknown one, as it is in a path. */
export function idOf({ id }: { id: string }): string {
  if (!isUuid(id)) throw notFound();
  return id;
}

type Change = Partial<ReturnType<typeof kept>> & {
  status?: string;
  failed_logins?: number;
  user_role?: UserDetail['userRole'];
  permissions?: UserDetail['userPermissions'];
};

/** Changes the person, and writes down what differs. */
export async function change(
  tx: Tx,
  by: SignedIn,
  user: UserDetail,
  action: string,
  values: Change,
) {
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

export const written = (tx: Tx, by: SignedIn, user: UserDetail, action: string, details: object) =>
  audit(tx, by, {
    action,
    entityType: 'USER',
    entityId: user.id,
    merchantId: user.merchantId,
    result: 'SUCCESS',
    details: Object.keys(details).length ? { changes: details } : {},
  });

export const invitationOf = (user: UserDetail, by: SignedIn) => ({
  userId: user.id,
  email: user.email,
  name: `${user.firstName} ${user.lastName}`,
  merchantName: user.merchantName,
  invitedBy: by.userName,
});

export const holderOf = ({ email, firstName }: UserDetail) => ({ email, name: firstName });

export async function voidLinks(tx: Tx, userId: string): Promise<void> {
  await voidTokens(tx, userId, 'INVITATION');
  await voidTokens(tx, userId, 'RESET');
}

/** From now on neither a session nor a link of theirs opens anything. */
export async function shutOut(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await voidLinks(tx, userId);
  await endPending(tx, userId, 'VOID');
}

export async function refuseManyInvitations(
  tx: Tx,
  userId: string,
  field: 'invitation' | 'email',
): Promise<void> {
  if ((await resentWithinAnHour(tx, userId)) >= INVITATIONS_AN_HOUR)
    throw invalid(field, TOO_MANY_INVITATIONS);
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
