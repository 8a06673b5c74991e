import { backOffice, screen } from '../../platform/routing.ts';
import { IconCircleCheck } from '../../ui/icons.ts';

export const manifest = backOffice({
  reviews: {
    title: 'Reviews',
    intro: 'Cases one by one, the most urgent first: decide one, and the next appears.',
    menu: { in: 'Desk', place: 1.5, icon: IconCircleCheck },
    search: ['payment', 'loan', 'screening', 'kind'],
    screen: screen(() => import('./ReviewsScreen.tsx'), 'ReviewsScreen'),
  },
});
