import {
  ROLE_PERMISSIONS,
  ROLES,
  type Actor,
  type Permission,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { whyNotViewAs } from '@paydesk/contract/view-as.ts';
import { sql } from 'kysely';
import { amountsOf, narrowed, type Held } from './roles.ts';

// the one place where an administrator becomes somebody to look at the console by their rights (ADR 167)

/** As whom a session looks; as they are now. */
export interface Viewed {
  /** Null: a role, with nobody in it. */
  user_id: string | null;
  name: string | null;
  user_role: UserRole;
  permissions: Permission[] | null;
  merchant_id: string | null;
  role: Held['role'];
}

/** Of the session `s`: a person who may still sign in, or a role; null where it looks as itself. */
export const VIEWED = sql<Viewed | null>`(case
  when s.view_user_id is not null then (select json_build_object('user_id', v.id,
    'name', v.first_name || ' ' || v.last_name, 'user_role', v.user_role, 'permissions', v.permissions,
    'merchant_id', v.merchant_id, 'role', (select json_build_object('id', own.id, 'name', own.name,
      'rights', own.rights, 'refundUpToCents', own.refund_up_to_cents,
      'reverseUpToCents', own.reverse_up_to_cents,
      'merchantIds', own.merchant_ids) from roles own where own.id = v.role_id))
    from users v where v.id = s.view_user_id and v.status = 'ACTIVATED')
  when s.view_role_id is not null then (select json_build_object('user_id', null, 'name', null,
    'user_role', own.base, 'permissions', null, 'merchant_id', own.merchant_id,
    'role', json_build_object('id', own.id, 'name', own.name, 'rights', own.rights,
      'refundUpToCents', own.refund_up_to_cents, 'reverseUpToCents', own.reverse_up_to_cents,
      'merchantIds', own.merchant_ids))
    from roles own where own.id = s.view_role_id)
  when s.view_role is not null then json_build_object('user_id', null, 'name', null,
    'user_role', s.view_role, 'permissions', null, 'merchant_id', u.merchant_id, 'role', null)
  end)`;

/** Somebody with the rights of the other; null where they may not look as that one, or not any more. */
export function asViewed<A extends Actor>(actor: A, viewed: Viewed) {
  const held = {
    userRole: viewed.user_role,
    roleRights: viewed.role?.rights ?? null,
    ...amountsHeld(viewed.role),
    merchantId: viewed.merchant_id,
  };
  if (whyNotViewAs(actor, held) !== null) return null;
  // what somebody was given beyond their role is theirs, unless the one who looks has it too
  const permissions = (viewed.permissions ?? ROLE_PERMISSIONS[viewed.user_role]).filter(
    (one) => actor.merchantId === null || actor.permissions.includes(one),
  );
  return {
    ...narrowed({ user_role: viewed.user_role, permissions, role: viewed.role }),
    merchantId: viewed.merchant_id,
    viewing: { name: nameOf(viewed) },
  };
}

/** 'Ana Birch, Till'; 'Till'. */
export const nameOf = ({ name, user_role, role }: Viewed): string =>
  [name, role?.name ?? ROLES[user_role]].filter(Boolean).join(', ');

function amountsHeld(role: Held['role']) {
  const { refundUpTo, reverseUpTo } = amountsOf(
    role?.refundUpToCents ?? null,
    role?.reverseUpToCents ?? null,
  );
  return { roleRefundUpTo: refundUpTo, roleReverseUpTo: reverseUpTo };
}
