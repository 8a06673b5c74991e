import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconShoppingBag } from '../../ui/icons.ts';

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
    menu: { in: 'Back Office', place: 3, icon: IconShoppingBag },
    screen: screen(() => import('./PurchasesScreen.tsx'), 'PurchasesScreen'),
  },
});
