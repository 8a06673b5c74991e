import { soapLogs } from '@paydesk/contract/resources/soap-logs.ts';
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

/** RT-39 */
export function SoapLogsScreen() {
  return <ListScreen resource={soapLogs} iconLinks={iconLinks} />;
}
