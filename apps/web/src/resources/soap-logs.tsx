import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { SOAP_DIRECTIONS, soapLogs } from '@paydesk/contract/resources/soap-logs.ts';
import { paths } from '../paths.ts';
import { shortId } from '../platform/format.ts';
import { IdLink } from '../platform/IdLink.tsx';
import { LogScreen } from '../platform/LogScreen/LogScreen.tsx';
import type { LogOf } from '../platform/LogScreen/types.ts';
import { IconArrowsExchange } from '../ui/icons.ts';

const iconLinks = [
  {
    label: 'Transaction',
    icon: <IconArrowsExchange size={16} aria-hidden />,
    to: ({ transactionId }: { transactionId: string }) => paths.transaction(transactionId),
  },
];

// the words of its filter, both of them
const columns = {
  transactionId: {
    cell: ({ transactionId }: { transactionId: string }) => (
      <IdLink label="Transaction" id={transactionId} href={paths.transaction} />
    ),
  },
  direction: { width: 150 },
} as const;

/** An answer has the operation of its request. */
const log: LogOf<RowOf<typeof soapLogs.columns>> = {
  payload: 'payload',
  conversation: ({ transactionId }) => ({ f_transactionId: transactionId }),
  message: ({ operation, direction, durationMs }) => ({
    name: operation,
    side: direction === 'REQUEST' ? 'request' : 'answer',
    durationMs,
  }),
  half: { column: 'direction', both: () => Object.values(SOAP_DIRECTIONS).join(', ') },
  title: ({ operation }) => operation,
  receiver: ({ address }) => (address ? { address } : null),
  subject: ({ transactionId: id }) => ({
    label: `Payment ${shortId(id)}`,
    href: paths.transaction(id),
    list: paths.soapLogs({ f_transactionId: id }),
  }),
};

/** RT-39, AT-05 */
export function SoapLogsScreen() {
  return (
    <LogScreen
      resource={soapLogs}
      nothingYet="No messages yet. Each one between Paydesk and the acquirer appears here."
      columns={columns}
      iconLinks={iconLinks}
      log={log}
    />
  );
}
