import { AMOUNTS } from '../../amounts.ts';
import { record, type RecordOf } from '../../kernel/record.ts';
import { PERMISSIONS, ROUTE_SETS } from '../../permissions.ts';
import { RIGHT_WORDS } from '../../rights.ts';
import {
  activateUser,
  blockUser,
  deleteEmployee,
  endUserSessions,
  grantRole,
  resendInvitation,
  revokeRole,
  updateUser,
  withdrawEmail,
} from './actions.ts';
import { takeFactorOff } from './factor.ts';
import { createEmployee, inviteStaff } from './invite.ts';
import { users } from './lists.ts';
import { setRole } from './set-role.ts';

/** One person, who works for the provider or for a merchant (EM-05, EM-06). */
export const user = record({
  // staff list everybody; one of them is read by their colleagues too
  of: { ...users, read: ROUTE_SETS.USER_DETAIL, scope: 'merchant' },
  name: 'User',
  entity: 'USER',
  one: {
    path: '/api/users/{id}',
    summary: 'One user: for staff, for themselves and for those who read their merchant’s people',
    serves: 'API-13, EM-05, EM-06, AM-28',
    read: 'authenticated',
    history: 'AT-01, SB-46',
  },
  fields: {
    // what it is to be once that address has confirmed it by link (AM-120)
    pendingEmail: { label: 'Pending Email', kind: 'text', nullable: true },
    position: { label: 'Position', kind: 'text', nullable: true },
    description: { label: 'Description', kind: 'text', nullable: true },
    userPermissions: { label: 'Permissions', kind: 'choice', enumeration: PERMISSIONS, many: true },
    // of a firm's own: which, and what it leaves of the role
    roleId: { label: 'Own role id', kind: 'id', nullable: true },
    roleRights: {
      label: 'Rights',
      kind: 'choice',
      many: true,
      nullable: true,
      enumeration: RIGHT_WORDS,
    },
    roleRefundUpTo: { label: AMOUNTS.refundUpTo.label, kind: 'amount', nullable: true },
    roleReverseUpTo: { label: AMOUNTS.reverseUpTo.label, kind: 'amount', nullable: true },
    // the one administrator who can sign in, of the merchant or of the back office
    onlyAdmin: { label: 'Only administrator', kind: 'boolean' },
    secondFactor: { label: 'Two-factor sign-in', kind: 'boolean', visibleTo: 'staff' },
    approvalId: {
      label: 'Request that waits',
      kind: 'id',
      nullable: true,
      visibleTo: 'staff',
    },
    // somebody could confirm what an administrator asks about this person
    seconded: { label: 'Two administrators besides', kind: 'boolean', visibleTo: 'staff' },
    createdBy: { label: 'Created by', kind: 'text', nullable: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: {
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    phoneNumber: 'Phone',
    position: 'Position',
    description: 'Description',
    userRole: 'Role',
    roleName: 'Own role',
    status: 'Status',
    merchantName: 'Merchant',
    secondFactor: 'Two-factor sign-in',
    lastLoginDate: 'Last Login',
  },
  actions: {
    'POST /api/users': inviteStaff,
    'POST /api/user-merchant/employees': createEmployee,
    'PUT /api/users/{id}': updateUser,
    'DELETE /api/users/{id}/pending-email': withdrawEmail,
    'POST /api/users/{id}/actions/block': blockUser,
    'POST /api/users/{id}/actions/activate': activateUser,
    'POST /api/users/{id}/actions/resendInvitation': resendInvitation,
    'POST /api/users/{id}/actions/end-sessions': endUserSessions,
    'POST /api/users/{id}/actions/take-off-factor': takeFactorOff,
    'POST /api/users/{id}/actions/set-role': setRole,
    'POST /api/users/{id}/actions/grant-administrator': grantRole,
    'POST /api/users/{id}/actions/revoke-administrator': revokeRole,
    'DELETE /api/users/{id}': deleteEmployee,
  },
});
export type UserDetail = RecordOf<typeof user>;
