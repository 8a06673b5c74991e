import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconUsers } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  'merchant-employees': {
    title: 'Employees',
    asks: { anyOf: ['READ_MERCHANT_EMPLOYEE'] },
    menu: { in: 'Settings', place: 1, icon: IconUsers },
    screen: screen(() => import('./EmployeesScreen.tsx'), 'EmployeesScreen'),
  },
  'add-employee': {
    path: '/merchant-employees/add',
    parent: ['merchants', 'merchant-employees'],
    search: ['merchant'],
    screen: screen(() => import('./AddEmployeeScreen.tsx'), 'AddEmployeeScreen'),
  },
  'add-user': {
    path: '/users/add',
    title: 'Invite somebody',
    set: 'BACKOFFICE',
    parent: 'users',
    screen: screen(() => import('./InviteStaffScreen.tsx'), 'InviteStaffScreen'),
  },
  user: {
    path: '/users/{userId}',
    title: 'User Details',
    set: 'USER_DETAIL',
    parent: ['users', 'merchant-employees'],
    screen: screen(() => import('./UserScreen.tsx'), 'UserScreen'),
  },
  users: {
    title: 'Users',
    set: 'BACKOFFICE',
    menu: { in: 'People and rights', place: 1 },
    screen: screen(() => import('./UsersScreen.tsx'), 'UsersScreen'),
  },
});
