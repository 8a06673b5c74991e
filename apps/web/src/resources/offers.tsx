import { offers } from '@paydesk/contract/resources/offers.ts';
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

const columns = {
  sequence: { width: 88 },
  interestRate: { width: 104 },
  apr: { width: 76 },
  monthlyPayment: { width: 124 },
};

/** FI-06 */
export function OffersScreen() {
  return <ListScreen resource={offers} columns={columns} iconLinks={iconLinks} />;
}
