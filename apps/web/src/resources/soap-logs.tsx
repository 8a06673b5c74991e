import type { ReactNode } from 'react';

export function SoapLogsScreen(): ReactNode {
  return <h1>SOAP Logs</h1>;
}
