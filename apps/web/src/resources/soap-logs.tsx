import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { soapLogs } from '@paydesk/contract/resources/soap-logs.ts';
import { ofPayment, paymentColumn, paymentIcon } from '../of-payment.tsx';
import { paths } from '../paths.ts';
import { LogScreen } from '../platform/LogScreen/LogScreen.tsx';
import type { LogOf } from '../platform/LogScreen/types.ts';

const columns = {
  ...paymentColumn,
  // 'Request and answer', whole
  direction: { width: 144 },
  // 'InquirePayment', also on a page that has none
  operation: { width: 124 },
  result: { width: 92 },
  httpStatus: { width: 62 },
  durationMs: { width: 68 },
} as const;

/** An answer has the operation of its request. */
const log: LogOf<RowOf<typeof soapLogs.columns>> = {
  payload: 'payload',
  ...ofPayment(paths.soapLogs),
  message: ({ operation, direction, durationMs }) => ({
    name: operation,
    side: direction === 'REQUEST' ? 'request' : 'answer',
    durationMs,
  }),
  half: { column: 'direction' },
  result: 'result',
  title: ({ operation }) => operation,
  receiver: ({ address }) => (address ? { address } : null),
};

/** RT-39, AT-05 */
export function SoapLogsScreen() {
  return (
    <LogScreen
      resource={soapLogs}
      nothingYet="No messages yet. Each one between Paydesk and the acquirer appears here."
      columns={columns}
      iconLinks={paymentIcon}
      log={log}
    />
  );
}
