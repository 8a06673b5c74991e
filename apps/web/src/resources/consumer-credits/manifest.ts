import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconBuildingBank } from '../../ui/icons.ts';

const READS_ORDERS: Requirement = { anyOf: ['READ_MERCHANT_ORDER'] };

export const manifest = defineRoutes({
  'consumer-credit': {
    path: '/financing/consumer-credits/{consumerCreditId}',
    title: 'Loan',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
    parent: ['consumer-credits', 'loans'],
    screen: screen(() => import('./ConsumerCreditScreen.tsx'), 'ConsumerCreditScreen'),
  },
  loans: {
    title: 'Loans',
    set: 'OWN_LOANS',
    menu: { in: 'Payment Information', place: 3.7, icon: IconBuildingBank },
    screen: screen(() => import('./lists.tsx'), 'OwnLoansScreen'),
  },
  'consumer-credits': {
    path: '/financing/consumer-credits',
    title: 'Loans',
    set: 'BACKOFFICE',
    menu: { in: 'Loans', place: 1 },
    screen: screen(() => import('./lists.tsx'), 'ConsumerCreditsScreen'),
  },
  'consumer-credits-refunds': {
    path: '/financing/consumer-credits-refunds',
    title: 'Loan Refunds',
    set: 'BACKOFFICE',
    menu: { in: 'Loans', place: 2 },
    screen: screen(() => import('./lists.tsx'), 'ConsumerCreditsRefundsScreen'),
  },
  'credit-orders': {
    path: '/financing/credit-orders',
    title: 'Credit Orders',
    set: 'BACKOFFICE',
    menu: { in: 'Loans', place: 3 },
    screen: screen(() => import('./lists.tsx'), 'CreditOrdersScreen'),
  },
});
