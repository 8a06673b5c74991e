import { defineRoutes, screen } from '../platform/routing.ts';

export const manifest = defineRoutes({
  disputes: {
    title: 'Disputes',
    intro: 'Payments that a payer’s bank claims back. Each is answered at the acquirer, in time.',
    set: 'TRANSACTION_DASHBOARD',
    parent: 'transactions',
    menu: { in: 'Payments', place: 6 },
    screen: screen(() => import('./disputes.tsx'), 'DisputesScreen'),
  },
});
