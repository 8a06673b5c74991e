import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  'delivery-companies': {
    path: '/delivery/companies',
    title: 'Delivery Companies',
    intro: 'Who brings parcels. A company offers methods, and a method has pickup points.',
    menu: { in: 'Partners', place: 3 },
    screen: screen(() => import('./lists.tsx'), 'DeliveryCompaniesScreen'),
  },
  'delivery-company': {
    path: '/delivery/companies/{id}',
    title: 'Delivery Company',
    intro: 'What this company is called, and the methods that it offers.',
    parent: 'delivery-companies',
    screen: screen(() => import('./DeliveryCompanyScreen.tsx'), 'DeliveryCompanyScreen'),
  },
  'delivery-methods': {
    path: '/delivery/methods',
    title: 'Delivery Methods',
    intro: 'The ways in which parcels come. Open one for its companies and pickup points.',
    menu: { in: 'Partners', place: 4 },
    screen: screen(() => import('./lists.tsx'), 'DeliveryMethodsScreen'),
  },
  'delivery-method': {
    path: '/delivery/methods/{id}',
    title: 'Delivery Method',
    intro: 'Which companies offer this method, and where its parcels are fetched.',
    search: ['tab'],
    parent: 'delivery-methods',
    screen: screen(() => import('./DeliveryMethodScreen.tsx'), 'DeliveryMethodScreen'),
  },
  'delivery-merchants': {
    path: '/delivery/merchants',
    title: 'Delivery Merchants',
    intro: 'What each merchant has agreed with those who deliver; its row leads to the merchant.',
    menu: { in: 'Partners', place: 5 },
    screen: screen(() => import('./lists.tsx'), 'DeliveryMerchantsScreen'),
  },
});
