import { defineRoutes, screen } from '../../platform/routing.ts';

export const manifest = defineRoutes({
  'sso-connections': {
    path: '/settings/sso',
    title: 'Single sign-on',
    intro: 'Where staff and merchants’ people sign in with the accounts of their own firm.',
    parent: 'merchant',
    menu: { in: 'Set-up', place: 6, roles: ['BACKOFFICE_ADMIN'] },
    screen: screen(() => import('./SsoConnectionsScreen.tsx'), 'SsoConnectionsScreen'),
  },
});
