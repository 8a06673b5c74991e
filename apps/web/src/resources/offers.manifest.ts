import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  offers: {
    path: '/financing/offers',
    title: 'Credit Offers',
    intro:
      'What institutions offered to customers who asked for a loan, and which offer was taken.',
    menu: { in: 'Lending', place: 4 },
    screen: screen(() => import('./offers.tsx'), 'OffersScreen'),
  },
});
