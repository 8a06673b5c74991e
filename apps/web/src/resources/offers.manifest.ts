import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  offers: {
    path: '/financing/offers',
    title: 'Credit Offers',
    menu: { in: 'Loans', place: 4 },
    screen: screen(() => import('./offers.tsx'), 'OffersScreen'),
  },
});
