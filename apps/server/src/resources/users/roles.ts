import { ROLES, type UserRole } from '@paydesk/contract/permissions.ts';
import { covers, holdingOf, wholeRole } from '@paydesk/contract/holdings.ts';
import { sql } from 'kysely';
import { amountsOf } from '../../platform/auth/roles.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdRow } from '../../platform/db/rows.ts';
import { invalid } from '../../platform/errors.ts';
import type { RowOf } from '../../platform/record.ts';

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
    if (!covers(actor, wholeRole(userRole))) throw invalid('userRole', BEYOND_ONES_OWN);
    return null;
  }
  await holdRow(tx, 'roles', roleId);
  const { rows } = await sql<RowOf<'roles'>>`
    select r.* from roles r
    where r.id = ${roleId} and r.merchant_id is not distinct from ${merchantId}`.execute(tx);
  const [role] = rows;
  if (!role) throw invalid('roleId', 'There is no such role');
  if (role.base !== userRole)
    throw invalid('roleId', `“${role.name}” is based on ${ROLES[role.base]}`);
  const amounts = amountsOf(role.refund_up_to_cents, role.reverse_up_to_cents);
  if (!covers(actor, holdingOf({ ...role, ...amounts }))) throw invalid('roleId', BEYOND_ONES_OWN);
  return role.name;
}
