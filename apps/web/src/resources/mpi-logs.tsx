import { mpiLogs } from '@paydesk/contract/resources/mpi-logs.ts';
import { paths } from '../paths.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { IconArrowsExchange } from '../ui/icons.ts';

const iconLinks = [
  {
    label: 'Transaction',
    icon: <IconArrowsExchange size={16} aria-hidden />,
    to: ({ transactionId }: { transactionId: string }) => paths.transaction(transactionId),
  },
];

/** RT-40 */
export function MpiLogsScreen() {
  return <ListScreen resource={mpiLogs} iconLinks={iconLinks} />;
}
