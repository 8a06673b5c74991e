import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconTruckDelivery } from '../../ui/icons.ts';

const READS_SHIPPING_METHODS: Requirement = { anyOf: ['READ_MERCHANT_SHIPPING_METHOD'] };

export const manifest = defineRoutes({
  'shipping-methods': {
    title: 'Shipping Methods',
    set: 'SHIPPING_LIST',
    menu: { in: 'Settings', place: 2, icon: IconTruckDelivery },
    screen: screen(() => import('./ShippingMethodsScreen.tsx'), 'ShippingMethodsScreen'),
  },
  'add-shipping-method': {
    path: ['/shipping-methods/add', '/add-shipping-method'],
    title: 'Shipping Method',
    set: 'SHIPPING_ADD',
    asks: READS_SHIPPING_METHODS,
    parent: 'shipping-methods',
    screen: screen(() => import('./AddShippingMethodScreen.tsx'), 'AddShippingMethodScreen'),
  },
  'shipping-method': {
    path: '/shipping-method/{id}',
    set: 'SHIPPING_VIEW',
    parent: 'shipping-methods',
    screen: screen(() => import('./ShippingMethodScreen.tsx'), 'ShippingMethodScreen'),
  },
});
