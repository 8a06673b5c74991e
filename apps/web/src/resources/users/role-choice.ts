import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { ROLES, ROUTE_SETS, type UserRole } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';

/** One choice for both: a built-in role, or one of the own that is made from it. */
const joined = (userRole: UserRole, roleId: string | null) =>
  roleId ? `${userRole}:${roleId}` : userRole;

/** The roles that may be given, with those of the own beneath what they are made from. */
export function useRoleChoice(bases: readonly UserRole[], merchantId: string | null) {
  // whoever can’t read them gives the built-in ones
  const enabled = isAllowed(useActor(), { anyOf: ROUTE_SETS.ROLES, right: 'PEOPLE' });
  const { data } = useCall('GET /api/roles', { query: { size: 200 } }, { enabled });
  const own = (data?.content ?? []).filter(
    (role) => role.merchantId === merchantId && bases.includes(role.base),
  );
  const enumeration = Object.fromEntries(
    bases.flatMap((base) => [
      [base, ROLES[base]],
      ...own
        .filter((role) => role.base === base)
        .map((role) => [joined(base, role.id), `${role.name} (from ${ROLES[base]})`]),
    ]),
  ) as Record<string, string>;
  const field = { label: 'Role', kind: 'choice', required: true, enumeration } as const;
  return {
    field: field as Fields[string],
    value: joined,
    /** What is sent of a choice. */
    parted: <V extends object>(values: V) => {
      const { userRole: chosen, ...others } = values as V & { userRole: string };
      const [userRole, roleId = null] = chosen.split(':') as [UserRole, string?];
      return { ...others, userRole, roleId };
    },
  };
}
