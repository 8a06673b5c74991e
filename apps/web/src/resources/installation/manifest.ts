import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  installation: {
    path: '/settings/installation',
    title: 'Installation',
    menu: { in: 'Rules and data', place: 6, roles: ['BACKOFFICE_ADMIN'] },
    screen: screen(() => import('./InstallationScreen.tsx'), 'InstallationScreen'),
  },
});
