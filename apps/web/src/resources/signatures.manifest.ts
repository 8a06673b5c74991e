import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  signatures: {
    path: '/financing/signatures',
    title: 'Signatures',
    intro: 'What borrowers signed, by which service, and how it ended.',
    menu: { in: 'Lending', place: 6 },
    screen: screen(() => import('./signatures.tsx'), 'SignaturesScreen'),
  },
});
