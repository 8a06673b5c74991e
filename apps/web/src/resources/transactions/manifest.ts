import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconArrowsExchange } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  transactions: {
    title: 'Transactions',
    intro: 'Payments and refunds. Filter by any column; each row opens its whole story.',
    set: 'TRANSACTION_DASHBOARD',
    menu: [
      { in: 'Payment Information', place: 1, icon: IconArrowsExchange },
      { in: 'Payments', place: 1 },
    ],
    screen: screen(() => import('./TransactionsScreen.tsx'), 'TransactionsScreen'),
  },
  transaction: {
    path: '/transactions/{transactionId}',
    title: 'Transaction Details',
    intro: 'What happened to this payment, why, and what can be done, before all its fields.',
    set: 'TRANSACTION_DASHBOARD',
    parent: 'transactions',
    screen: screen(() => import('./TransactionScreen.tsx'), 'TransactionScreen'),
  },
  'transaction-by-query': {
    path: '/transaction',
    title: 'Transaction Details',
    intro: 'Which payment it is, found by what another system knows of it.',
    set: 'BACKOFFICE',
    parent: 'transactions',
    screen: screen(() => import('./TransactionScreen.tsx'), 'TransactionScreen'),
  },
});
