import { randomUUIDv7 } from 'node:crypto';
import { checkField } from '@paydesk/contract/kernel/fields.ts';
import { cut, plainLine } from '@paydesk/contract/kernel/texts.ts';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import { audit, changes } from '../audit.ts';
import type { Db, Tx } from '../db/database.ts';
import { invalid } from '../errors.ts';
import type { Services } from '../services.ts';
import { EMAIL_TAKEN, endPending, insistFree } from './email-changes.ts';
import type { endOfPassword } from './expiry.ts';
import { sendInvitation } from './invitations.ts';

export type StaffRole = Extract<UserRole, `BACKOFFICE_${string}`>;

/** Somebody new: who works for the provider belongs to no merchant. */
export interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber?: string | null | undefined;
  position?: string | null | undefined;
  description?: string | null | undefined;
  userRole: UserRole;
  /** One of the own that is made from it. */
  roleId?: string | null | undefined;
  merchantId: string | null;
}

/** Who can sign in at once, by a password they have chosen already. */
interface Password {
  hash: string;
  expires: ReturnType<typeof endOfPassword>;
}

/** As in the forms for people. */
const NAME = { label: 'Name', kind: 'text', required: true, maxLength: 25 } as const;

/** As much of what others call somebody as a name may be; '' where that is none. */
export function toldName(said: unknown): string {
  const name = typeof said === 'string' ? cut(plainLine(said), NAME.maxLength).trim() : '';
  return checkField(NAME, name) === null ? name : '';
}

/** Both names of whom others tell: what they leave out is said by the address. */
export function namesOf(email: string, given: unknown, family: unknown) {
  const firstName = toldName(given) || toldName(email.split('@')[0]);
  return { firstName, lastName: toldName(family) || firstName };
}

const filled = (text: string | null | undefined) => text?.trim() || null;

/** What people fill in about a person, as it is kept. */
export const kept = (person: Omit<NewPerson, 'userRole' | 'roleId' | 'merchantId'>) => ({
  first_name: person.firstName.trim(),
  last_name: person.lastName.trim(),
  // one mailbox, one spelling
  email: person.email.toLowerCase(),
  phone_number: filled(person.phoneNumber),
  position: filled(person.position),
  description: filled(person.description),
});

/** Adds one, by whatever way they come in; a taken address is a 400 on `email`. Gives the id. */
export async function addPerson(
  tx: Tx,
  person: NewPerson,
  by: { createdBy: string | null; password?: Password; bySso?: true },
): Promise<string> {
  const { createdBy, password, bySso } = by;
  const id = randomUUIDv7();
  await tx
    .insertInto('users')
    .values({
      id,
      ...kept(person),
      user_role: person.userRole,
      permissions: [...ROLE_PERMISSIONS[person.userRole]],
      merchant_id: person.merchantId,
      role_id: person.roleId ?? null,
      // who comes by a connection has no password, and needs none
      status: password || bySso ? 'ACTIVATED' : 'NOT_ACTIVATED',
      ...(password && {
        password_hash: password.hash,
        password_expires_date: password.expires,
      }),
      created_date: sql`pg_catalog.now()`,
      created_by: createdBy,
    })
    .execute()
    .catch(refuseTakenEmail);
  return id;
}

/**
 * Invites somebody, in the transaction of what they are invited to: the account, its audit row, and the mail
 * with the link (SB-22, SB-23). `invitedBy` is whom the mail names, where it is not who does it. A taken address
 * is a 400 on `email`.
 */
export async function invitePerson(
  tx: Tx,
  services: Services,
  by: Parameters<typeof audit>[1],
  person: NewPerson,
  invitedBy: string = by.userName ?? 'Paydesk',
): Promise<{ id: string; link: string }> {
  const { merchantId, userRole } = person;
  await insistFree(tx, person.email, null);
  const id = await addPerson(tx, person, { createdBy: by.userName });
  const { first_name, last_name, email, phone_number, position, description } = kept(person);
  const merchant =
    merchantId === null
      ? null
      : await tx
          .selectFrom('merchants')
          .select('name')
          .where('id', '=', merchantId)
          .executeTakeFirstOrThrow();
  const link = await sendInvitation(tx, services, {
    userId: id,
    email,
    name: `${first_name} ${last_name}`,
    merchantName: merchant?.name ?? null,
    invitedBy,
  });
  const given = {
    firstName: first_name,
    lastName: last_name,
    email,
    phoneNumber: phone_number,
    position,
    description,
    userRole,
    ...(person.roleId && { roleId: person.roleId }),
  };
  await audit(tx, by, {
    action: 'CREATE',
    entityType: 'USER',
    entityId: id,
    merchantId,
    result: 'SUCCESS',
    details: { changes: changes({} as typeof given, given) },
  });
  return { id, link };
}

/** Two who take one address at the same moment: the index lets one of them through. */
export function refuseTakenEmail(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'users_email') throw invalid('email', EMAIL_TAKEN);
  throw error;
}

/**
 * Whether nobody can administer this installation yet: who was invited and has not come, or has been
 * deleted, does not count.
 */
export async function hasNoAdministrator(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ none: boolean }>`
    select not exists (select from users where user_role = 'BACKOFFICE_ADMIN' and role_id is null
      and status not in ('NOT_ACTIVATED', 'DEACTIVATED')) as none`.execute(db);
  return rows[0]!.none;
}

/** Another role, but never one that leaves nobody to administer: false where it stays as it is. */
export async function setRole(
  tx: Tx,
  person: { id: string; user_role: UserRole; merchant_id: string | null },
  role: UserRole,
  /** One of the own that is made from it. */
  roleId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from users where id <> ${person.id} and status = 'ACTIVATED'
      and user_role = ${person.user_role} and role_id is null and merchant_id is not distinct from ${person.merchant_id})
      as others`.execute(tx);
  const stays = role === person.user_role && roleId === null;
  if (person.user_role.endsWith('_ADMIN') && !stays && !rows[0]!.others) return false;
  // who may change an operator's address may not change an administrator's
  await endPending(tx, person.id, 'VOID');
  await tx
    .updateTable('users')
    .set({ user_role: role, permissions: [...ROLE_PERMISSIONS[role]], role_id: roleId })
    .where('id', '=', person.id)
    .execute();
  return true;
}

/** Signed in just now; an invitation is not waited for any more. */
export async function noteSignIn(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ last_login_date: sql`pg_catalog.now()`, status: 'ACTIVATED' })
    .where('id', '=', userId)
    .where('status', 'in', ['ACTIVATED', 'NOT_ACTIVATED'])
    .execute();
}
