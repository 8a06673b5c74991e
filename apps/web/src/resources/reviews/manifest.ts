import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  reviews: {
    title: 'Reviews',
    intro:
      'Cases one after the other, the oldest first: n for the next; c and b choose, Ctrl-Enter decides.',
    menu: { in: 'Risk', place: 0 },
    search: ['payment', 'screening'],
    screen: screen(() => import('./ReviewsScreen.tsx'), 'ReviewsScreen'),
  },
});
