import type { ReactNode } from 'react';

export function MpiLogsScreen(): ReactNode {
  return <h1>3DS Logs</h1>;
}
