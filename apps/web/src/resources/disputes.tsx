import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { disputes } from '@paydesk/contract/resources/disputes.ts';
import { paymentColumn } from '../of-payment.tsx';
import { paths } from '../paths.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

type Row = RowOf<typeof disputes.columns>;

const rowLink = ({ transactionId }: Row) => paths.transaction(transactionId);

/** What banks claim back, by the day on which it is to be answered (AM-103). */
export function DisputesScreen() {
  return (
    <ListScreen
      resource={disputes}
      nothingYet="No disputes yet. One appears when a payer’s bank claims a payment back."
      columns={paymentColumn}
      rowLink={rowLink}
    />
  );
}
