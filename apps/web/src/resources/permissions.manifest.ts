import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  permissions: {
    path: '/settings/permissions',
    title: 'Permissions',
    menu: { in: 'People and rights', place: 2 },
    screen: screen(() => import('./permissions.tsx'), 'PermissionsScreen'),
  },
});
