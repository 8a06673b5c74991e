import { action } from '../../kernel/action.ts';
import type { Columns, RowOf } from '../../kernel/columns.ts';
import type { Fields } from '../../kernel/fields.ts';
import {
  PERMISSIONS,
  ROLES,
  USER_STATUSES,
  type Actor,
  type UserRole,
  type UserStatus,
} from '../../permissions.ts';
import { isAllowed, type Requirements } from '../../policy.ts';
import { EMPLOYEE_ROLES } from './lists.ts';

/** One person with everything on it (EM-05, EM-06). */
export const userColumns = {
  id: { label: 'ID', kind: 'id' },
  firstName: { label: 'First Name', kind: 'text' },
  lastName: { label: 'Last Name', kind: 'text' },
  email: { label: 'Email', kind: 'text' },
  // what it is to be once that address has confirmed it by link (AM-120)
  pendingEmail: { label: 'Pending Email', kind: 'text', nullable: true },
  phoneNumber: { label: 'Phone', kind: 'text', nullable: true },
  position: { label: 'Position', kind: 'text', nullable: true },
  description: { label: 'Description', kind: 'text', nullable: true },
  userRole: { label: 'Role', kind: 'choice', enumeration: ROLES },
  userPermissions: { label: 'Permissions', kind: 'choice', enumeration: PERMISSIONS, many: true },
  status: { label: 'Status', kind: 'status', enumeration: USER_STATUSES },
  merchantId: { label: 'Merchant id', kind: 'id', nullable: true },
  merchantName: { label: 'Merchant', kind: 'text', nullable: true },
  // the merchant's one administrator who can sign in
  onlyAdmin: { label: 'Only administrator', kind: 'boolean' },
  lastLoginDate: { label: 'Last Login', kind: 'dateTime', nullable: true },
  createdDate: { label: 'Created', kind: 'dateTime' },
  createdBy: { label: 'Created by', kind: 'text', nullable: true },
  updatedDate: { label: 'Changed', kind: 'dateTime', nullable: true },
  updatedBy: { label: 'Changed by', kind: 'text', nullable: true },
} as const satisfies Columns;
export type UserDetail = RowOf<typeof userColumns>;

/** What people fill in about a person (EM-09..16); a change takes these and nothing else (SB-24). */
export const personFields = {
  firstName: { label: 'First name', kind: 'text', required: true, maxLength: 25 },
  lastName: { label: 'Last name', kind: 'text', required: true, maxLength: 25 },
  email: { label: 'Email', kind: 'email', required: true, maxLength: 50 },
  phoneNumber: { label: 'Phone', kind: 'text', required: true, maxLength: 20 },
  position: { label: 'Position', kind: 'text', maxLength: 100 },
  description: { label: 'Description', kind: 'textarea', maxLength: 255 },
} as const satisfies Fields;

/** The same with the role (EM-17), which later changes by grant and revoke alone. */
export const employeeFields = {
  ...personFields,
  userRole: { label: 'Role', kind: 'choice', required: true, enumeration: EMPLOYEE_ROLES },
} as const satisfies Fields;

/** EM-34 */
export const CREATED = 'User successfully created';

export const DEFAULT_ROLE = 'MERCHANT_OPERATOR' satisfies keyof typeof EMPLOYEE_ROLES;

/** Merchants whose people may be invited (SB-23). */
export const HIRING_STATUSES = ['ACTIVE', 'APPROVED'] as const;
export const NOT_HIRING = 'Only an active or approved merchant can have new employees';

/** Invitations that may be sent anew to one person within an hour (SB-22). */
export const INVITATIONS_AN_HOUR = 3;
export const TOO_MANY_INVITATIONS = `was sent ${INVITATIONS_AN_HOUR} times within an hour; please try again later`;

/** Administrators of a merchant, and of the back office: who grants, revokes and deletes (AM-58). */
const isAdmin = ({ userRole }: Pick<Actor, 'userRole'>) =>
  userRole === 'MERCHANT_ADMIN' || userRole === 'BACKOFFICE_ADMIN';

/** Who may change people at all: staff need the role, a merchant's users the permission (AM-82). */
export const changesPeople: Requirements = [
  { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] },
  { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'], roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] },
];

const changesRoles: Requirements = [
  { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] },
  { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'], roles: ['MERCHANT_ADMIN'] },
];

