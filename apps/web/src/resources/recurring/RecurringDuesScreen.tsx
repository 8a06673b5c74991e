import { recurringDue, recurringDues } from '@paydesk/contract/resources/recurring/dues.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { dueList } from './dues.tsx';

/** Every day on which somebody was to be charged; what was missed is decided here, by one or by many. */
export function RecurringDuesScreen() {
  return (
    <ListScreen
      resource={recurringDues}
      record={recurringDue}
      {...dueList}
      rowLink={({ recurringPaymentId }) => paths.recurringPayment(recurringPaymentId)}
      nothingYet="Nothing due yet. Each day a recurring payment is due appears here."
    />
  );
}
