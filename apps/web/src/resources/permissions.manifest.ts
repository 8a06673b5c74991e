import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  permissions: {
    path: '/settings/permissions',
    title: 'Permissions',
    intro: 'Who may do what: what each role holds when somebody is given it, and what that opens.',
    menu: { in: 'Users and access', place: 2 },
    screen: screen(() => import('./permissions.tsx'), 'PermissionsScreen'),
  },
});
