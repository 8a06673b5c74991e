import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { mpiLogs } from '@paydesk/contract/resources/mpi-logs.ts';
import { mpiWords } from '@paydesk/contract/three-d-secure.ts';
import { ofPayment, paymentColumn, paymentIcon } from '../of-payment.tsx';
import { paths } from '../paths.ts';
import { LogScreen } from '../platform/LogScreen/LogScreen.tsx';
import type { LogOf } from '../platform/LogScreen/types.ts';

// both halves, whole; an xid is told from others by its end, and read in its message
const columns = {
  ...paymentColumn,
  messageType: { width: 164 },
  eci: { width: 60 },
  // 'Payer not authenticated', whole
  result: { width: 172 },
  xid: {
    mono: true,
    width: 92,
    cell: ({ xid }: { xid: string | null }) =>
      xid ? <span title={xid}>…{xid.slice(-7)}</span> : null,
  },
} as const;

/** VEReq and VERes, of one authentication by its xid. */
const log: LogOf<RowOf<typeof mpiLogs.columns>> = {
  payload: 'payload',
  ...ofPayment(paths.mpiLogs),
  message: ({ messageType, xid }) => ({
    name: `${messageType.replace(/Re[qs]$/, '')} ${xid ?? ''}`,
    side: messageType.endsWith('Req') ? 'request' : 'answer',
  }),
  half: {
    column: 'messageType',
    // what the two are called alike, before which half it is
    both: (_request, answer) => mpiWords(answer.messageType).replace(/ \w+$/, ''),
  },
  result: 'result',
  title: ({ messageType }) => messageType,
  words: ({ messageType }) => mpiWords(messageType),
  // between the acquirer and the payer's bank: neither is told where the other listens
  receiver: () => null,
};

/** Of one payment that there is none says something of it. */
const nothingUnder = ({ transactionId, ...others }: Readonly<Record<string, string>>) =>
  transactionId && !Object.keys(others).length
    ? 'This payment was not authenticated with 3-D Secure, or its messages are no longer kept.'
    : null;

/** RT-40, AT-06 */
export function MpiLogsScreen() {
  return (
    <LogScreen
      resource={mpiLogs}
      nothingYet="No messages yet. 3-D Secure messages appear here when somebody pays."
      nothingUnder={nothingUnder}
      columns={columns}
      iconLinks={paymentIcon}
      log={log}
    />
  );
}
