import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconUsers } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  'merchant-employees': {
    title: 'Employees',
    intro: 'Your colleagues in this console, and which of them can sign in.',
    asks: { anyOf: ['READ_MERCHANT_EMPLOYEE'] },
    menu: { in: 'Settings', place: 1, icon: IconUsers },
    screen: screen(() => import('./EmployeesScreen.tsx'), 'EmployeesScreen'),
  },
  'add-employee': {
    intro: 'Name, address and phone are enough: an invitation by mail does the rest.',
    path: '/merchant-employees/add',
    parent: ['merchants', 'merchant-employees'],
    search: ['merchant'],
    screen: screen(() => import('./AddEmployeeScreen.tsx'), 'AddEmployeeScreen'),
  },
  'add-user': {
    path: '/users/add',
    title: 'Invite user',
    intro: 'Name, address and role; an invitation by mail lets them choose a password.',
    set: 'BACKOFFICE',
    parent: 'users',
    screen: screen(() => import('./InviteStaffScreen.tsx'), 'InviteStaffScreen'),
  },
  user: {
    path: '/users/{userId}',
    title: 'User Details',
    intro: 'What this person may do, where they are signed in, and how to stop both.',
    set: 'USER_DETAIL',
    parent: ['users', 'merchant-employees'],
    screen: screen(() => import('./UserScreen.tsx'), 'UserScreen'),
  },
  users: {
    title: 'Users',
    intro: 'Everybody who may sign in. Open one to change a role, reset a factor or end sessions.',
    set: 'BACKOFFICE',
    menu: { in: 'Users and access', place: 1 },
    screen: screen(() => import('./UsersScreen.tsx'), 'UsersScreen'),
  },
});
