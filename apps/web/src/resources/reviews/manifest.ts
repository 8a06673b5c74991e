import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  reviews: {
    title: 'Reviews',
    intro: 'Cases one by one, the most urgent first: decide one, and the next appears.',
    menu: { in: 'Risk', place: 0 },
    search: ['payment', 'screening'],
    screen: screen(() => import('./ReviewsScreen.tsx'), 'ReviewsScreen'),
  },
});
