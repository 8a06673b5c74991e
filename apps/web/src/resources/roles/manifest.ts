import { defineRoutes, screen } from '../../platform/routing.ts';

export const manifest = defineRoutes({
  roles: {
    path: '/settings/roles',
    title: 'Roles',
    intro: 'Roles of your own, each based on a built-in one, with something left out.',
    set: 'ROLES',
    parent: 'merchant-employees',
    menu: { in: 'Users and access', place: 4 },
    screen: screen(() => import('./RolesScreen.tsx'), 'RolesScreen'),
  },
  'add-role': {
    path: '/settings/roles/add',
    title: 'New role',
    intro: 'Start from a built-in role and keep what these people need.',
    set: 'ROLES',
    parent: 'roles',
    screen: screen(() => import('./RoleScreen.tsx'), 'AddRoleScreen'),
  },
  'who-can-do-what': {
    path: '/settings/roles/who-can-do-what',
    title: 'Who can do what',
    intro:
      'Every role and the people who have it, beside what they can do; any two can be compared.',
    set: 'ROLES',
    parent: 'roles',
    search: ['left', 'right'],
    screen: screen(() => import('./WhoScreen.tsx'), 'WhoScreen'),
  },
  role: {
    path: '/settings/roles/{roleId}',
    title: 'Role',
    intro: 'What people with this role can do. What you change counts from their next click on.',
    set: 'ROLES',
    parent: 'roles',
    screen: screen(() => import('./RoleScreen.tsx'), 'RoleScreen'),
  },
});
