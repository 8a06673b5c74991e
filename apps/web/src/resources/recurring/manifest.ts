import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconRepeat } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  recurring: {
    title: 'Recurring Payments',
    set: 'ADMIN_LEVEL',
    menu: [
      { in: 'Payment Information', place: 2, icon: IconRepeat },
      { in: 'Payments', place: 4 },
    ],
    screen: screen(() => import('./RecurringScreen.tsx'), 'RecurringScreen'),
  },
  'recurring-payment': {
    path: '/recurring/{recurringPaymentId}',
    title: 'Recurring Payment',
    set: 'ADMIN_LEVEL',
    parent: 'recurring',
    screen: screen(() => import('./RecurringPaymentScreen.tsx'), 'RecurringPaymentScreen'),
  },
  'recurring-dues': {
    title: 'Charges Due',
    set: 'ADMIN_LEVEL',
    parent: 'recurring',
    screen: screen(() => import('./RecurringDuesScreen.tsx'), 'RecurringDuesScreen'),
  },
});
