import { defineRoutes, screen } from '../../platform/routing.ts';

export const manifest = defineRoutes({
  purchase: {
    path: '/purchases/{purchaseId}',
    title: 'Purchase Details',
    intro: 'One agreement to pay: what was paid, what is left, and all its payments.',
    set: 'ADMIN_LEVEL',
    parent: 'purchases',
    screen: screen(() => import('./PurchaseScreen.tsx'), 'PurchaseScreen'),
  },
  purchases: {
    title: 'Purchases',
    intro: 'What customers agreed to pay, by loan or recurring, each with its payments.',
    set: 'BACKOFFICE',
    menu: { in: 'Payments', place: 3 },
    screen: screen(() => import('./PurchasesScreen.tsx'), 'PurchasesScreen'),
  },
});
