import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  'financing-products': {
    title: 'Financing Products',
    intro:
      'What institutions lend: amounts, terms and rates. Offers to customers are made of them.',
    menu: { in: 'Partners', place: 2 },
    screen: screen(() => import('./FinancingProductsScreen.tsx'), 'FinancingProductsScreen'),
  },
  'financing-product': {
    path: '/financing-products/{id}',
    title: 'Financing Product',
    intro: 'The terms of this product; a change is for new offers, not for loans that run.',
    parent: 'financing-products',
    screen: screen(() => import('./FinancingProductScreen.tsx'), 'FinancingProductScreen'),
  },
});
