import { beyondAmount } from './amounts.ts';
import type { Actor, Amounts, UserRole } from './permissions.ts';
import type { Right } from './rights.ts';

/** What a person holds, or is to hold: a role of a firm's own, or all of one of the specification's. */
export interface Holding {
  userRole: UserRole;
  roleRights: readonly Right[] | null;
  roleRefundUpTo: number | null;
  roleReverseUpTo: number | null;
}

/** Whether somebody holds all of it themselves, so that it is theirs to hand on, and to take away (ADR 163). */
export function covers({ role }: Pick<Actor, 'role'>, held: Holding): boolean {
  if (!role) return true;
  // who reaches some merchants alone has nothing to hand on, nor to take
  if (role.merchants) return false;
  const { userRole, roleRights, roleRefundUpTo, roleReverseUpTo } = held;
  if (!roleRights) return role.beneath.includes(userRole);
  const amounts = { refundUpTo: roleRefundUpTo, reverseUpTo: roleReverseUpTo };
  return (
    !roleRights.some((right) => role.lacks.includes(right)) &&
    beyondAmount(role, amounts, roleRights) === null
  );
}

/** A role as what somebody holds who has it. */
export const holdingOf = ({
  base,
  rights,
  refundUpTo,
  reverseUpTo,
}: Amounts & { base: UserRole; rights: readonly Right[] }): Holding => ({
  userRole: base,
  roleRights: rights,
  roleRefundUpTo: refundUpTo,
  roleReverseUpTo: reverseUpTo,
});

/** One of the specification's, whole. */
export const wholeRole = (userRole: UserRole): Holding => ({
  userRole,
  roleRights: null,
  roleRefundUpTo: null,
  roleReverseUpTo: null,
});
