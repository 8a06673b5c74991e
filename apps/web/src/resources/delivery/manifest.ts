import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  'delivery-companies': {
    path: '/delivery/companies',
    title: 'Delivery Companies',
    menu: { in: 'Partners', place: 3 },
    screen: screen(() => import('./lists.tsx'), 'DeliveryCompaniesScreen'),
  },
  'delivery-company': {
    path: '/delivery/companies/{id}',
    title: 'Delivery Company',
    parent: 'delivery-companies',
    screen: screen(() => import('./DeliveryCompanyScreen.tsx'), 'DeliveryCompanyScreen'),
  },
  'delivery-methods': {
    path: '/delivery/methods',
    title: 'Delivery Methods',
    menu: { in: 'Partners', place: 4 },
    screen: screen(() => import('./lists.tsx'), 'DeliveryMethodsScreen'),
  },
  'delivery-method': {
    path: '/delivery/methods/{id}',
    title: 'Delivery Method',
    search: ['tab'],
    parent: 'delivery-methods',
    screen: screen(() => import('./DeliveryMethodScreen.tsx'), 'DeliveryMethodScreen'),
  },
  'delivery-merchants': {
    path: '/delivery/merchants',
    title: 'Delivery Merchants',
    menu: { in: 'Partners', place: 5 },
    screen: screen(() => import('./lists.tsx'), 'DeliveryMerchantsScreen'),
  },
});
