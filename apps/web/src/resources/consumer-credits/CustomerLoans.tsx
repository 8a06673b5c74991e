import { consumerCredits } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { MAX_PAGE_SIZE } from '@paydesk/contract/kernel/resource.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { loanList } from './lists.tsx';

/** The loans of one customer, on that customer's page (AM-26). */
export default function CustomerLoans({ customerId }: { customerId: string }) {
  return (
    <ListScreen
      resource={consumerCredits}
      {...loanList}
      within={{ filters: { customerId }, size: MAX_PAGE_SIZE, without: 'customerName' }}
      nothingYet="No loans. Customers apply for one when paying in a shop."
    />
  );
}
