import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  'financing-products': {
    title: 'Financing Products',
    menu: { in: 'Partners', place: 2 },
    screen: screen(() => import('./FinancingProductsScreen.tsx'), 'FinancingProductsScreen'),
  },
  'financing-product': {
    path: '/financing-products/{id}',
    title: 'Financing Product',
    parent: 'financing-products',
    screen: screen(() => import('./FinancingProductScreen.tsx'), 'FinancingProductScreen'),
  },
});
