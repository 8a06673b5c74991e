import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconLayoutDashboard } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  'business-days': {
    title: 'Business Days',
    intro:
      'What needs your attention, today so far, and the days you choose. Each figure opens its payments.',
    set: 'TRANSACTION_DASHBOARD',
    search: ['days', 'from', 'to', 'compare', 'f_merchantId'],
    menu: [
      { in: 'Top', place: 1, icon: IconLayoutDashboard, label: 'Dashboard' },
      { in: 'Desk', place: 1, icon: IconLayoutDashboard, label: 'Dashboard' },
    ],
    screen: screen(() => import('./BusinessDaysScreen.tsx'), 'BusinessDaysScreen'),
  },
});
