import { signatures } from '@paydesk/contract/resources/signatures.ts';
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

/** FI-08 */
export function SignaturesScreen() {
  return (
    <ListScreen
      resource={signatures}
      nothingYet="Nobody has signed yet. It stands here as soon as a customer signs for a loan."
      iconLinks={iconLinks}
    />
  );
}
