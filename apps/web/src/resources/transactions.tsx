import type { ReactNode } from 'react';

export function TransactionsScreen(): ReactNode {
  return <h1>Transactions</h1>;
}

export function TransactionScreen({ byQuery = false }: { byQuery?: boolean }): ReactNode {
  return <h1>{byQuery ? 'Transaction' : 'Transaction Details'}</h1>;
}
