import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  installation: {
    path: '/settings/installation',
    title: 'Installation',
    intro: 'Name, sign and rules of this installation. A change is for everybody, at once.',
    menu: { in: 'Set-up', place: 1, roles: ['BACKOFFICE_ADMIN'] },
    screen: screen(() => import('./InstallationScreen.tsx'), 'InstallationScreen'),
  },
});
