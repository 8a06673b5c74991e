import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconBuildingBank } from '../../ui/icons.ts';

const READS_ORDERS: Requirement = { anyOf: ['READ_MERCHANT_ORDER'] };

export const manifest = defineRoutes({
  'consumer-credit': {
    path: '/financing/consumer-credits/{consumerCreditId}',
    title: 'Loan',
    intro:
      'What happened to this loan and what can be done: money first, then people, then the story.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
    parent: ['consumer-credits', 'loans'],
    screen: screen(() => import('./ConsumerCreditScreen.tsx'), 'ConsumerCreditScreen'),
  },
  loans: {
    title: 'Loans',
    intro: 'The loans your customers took for their orders. Open one to request a refund.',
    set: 'OWN_LOANS',
    menu: { in: 'Payment Information', place: 3.7, icon: IconBuildingBank },
    screen: screen(() => import('./lists.tsx'), 'OwnLoansScreen'),
  },
  'consumer-credits': {
    path: '/financing/consumer-credits',
    title: 'Loans',
    intro: 'Every loan from application to last instalment. Filter by status to see what is open.',
    set: 'BACKOFFICE',
    menu: { in: 'Lending', place: 1 },
    screen: screen(() => import('./lists.tsx'), 'ConsumerCreditsScreen'),
  },
  'consumer-credits-refunds': {
    path: '/financing/consumer-credits-refunds',
    title: 'Loan Refunds',
    intro:
      'Refunds requested on loans. The institution decides; what waits can be sent again or cancelled.',
    set: 'BACKOFFICE',
    menu: { in: 'Lending', place: 2 },
    screen: screen(() => import('./lists.tsx'), 'ConsumerCreditsRefundsScreen'),
  },
  'credit-orders': {
    path: '/financing/credit-orders',
    title: 'Credit Orders',
    intro: 'Orders that are paid by a loan, or are to be, each with how far its loan has come.',
    set: 'BACKOFFICE',
    menu: { in: 'Lending', place: 3 },
    screen: screen(() => import('./lists.tsx'), 'CreditOrdersScreen'),
  },
});
