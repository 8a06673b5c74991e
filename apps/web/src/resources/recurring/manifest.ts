import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconRepeat } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  recurring: {
    title: 'Recurring Payments',
    intro:
      'Payments that repeat by themselves. Open one to pause it, or to see why a charge failed.',
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
    intro: 'When it is charged next, what was charged before, and how to pause or cancel it.',
    set: 'ADMIN_LEVEL',
    parent: 'recurring',
    screen: screen(() => import('./RecurringPaymentScreen.tsx'), 'RecurringPaymentScreen'),
  },
  'recurring-dues': {
    title: 'Charges Due',
    intro: 'Each day on which a charge was due, and its outcome. Missed days need your decision.',
    set: 'ADMIN_LEVEL',
    parent: 'recurring',
    screen: screen(() => import('./RecurringDuesScreen.tsx'), 'RecurringDuesScreen'),
  },
});
