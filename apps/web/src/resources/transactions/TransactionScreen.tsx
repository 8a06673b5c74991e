import type { ReactNode } from 'react';

export function TransactionScreen({ byQuery = false }: { byQuery?: boolean }): ReactNode {
  return <h1>{byQuery ? 'Transaction' : 'Transaction Details'}</h1>;
}
