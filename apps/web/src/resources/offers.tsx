import { MAX_PAGE_SIZE } from '@paydesk/contract/kernel/resource.ts';
import { offers } from '@paydesk/contract/resources/offers.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { ofLoan } from '../of-loan.tsx';

const columns = {
  sequence: { width: 88 },
  interestRate: { width: 104 },
  apr: { width: 76 },
  monthlyPayment: { width: 124 },
};

/** The offers that one customer got, on that customer's page (AM-26). */
export function CustomerOffers({ customerId }: { customerId: string }) {
  return (
    <ListScreen
      resource={offers}
      columns={columns}
      {...ofLoan}
      within={{ filters: { customerId }, size: MAX_PAGE_SIZE }}
      nothingYet="No credit offers. Institutions make them when the customer asks for a loan."
    />
  );
}

/** FI-06 */
export function OffersScreen() {
  return (
    <ListScreen
      resource={offers}
      nothingYet="No credit offers yet. Institutions make them when a customer asks for a loan."
      columns={columns}
      {...ofLoan}
    />
  );
}
