import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconTruckDelivery } from '../../ui/icons.ts';

const READS_SHIPPING_METHODS: Requirement = { anyOf: ['READ_MERCHANT_SHIPPING_METHOD'] };

export const manifest = defineRoutes({
  'shipping-methods': {
    title: 'Shipping Methods',
    intro: 'How you ship, as shoppers can choose it. Add one for each way and price.',
    set: 'SHIPPING_LIST',
    menu: { in: 'Settings', place: 2, icon: IconTruckDelivery },
    screen: screen(() => import('./ShippingMethodsScreen.tsx'), 'ShippingMethodsScreen'),
  },
  'add-shipping-method': {
    path: ['/shipping-methods/add', '/add-shipping-method'],
    title: 'Shipping Method',
    intro: 'Choose a way that Paydesk knows and give it the name and id that your shop uses.',
    set: 'SHIPPING_ADD',
    asks: READS_SHIPPING_METHODS,
    parent: 'shipping-methods',
    screen: screen(() => import('./AddShippingMethodScreen.tsx'), 'AddShippingMethodScreen'),
  },
  'shipping-method': {
    intro: 'Change its name or price; orders that are there keep what they were bought with.',
    path: '/shipping-method/{id}',
    set: 'SHIPPING_VIEW',
    parent: 'shipping-methods',
    screen: screen(() => import('./ShippingMethodScreen.tsx'), 'ShippingMethodScreen'),
  },
});
