import { defineRoutes, screen } from '../platform/routing.ts';
import { IconRepeat } from '../ui/icons.ts';

export const manifest = defineRoutes({
  recurring: {
    title: 'Recurring Payments',
    set: 'ADMIN_LEVEL',
    menu: [
      { in: 'Payment Information', place: 2, icon: IconRepeat },
      { in: 'Payments', place: 4 },
    ],
    screen: screen(() => import('./recurring.tsx'), 'RecurringScreen'),
  },
});
