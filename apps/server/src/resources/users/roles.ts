import { ROLES, type UserRole } from '@paydesk/contract/permissions.ts';
import { covers } from '@paydesk/contract/policy.ts';
import type { GivenRight } from '@paydesk/contract/rights.ts';
import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';

export const BEYOND_ONES_OWN =
  'Your own role leaves out some of what this one holds: you can’t give it';

/**
 * Whether this role is theirs to give to this merchant's people, or to the provider's: it stays as it is until
 * the transaction ends. Gives its name; null: one of the specification's, whole.
 */
export async function insistRole(
  tx: Tx,
  actor: SignedIn,
  { userRole, roleId }: { userRole: UserRole; roleId?: string | null | undefined },
  merchantId: string | null,
): Promise<string | null> {
  if ((merchantId === null) === userRole.startsWith('MERCHANT_'))
    throw invalid('userRole', 'Role: one of this person’s own side');
  if (!roleId) {
    if (!covers(actor, { userRole, roleRights: null })) throw invalid('userRole', BEYOND_ONES_OWN);
    return null;
  }
  const { rows } = await sql<{ name: string; base: UserRole; rights: GivenRight[] }>`
    select name, base, rights from roles r
    where r.id = ${roleId} and r.merchant_id is not distinct from ${merchantId} for share`.execute(
    tx,
  );
  const [role] = rows;
  if (!role) throw invalid('roleId', 'There is no such role');
  if (role.base !== userRole)
    throw invalid('roleId', `“${role.name}” is made from ${ROLES[role.base]}`);
  if (!covers(actor, { userRole, roleRights: role.rights }))
    throw invalid('roleId', BEYOND_ONES_OWN);
  return role.name;
}
