import { authentications } from '@paydesk/contract/resources/authentications.ts';
import { paths } from '../paths.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { IconBuildingBank } from '../ui/icons.ts';

const iconLinks = [
  {
    label: 'Loan',
    icon: <IconBuildingBank size={16} aria-hidden />,
    to: ({ consumerCreditId }: { consumerCreditId: string }) =>
      paths.consumerCredit(consumerCreditId),
  },
];

/** FI-07 */
export function AuthenticationsScreen() {
  return (
    <ListScreen
      resource={authentications}
      nothingYet="Nobody had to prove who they are yet. It stands here as soon as a customer asks for a loan."
      iconLinks={iconLinks}
    />
  );
}
