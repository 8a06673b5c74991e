import { recurringDue, recurringDues } from '@paydesk/contract/resources/recurring/dues.ts';
import { paths } from '../../paths.ts';
import { CountedToggle } from '../../platform/ListScreen/FilterToggle.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { dueList, NOT_PAID } from './dues.tsx';

/** Nearly all of the days were paid, and hide those that were not. */
const notPaid = (
  <CountedToggle
    resource={recurringDues as never}
    column="status"
    values={NOT_PAID}
    label="Not paid"
    title="Missed, unpaid after the last try, or declined and tried again"
  />
);

/** Every day on which somebody was to be charged; what was missed is decided here, by one or by many. */
export function RecurringDuesScreen() {
  return (
    <ListScreen
      resource={recurringDues}
      record={recurringDue}
      {...dueList}
      actions={notPaid}
      rowLink={({ recurringPaymentId }) => paths.recurringPayment(recurringPaymentId)}
      nothingYet="Nothing due yet. Each day a recurring payment is due appears here."
    />
  );
}
