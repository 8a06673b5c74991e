import { randomUUIDv7 } from 'node:crypto';
import { ROLE_PERMISSIONS, type UserRole, type UserStatus } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { invalid } from '../errors.ts';
import { EMAIL_TAKEN } from './email-changes.ts';

export type StaffRole = Extract<UserRole, `BACKOFFICE_${string}`>;

/** Who works for the provider, and belongs to no merchant. */
export interface StaffMember {
  firstName: string;
  lastName: string;
  email: string;
  userRole: StaffRole;
  status: Extract<UserStatus, 'NOT_ACTIVATED' | 'ACTIVATED'>;
  passwordHash?: string;
  passwordMaxAgeDays?: number;
  /** The name of who adds them; none for the very first. */
  createdBy: string | null;
}

/** Adds one, by whatever way they come in; a taken address is a 400 on `email`. Gives the id. */
export async function addStaff(tx: Tx, member: StaffMember): Promise<string> {
  const { passwordHash, passwordMaxAgeDays } = member;
  const id = randomUUIDv7();
  await tx
    .insertInto('users')
    .values({
      id,
      first_name: member.firstName.trim(),
      last_name: member.lastName.trim(),
      // one mailbox, one spelling
      email: member.email.toLowerCase(),
      user_role: member.userRole,
      permissions: [...ROLE_PERMISSIONS[member.userRole]],
      status: member.status,
      password_hash: passwordHash ?? null,
      password_expires_date:
        passwordMaxAgeDays === undefined
          ? null
          : sql`now() + make_interval(days => ${passwordMaxAgeDays})`,
      created_date: sql`now()`,
      created_by: member.createdBy,
    })
    .execute()
    .catch(refuseTakenEmail);
  return id;
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
    select not exists (select from users where user_role = 'BACKOFFICE_ADMIN'
      and status not in ('NOT_ACTIVATED', 'DEACTIVATED')) as none`.execute(db);
  return rows[0]!.none;
}
