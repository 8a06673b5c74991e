import {
  INVITATIONS_AN_HOUR,
  TOO_MANY_INVITATIONS,
} from '@paydesk/contract/resources/users/fields.ts';
import type { UserDetail } from '@paydesk/contract/resources/users/record.ts';
import { sql } from 'kysely';
import { changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { RowOf } from '../../platform/record.ts';

// what the actions on people share: what is written, to whom, and what ends with it

/** What the history calls a column; what it calls nothing, it does not tell. */
const TOLD: Readonly<Record<string, keyof UserDetail>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone_number: 'phoneNumber',
  position: 'position',
  description: 'description',
  status: 'status',
  user_role: 'userRole',
  permissions: 'userPermissions',
};

/** Columns that change, and what differs by it, in the words of the wire. */
export function changed(before: UserDetail, set: Partial<RowOf<'users'>>) {
  const was: Record<string, unknown> = { ...before, status: before.status.name };
  const is = Object.entries(set).flatMap(([column, value]) => {
    const key = TOLD[column];
    return key ? [[key, value] as const] : [];
  });
  return { set, details: { changes: changes(was, Object.fromEntries(is)) } };
}

export const invitationOf = (
  { id, email, firstName, lastName, merchantName }: UserDetail,
  by: SignedIn,
) => ({
  userId: id,
  email,
  name: `${firstName} ${lastName}`,
  merchantName,
  invitedBy: by.userName,
});

export const holderOf = ({ email, firstName }: UserDetail) => ({ email, name: firstName });

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
