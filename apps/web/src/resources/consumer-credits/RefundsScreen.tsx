import { lazy, Suspense } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { consumerCreditsRefunds } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { ofLoan } from '../../of-loan.tsx';

const RequestMenu = lazy(async () => ({
  default: (await import('./ConsumerCreditScreen.tsx')).RequestMenu,
}));

type Refund = RowOf<typeof consumerCreditsRefunds.columns>;

const menu = (request: Refund) => (
  <Suspense key={request.id} fallback={<span />}>
    <RequestMenu request={request} />
  </Suspense>
);

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
