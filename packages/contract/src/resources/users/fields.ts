import type { Fields } from '../../kernel/fields.ts';
import { ROLES, type Actor } from '../../permissions.ts';
import { isAllowed, type Requirement, type Requirements } from '../../policy.ts';
import { EMPLOYEE_ROLES, STAFF_ROLES } from './lists.ts';

/** What people fill in about a person (EM-09..16); a change takes these and nothing else (SB-24). */
export const personFields = {
  firstName: { label: 'First name', kind: 'text', required: true, maxLength: 25 },
  lastName: { label: 'Last name', kind: 'text', required: true, maxLength: 25 },
  email: { label: 'Email', kind: 'email', required: true, maxLength: 50 },
  phoneNumber: { label: 'Phone', kind: 'text', required: true, maxLength: 20 },
  position: { label: 'Position', kind: 'text', maxLength: 100 },
  description: { label: 'Description', kind: 'textarea', maxLength: 255 },
} as const satisfies Fields;

/** Which role, and which of the own that is made from it; none: all of that role. */
export const roleFields = {
  userRole: { label: 'Role', kind: 'choice', required: true, enumeration: ROLES },
  roleId: { label: 'Own role', kind: 'id' },
} as const satisfies Fields;

/** The same with the role (EM-17), which later changes by grant and revoke alone. */
export const employeeFields = {
  ...personFields,
  userRole: { label: 'Role', kind: 'choice', required: true, enumeration: EMPLOYEE_ROLES },
  roleId: roleFields.roleId,
} as const satisfies Fields;

/** Of who works for the provider: a desk of few people has no numbers of its own. */
export const changedFields = {
  ...personFields,
  phoneNumber: { label: 'Phone', kind: 'text', maxLength: 20 },
} as const satisfies Fields;

export const staffFields = {
  ...changedFields,
  userRole: { label: 'Role', kind: 'choice', required: true, enumeration: STAFF_ROLES },
  roleId: roleFields.roleId,
} as const satisfies Fields;

/** The same of a merchant's people, and which merchant's. */
export const newEmployeeFields = {
  ...employeeFields,
  merchantId: { label: 'Merchant', kind: 'id', required: true },
} as const satisfies Fields;

/** Why something is asked for, which whoever confirms it reads. */
export const reasonFields = {
  reason: { label: 'Reason', kind: 'textarea', required: true, maxLength: 255 },
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
export const isAdmin = ({ userRole }: Pick<Actor, 'userRole'>) =>
  userRole === 'MERCHANT_ADMIN' || userRole === 'BACKOFFICE_ADMIN';

/** Who manages the provider's own people. */
export const managesStaff: Requirement = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'PEOPLE_CHANGE',
};

/** Who may change people at all: staff need the role, a merchant's users the permission (AM-82). */
export const changesPeople: Requirements = [
  managesStaff,
  {
    anyOf: ['UPDATE_MERCHANT_EMPLOYEE'],
    roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'],
    right: 'PEOPLE_CHANGE',
  },
];

export const changesRoles: Requirements = [
  { ...managesStaff, right: 'ROLES' },
  { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'], roles: ['MERCHANT_ADMIN'], right: 'ROLES' },
];

/** Who may take somebody’s account away. */
export const removesPeople: Requirements = [
  managesStaff,
  { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'], roles: ['MERCHANT_ADMIN'], right: 'PEOPLE_CHANGE' },
];

/** The roles that this person may give to somebody new: no operator makes administrators (EM-33). */
export const grantableRoles = (actor: Actor): readonly (keyof typeof EMPLOYEE_ROLES)[] =>
  isAllowed(actor, changesRoles) ? ['MERCHANT_OPERATOR', 'MERCHANT_ADMIN'] : ['MERCHANT_OPERATOR'];
