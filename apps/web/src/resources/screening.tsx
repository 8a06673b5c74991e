import { screening } from '@paydesk/contract/resources/screening.ts';
import { paths } from '../paths.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { IconUser } from '../ui/icons.ts';

const iconLinks = [
  {
    label: 'Customer',
    icon: <IconUser size={16} aria-hidden />,
    to: ({ customerId }: { customerId: string }) => paths.customer(customerId),
  },
];

/** CU-08 */
export function ScreeningScreen() {
  return <ListScreen resource={screening} iconLinks={iconLinks} />;
}
