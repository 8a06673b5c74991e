import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconShoppingCart } from '../../ui/icons.ts';

const READS_ORDERS: Requirement = { anyOf: ['READ_MERCHANT_ORDER'] };

export const manifest = defineRoutes({
  orders: {
    title: 'Orders',
    intro: 'What was bought, and whether it was paid. An order comes when a shop sends it.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
    menu: [
      { in: 'Payment Information', place: 3, icon: IconShoppingCart },
      { in: 'Payments', place: 2 },
    ],
    screen: screen(() => import('./OrdersScreen.tsx'), 'OrdersScreen'),
  },
  order: {
    path: '/order/{orderId}',
    title: 'Order details',
    intro: 'What was bought, paid and refunded, and everything that happened.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
    parent: 'orders',
    screen: screen(() => import('./OrderScreen.tsx'), 'OrderScreen'),
  },
});
