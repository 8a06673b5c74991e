import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  reviews: {
    title: 'Reviews',
    menu: { in: 'Risk', place: 0 },
    search: ['payment', 'screening'],
    screen: screen(() => import('./ReviewsScreen.tsx'), 'ReviewsScreen'),
  },
});
