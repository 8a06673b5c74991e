import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconArrowsExchange } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  transactions: {
    title: 'Transactions',
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
    set: 'TRANSACTION_DASHBOARD',
    parent: 'transactions',
    screen: screen(() => import('./TransactionScreen.tsx'), 'TransactionScreen'),
  },
  'transaction-by-query': {
    path: '/transaction',
    title: 'Transaction Details',
    set: 'BACKOFFICE',
    parent: 'transactions',
    screen: screen(() => import('./TransactionScreen.tsx'), 'TransactionScreen'),
  },
});
