import { checkField } from '@paydesk/contract/kernel/fields.ts';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import { insistFree } from '../../platform/auth/email-changes.ts';
import { addPerson, namesOf, setRole } from '../../platform/auth/people.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdRow } from '../../platform/db/rows.ts';
import { Unbelievable, type Claims } from './oidc.ts';
import { domainOf, domainsOf, type ConnectionRow } from './rows.ts';

/** Which roles a connection can give: those of its own side, whatever a claim says. */
const rolesOf = ({ merchant_id }: ConnectionRow): { admin: UserRole; member: UserRole } =>
  merchant_id === null
    ? { admin: 'BACKOFFICE_ADMIN', member: 'BACKOFFICE_TECHNICAL' }
    : { admin: 'MERCHANT_ADMIN', member: 'MERCHANT_OPERATOR' };

/** A role of the specification's, and which of a firm's own that is made from it. */
export interface Given {
  userRole: UserRole;
  roleId: string | null;
}

/** What the claims make of somebody; null where the connection says nothing of roles. */
export function roleBy(row: ConnectionRow, claims: Claims): Given | null {
  if (!row.role_claim) return null;
  const said = [claims[row.role_claim]].flat().filter((one) => typeof one === 'string');
  const given = roleFor(row, said);
  if (!given) throw new Unbelievable('The provider gives you no role here: ask your administrator');
  return given;
}

/** Of several the first in this order: administrator, the own ones as they are written down, everybody else. */
export function roleFor(row: ConnectionRow, said: readonly string[]): Given | null {
  const { admin, member } = rolesOf(row);
  if (row.admin_value && said.includes(row.admin_value)) return { userRole: admin, roleId: null };
  const own = row.own_roles.find(({ value }) => said.includes(value));
  if (own) return { userRole: own.base, roleId: own.roleId };
  return !row.member_value || said.includes(row.member_value)
    ? { userRole: member, roleId: null }
    : null;
}

/** Whether it makes another of them; a role of the own that was given by hand stays where none is written down. */
export const isOther = (
  row: ConnectionRow,
  given: Given,
  person: { user_role: string; role_id: string | null },
): boolean =>
  given.userRole !== person.user_role ||
  (row.own_roles.length > 0 && given.roleId !== person.role_id);

/** A role that was deleted since is given to nobody. */
export async function insistThere(tx: Tx, { roleId }: Given): Promise<void> {
  if (roleId === null) return;
  await holdRow(tx, 'roles', roleId);
  const there = await tx
    .selectFrom('roles')
    .select('id')
    .where('id', '=', roleId)
    .executeTakeFirst();
  if (!there)
    throw new Unbelievable(
      'The role that the provider gives you is not there any more: ask your administrator',
    );
}

export interface Person {
  id: string;
  status: string;
  merchant_id: string | null;
  email: string;
  user_role: UserRole;
  role_id: string | null;
  permissions: string[];
  first_name: string;
  last_name: string;
}

const people = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'status', 'merchant_id', 'email', 'user_role', 'permissions'])
    .select(['first_name', 'last_name', 'role_id'])
    .where('status', '<>', 'DEACTIVATED')
    .forUpdate();

/** Whom the provider calls so. */
const identity = (tx: Tx, row: ConnectionRow, subject: string) =>
  tx
    .selectFrom('sso_identities')
    .select('user_id')
    .where('connection_id', '=', row.id)
    .where('subject', '=', subject);

/** Who the claims are of: known by the provider's own name, else by an address that it has verified, else new. */
export async function personOf(
  tx: Tx,
  row: ConnectionRow,
  claims: Claims,
): Promise<{ person: Person; change: 'none' | 'made' | 'came' | 'role' }> {
  const role = roleBy(row, claims);
  if (role) await insistThere(tx, role);
  const known = await people(tx)
    .where('id', 'in', identity(tx, row, claims.sub))
    .executeTakeFirst();
  const found = known ?? (await byAddress(tx, row, claims, role));
  const { person } = 'person' in found ? found : { person: found };
  // never across the boundary, whatever was linked before
  if (person.merchant_id !== row.merchant_id)
    throw new Unbelievable('This address belongs to somebody who does not work there');
  await insistDomain(tx, row, person.email);
  if (!known)
    await tx
      .insertInto('sso_identities')
      .values({
        connection_id: row.id,
        subject: claims.sub,
        user_id: person.id,
        created_date: sql`pg_catalog.now()`,
      })
      // called so before, removed since, and here again as somebody new
      .onConflict((conflict) =>
        conflict
          .columns(['connection_id', 'subject'])
          .doUpdateSet({ user_id: person.id, created_date: sql`pg_catalog.now()` }),
      )
      .execute();
  if ('person' in found) return found;
  // was invited, and comes this way: as what the provider says from the first time on
  const came = person.status === 'NOT_ACTIVATED';
  if (!came && person.status !== 'ACTIVATED') throw new Unbelievable('Your account is blocked');
  if (role && isOther(row, role, person) && (await setRole(tx, person, role.userRole, role.roleId)))
    return {
      person: { ...person, user_role: role.userRole, role_id: role.roleId },
      change: 'role',
    };
  return { person, change: came ? 'came' : 'none' };
}

async function insistDomain(tx: Tx, row: ConnectionRow, email: string): Promise<void> {
  const domains = await domainsOf(tx, row.id);
  if (!domains.some((one) => one.verified_date && one.domain === domainOf(email)))
    throw new Unbelievable('Your address is of no domain that this connection speaks for');
}

/** Of people whom a provider tells, by claims and by SCIM: the same rule as for those who are typed, and longer. */
export const ADDRESS = { label: 'Email', kind: 'email', required: true, maxLength: 254 } as const;

/** Removed by hand: comes back when somebody says so, by an invitation or SCIM, and not by coming. */
async function insistNotRemoved(tx: Tx, row: ConnectionRow, { sub }: Claims, email: string) {
  const removed = await tx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'DEACTIVATED')
    .where('merchant_id', 'is not distinct from', row.merchant_id)
    .where((either) =>
      either.or([
        either(sql`lower(email)`, '=', email.toLowerCase()),
        either('id', 'in', identity(tx, row, sub)),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (removed)
    throw new Unbelievable('You were removed here: ask your administrator for an invitation');
}

async function byAddress(
  tx: Tx,
  row: ConnectionRow,
  claims: Claims,
  role: Given | null,
): Promise<Person | { person: Person; change: 'made' }> {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || checkField(ADDRESS, email) !== null)
    throw new Unbelievable('The provider names no email address');
  // what anybody may type into a provider says nothing of whose it is
  if (verified !== true) throw new Unbelievable('The provider has not verified your email address');
  await insistDomain(tx, row, email);
  const there = await people(tx)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  if (there) return there;
  await insistNotRemoved(tx, row, claims, email);
  await insistFree(tx, email, null);
  const { userRole, roleId } = role ?? { userRole: rolesOf(row).member, roleId: null };
  const person = {
    ...namesOf(email, claims['given_name'], claims['family_name']),
    email,
    userRole,
    roleId,
    merchantId: row.merchant_id,
  };
  const id = await addPerson(tx, person, { createdBy: row.name, bySso: true });
  return {
    person: {
      id,
      status: 'ACTIVATED',
      merchant_id: row.merchant_id,
      email: email.toLowerCase(),
      user_role: userRole,
      role_id: roleId,
      permissions: [...ROLE_PERMISSIONS[userRole]],
      first_name: person.firstName,
      last_name: person.lastName,
    },
    change: 'made',
  };
}
