import { resource } from '../../kernel/resource.ts';
import { ROLES, USER_STATUSES } from '../../permissions.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';

/** The two roles of a merchant's people (EM-17, RO-01, RO-02). */
export const EMPLOYEE_ROLES = {
  MERCHANT_OPERATOR: ROLES.MERCHANT_OPERATOR,
  MERCHANT_ADMIN: ROLES.MERCHANT_ADMIN,
} as const satisfies Enumeration;

/** And of the provider's own. */
export const STAFF_ROLES = {
  BACKOFFICE_ADMIN: ROLES.BACKOFFICE_ADMIN,
  BACKOFFICE_TECHNICAL: ROLES.BACKOFFICE_TECHNICAL,
} as const satisfies Enumeration;

const { DEACTIVATED: _, ...PRESENT } = USER_STATUSES;

/** Of a firm's own: it stands in the place of the role that it is made from. */
const ownRole = {
  label: 'Own Role',
  kind: 'text',
  sort: true,
  nullable: true,
  hidden: 'screen',
  lastInFile: true,
} as const;

/** Everybody who ever had an account, for staff. */
export const users = resource({
  slug: 'users',
  title: 'Users',
  path: '/api/users',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-11, API-12, AM-70',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    firstName: { label: 'First Name', kind: 'text', name: true, sort: true },
    lastName: { label: 'Last Name', kind: 'text', name: true, sort: true },
    email: { label: 'Email', kind: 'text', sort: true },
    phoneNumber: { label: 'Phone', kind: 'text', sort: true, nullable: true, hidden: 'screen' },
    userRole: { label: 'Role', kind: 'choice', sort: true, enumeration: ROLES },
    merchantName: { label: 'Merchant', kind: 'text', sort: true, nullable: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: USER_STATUSES },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: 'screen' },
    lastLoginDate: {
      label: 'Last Login',
      kind: 'dateTime',
      sort: true,
      nullable: true,
      hidden: 'screen',
    },
    merchantId: { label: 'Merchant id', kind: 'id', sort: true, hidden: true, nullable: true },
    roleName: ownRole,
  },
});

const person = {
  id: { label: 'ID', kind: 'id', hidden: true },
  firstName: { label: 'First Name', kind: 'text', name: true, sort: true },
  lastName: { label: 'Last Name', kind: 'text', name: true, sort: true },
  email: { label: 'Email', kind: 'text', sort: true },
  phoneNumber: { label: 'Phone', kind: 'text', sort: true, nullable: true },
  position: { label: 'Position', kind: 'text', sort: true, nullable: true },
} as const;
const role = { label: 'Role', kind: 'choice', sort: true, enumeration: EMPLOYEE_ROLES } as const;
const state = {
  status: { label: 'Status', kind: 'status', sort: true, enumeration: PRESENT },
  createdDate: { label: 'Created', kind: 'dateTime', sort: true },
} as const;

/** The people of the own merchant; who was deleted is gone from here (AM-43). */
export const employees = resource({
  slug: 'employees',
  title: 'Employees',
  path: '/api/user-merchant/employees',
  // staff may ask too, and hear that they have no merchant (AM-41)
  read: ['READ_MERCHANT_EMPLOYEE', 'READ_ANY_USER'],
  scope: 'own',
  created: 'createdDate',
  serves: 'API-102, EM-01, EM-04, RT-17',
  columns: {
    ...person,
    userRole: { ...role, visibleTo: 'merchantAdmin' },
    ...state,
    roleName: { ...ownRole, visibleTo: 'merchantAdmin' },
  },
});

/** The people of one merchant, for staff. */
export const merchantEmployees = resource({
  slug: 'merchant-employees',
  title: 'Employees',
  path: '/api/merchants/{id}/employees',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-86, AM-41',
  columns: { ...person, userRole: role, ...state, roleName: ownRole },
});
