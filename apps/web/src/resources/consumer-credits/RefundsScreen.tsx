import { Suspense } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { consumerCreditsRefunds } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { LOAN_REFUND_DAYS } from '@paydesk/contract/waits.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { CountedToggle } from '../../platform/ListScreen/FilterToggle.tsx';
import type { AnyResource } from '../../platform/ListScreen/useList.ts';
import { ofLoan } from '../../of-loan.tsx';
import { paths } from '../../paths.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { Since } from '../../ui/Since.tsx';
import styles from './consumer-credits.module.css';
import { late } from '../../platform/late.tsx';

const RequestMenu = late(async () => ({
  default: (await import('./ConsumerCreditScreen.tsx')).RequestMenu,
}));

type Refund = RowOf<typeof consumerCreditsRefunds.columns>;

const menu = (request: Refund) => (
  <Suspense key={request.id} fallback={<span />}>
    <RequestMenu request={request} />
  </Suspense>
);

const rowLink = ({ id, consumerCreditId }: Refund) =>
  paths.consumerCredit(consumerCreditId, { open: id });

const columns = {
  loanNumber: { mono: true, width: 108, named: true },
  status: {
    width: 196,
    // one that has waited for weeks looks like none of today
    cell: ({ status, createdDate, cancelAskedDate }: Refund) => (
      <>
        <StatusChip status={status} />
        {status.name === 'REQUESTED' ? (
          <span className={styles.age} data-beside>
            {cancelAskedDate ? (
              <>
                cancellation asked <Since from={cancelAskedDate} late={LOAN_REFUND_DAYS} />
              </>
            ) : (
              <Since from={createdDate} late={LOAN_REFUND_DAYS} />
            )}
          </span>
        ) : null}
      </>
    ),
  },
};

// the newest come first, as in all lists: those somebody waits for are one press away
const waiting = (
  <CountedToggle
    resource={consumerCreditsRefunds as unknown as AnyResource}
    column="status"
    values={['REQUESTED']}
    label="Waiting"
    title="Only what waits for its institution"
  />
);

/** FI-04 */
export function ConsumerCreditsRefundsScreen() {
  return (
    <ListScreen
      resource={consumerCreditsRefunds}
      nothingYet="No refund requests. A merchant makes one on the loan’s screen."
      {...ofLoan}
      rowLink={rowLink}
      columns={columns}
      menu={menu}
      actions={waiting}
    />
  );
}
