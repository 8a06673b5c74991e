import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  system: {
    path: '/settings/system',
    title: 'System',
    menu: { in: 'Set-up', place: 2 },
    screen: screen(() => import('./SystemScreen.tsx'), 'SystemScreen'),
  },
});
