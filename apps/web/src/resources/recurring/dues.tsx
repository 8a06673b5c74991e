import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  recurringDue,
  type DueStatus,
  type RecurringDueRow,
} from '@paydesk/contract/resources/recurring/dues.ts';
import { paths } from '../../paths.ts';
import { ActionMenu } from '../../platform/ActionButton.tsx';
import { specsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { IconArrowsExchange, IconCreditCard, IconX } from '../../ui/icons.ts';
import styles from './recurring.module.css';

const icons = {
  'POST /api/recurring-dues/{id}/actions/charge': <IconCreditCard size={16} aria-hidden />,
  'POST /api/recurring-dues/{id}/actions/skip': <IconX size={16} aria-hidden />,
};

/** What nobody has paid yet, and a person may still decide; what was skipped they have decided. */
export const NOT_PAID: readonly string[] = ['MISSED', 'UNPAID', 'RETRYING'] satisfies DueStatus[];

/** What a person decides of a day that nobody was charged for. */
export const DueMenu = ({ due }: { due: RecurringDueRow }) =>
  NOT_PAID.includes(due.status.name) ? (
    <ActionMenu
      quiet
      label={`Actions for ${formatIsoDay(due.dueDay)}, ${formatAmount(due.amount)} ${due.currency}`}
      actions={specsOf(recurringDue, due as never, icons)}
    />
  ) : (
    <></>
  );

/** How days are listed, wherever they are. */
export const dueList = {
  columns: {
    // a day and a status are whole in their filters, a reason in two lines
    dueDay: { width: 138 },
    status: { width: 124 },
    failure: {
      width: 172,
      cell: ({ failure }: RecurringDueRow) =>
        failure && <span className={styles.failure}>{failure}</span>,
    },
  },
  iconLinks: [
    {
      label: 'Transaction',
      icon: <IconArrowsExchange size={16} aria-hidden />,
      to: ({ transactionId }: RecurringDueRow) => transactionId && paths.transaction(transactionId),
    },
  ],
  menu: (due: RecurringDueRow) => <DueMenu key={due.id} due={due} />,
};
