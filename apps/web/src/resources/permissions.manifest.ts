import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  permissions: {
    path: '/settings/permissions',
    title: 'Permissions',
    menu: { in: 'Rules and data', place: 5 },
    screen: screen(() => import('./permissions.tsx'), 'PermissionsScreen'),
  },
});
