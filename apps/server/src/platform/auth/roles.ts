import { beyondAmount } from '@paydesk/contract/amounts.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type {
  Actor,
  Amounts,
  OwnRole,
  Permission,
  UserRole,
} from '@paydesk/contract/permissions.ts';
import {
  isOfMerchants,
  permissionsLeft,
  rightsInOrder,
  rightsOf,
  type GivenRight,
  type Right,
} from '@paydesk/contract/rights.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

// the one place where a role of a firm's own becomes what a person may do (ADR 163)

/** A role as it is kept, beside what somebody is by the specification. */
export interface Held {
  user_role: UserRole;
  permissions: Permission[];
  role: {
    id: string;
    name: string;
    rights: GivenRight[];
    refundUpToCents: number | null;
    reverseUpToCents: number | null;
    /** Which merchants it reaches; null: all of them. */
    merchantIds: string[] | null;
  } | null;
}

/** Of the person `u`: read with whatever else is asked of them, so that no answer goes by an older one. */
export const OWN_ROLE = sql<Held['role']>`(select json_build_object('id', own.id, 'name', own.name,
  'rights', own.rights, 'refundUpToCents', own.refund_up_to_cents,
  'reverseUpToCents', own.reverse_up_to_cents, 'merchantIds', own.merchant_ids)
  from roles own where own.id = u.role_id)`;

/** Who somebody is, less what their role leaves out; it can only ever be less. */
export function narrowed({
  user_role: userRole,
  permissions,
  role,
}: Held): Pick<Actor, 'userRole' | 'permissions'> & { role: OwnRole | null } {
  if (!role) return { userRole, permissions, role: null };
  const amounts = amountsOf(role.refundUpToCents, role.reverseUpToCents);
  return {
    userRole,
    permissions: permissionsLeft(permissions, role.rights),
    role: {
      id: role.id,
      name: role.name,
      lacks: lacking(role.rights, role.merchantIds !== null),
      beneath: role.merchantIds ? [] : beneath(userRole, role.rights, amounts),
      merchants: role.merchantIds,
      ...amounts,
    },
  };
}

type Cents = bigint | number | null;
const decimal = (cents: Cents) => (cents === null ? null : fromCents(BigInt(cents)));

/** How much at once a role gives back, as it is kept. */
export const amountsOf = (refund: Cents, reverse: Cents): Amounts => ({
  refundUpTo: decimal(refund),
  reverseUpTo: decimal(reverse),
});

/** Of a role that reaches some merchants alone, whatever tells of all at once too. */
export const lacking = (held: readonly GivenRight[], confined = false): Right[] => [
  ...rightsInOrder.filter((right) => !held.includes(right) || (confined && !isOfMerchants(right))),
  'RESERVED',
];

/** Of the own side those of the specification that may nothing that is left out here. */
function beneath(base: UserRole, held: readonly GivenRight[], amounts: Amounts): UserRole[] {
  const below: Readonly<Record<UserRole, UserRole | null>> = {
    BACKOFFICE_ADMIN: 'BACKOFFICE_TECHNICAL',
    MERCHANT_ADMIN: 'MERCHANT_OPERATOR',
    BACKOFFICE_TECHNICAL: null,
    MERCHANT_OPERATOR: null,
  };
  const other = below[base];
  if (!other) return [];
  const theirs = rightsOf(other);
  const more = beyondAmount(amounts, { refundUpTo: null, reverseUpTo: null }, theirs);
  return more === null && theirs.every((right) => held.includes(right)) ? [other] : [];
}

/** The same as they are by now, until the transaction ends: neither they nor their role changes meanwhile. */
export async function rightsNow<A extends Actor>(tx: Tx | Db, actor: A): Promise<A> {
  const { rows } = await sql<Held>`
    select u.user_role, u.permissions, ${OWN_ROLE} as role from users u
    where u.id = ${actor.userId} for no key update of u`.execute(tx);
  const [row] = rows;
  return row ? { ...actor, ...narrowed(row) } : actor;
}

/** Those who were deleted have no role any more; that nobody else has it, the database holds. */
export async function leaveRole(tx: Tx, roleId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ role_id: null })
    .where('role_id', '=', roleId)
    .where('status', '=', 'DEACTIVATED')
    .execute();
}
