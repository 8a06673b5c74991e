import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  authentications: {
    path: '/financing/authentications',
    title: 'Authentications',
    intro: 'How borrowers proved who they are, before they sign for a loan.',
    menu: { in: 'Lending', place: 5 },
    screen: screen(() => import('./authentications.tsx'), 'AuthenticationsScreen'),
  },
});
