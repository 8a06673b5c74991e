import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { consumerCreditsRefunds } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { ofLoan } from '../../of-loan.tsx';
import { RequestMenu } from './RequestMenu.tsx';

type Refund = RowOf<typeof consumerCreditsRefunds.columns>;

const menu = (request: Refund) => <RequestMenu key={request.id} request={request} />;

/** FI-04 */
export function ConsumerCreditsRefundsScreen() {
  return (
    <ListScreen
      resource={consumerCreditsRefunds}
      nothingYet="No refund requests. A merchant makes one on the loan’s screen."
      {...ofLoan}
      menu={menu}
    />
  );
}