/** The roles that this person may give to somebody new: no operator makes administrators (EM-33). */
export const grantableRoles = (actor: Actor): readonly (keyof typeof EMPLOYEE_ROLES)[] =>
  isAllowed(actor, changesRoles) ? ['MERCHANT_OPERATOR', 'MERCHANT_ADMIN'] : ['MERCHANT_OPERATOR'];

/** What the rules look at: the person, and how they stand to whoever asks. */
export interface UserState {
  status: { name: UserStatus };
  userRole: UserRole;
  merchantId: string | null;
  onlyAdmin: boolean;
  /** It is whoever asks. */
  self: boolean;
  /** An administrator, while whoever asks is none. */
  above: boolean;
}

/** The person as the rules see them when this actor asks. */
export function userState<U extends Omit<UserState, 'self' | 'above'> & { id: string }>(
  user: U,
  actor: Actor,
): U & UserState {
  const self = user.id === actor.userId;
  return { ...user, self, above: !self && isAdmin(user) && !isAdmin(actor) };
}

const ABOVE = 'Only an administrator can change an administrator';
const LAST_ADMIN = 'The merchant would be left without an administrator';
const NO_EMPLOYEE = 'Only a merchant’s employees can be changed here';

const wordsOf = ({ status }: UserState) => USER_STATUSES[status.name].toLowerCase();

const refuseAlways = (user: UserState): string | null =>
  user.status.name === 'DEACTIVATED'
    ? 'A deactivated person can’t be changed'
    : user.above
      ? ABOVE
      : null;

const unless = (expected: readonly UserStatus[], what: string) => (user: UserState) =>
  expected.includes(user.status.name) ? null : `Only ${what}; this one is ${wordsOf(user)}`;

const activated = unless(['ACTIVATED'], 'an activated person can be blocked');
const blocked = unless(['BLOCKED', 'BLOCKED_SELF'], 'a blocked person can be activated');
const invited = unless(['NOT_ACTIVATED'], 'a person who is not activated yet can be invited');

export const updateUser = action({
  label: 'Edit',
  asks: changesPeople,
  whyNot: (user: UserState) =>
    refuseAlways(user) ?? (user.merchantId === null ? NO_EMPLOYEE : null),
  fields: personFields,
  success: 'User successfully updated.',
});

/** AM-120: the change of the address that waits for its confirmation. */
export const withdrawEmail = action({
  label: 'Withdraw',
  asks: changesPeople,
  whyNot: refuseAlways,
  fields: {},
  success: 'Action completed successfully',
});

export const blockUser = action({
  label: 'Block',
  asks: changesPeople,
  whyNot: (user: UserState) =>
    refuseAlways(user) ??
    (user.self ? 'You can’t block yourself' : activated(user)) ??
    (user.onlyAdmin ? LAST_ADMIN : null),
  fields: {},
  success: 'User was blocked successfully.',
});

export const activateUser = action({
  label: 'Activate',
  asks: changesPeople,
  whyNot: (user: UserState) => refuseAlways(user) ?? blocked(user),
  fields: {},
  success: 'User was activated successfully.',
});

export const resendInvitation = action({
  label: 'Send invitation email',
  asks: changesPeople,
  whyNot: (user: UserState) => refuseAlways(user) ?? invited(user),
  fields: {},
  success: 'Invitation was sent successfully.',
});

export const deleteEmployee = action({
  label: 'Delete',
  asks: changesRoles,
  whyNot: (user: UserState) =>
    refuseAlways(user) ??
    (user.self
      ? 'You can’t delete yourself'
      : user.merchantId === null
        ? NO_EMPLOYEE
        : user.onlyAdmin
          ? LAST_ADMIN
          : null),
  fields: {},
  success: 'Employee deleted successfully.',
});

export const revokeRole = action({
  label: 'Revoke administrator role',
  asks: changesRoles,
  whyNot: (user: UserState) =>
    refuseAlways(user) ??
    (user.self
      ? 'You can’t revoke your own role'
      : user.userRole !== 'MERCHANT_ADMIN'
        ? 'Only a merchant’s administrator can have the role revoked'
        : user.onlyAdmin
          ? LAST_ADMIN
          : null),
  fields: {},
  success: 'Role was revoked successfully.',
});

export const grantRole = action({
  label: 'Grant administrator role',
  asks: changesRoles,
  whyNot: (user: UserState) =>
    refuseAlways(user) ??
    (user.userRole === 'MERCHANT_OPERATOR'
      ? null
      : 'Only a merchant’s operator can be granted the role'),
  fields: {},
  success: 'Role was granted successfully.',
});
