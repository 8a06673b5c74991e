import { defineRoutes, screen } from '../../platform/routing.ts';

export const manifest = defineRoutes({
  purchase: {
    path: '/purchases/{purchaseId}',
    title: 'Purchase Details',
    set: 'ADMIN_LEVEL',
    parent: 'purchases',
    screen: screen(() => import('./PurchaseScreen.tsx'), 'PurchaseScreen'),
  },
  purchases: {
    title: 'Purchases',
    set: 'BACKOFFICE',
    menu: { in: 'Payments', place: 3 },
    screen: screen(() => import('./PurchasesScreen.tsx'), 'PurchasesScreen'),
  },
});
