import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { disputes } from '@paydesk/contract/resources/disputes.ts';
import { waitOf } from '@paydesk/contract/waits.ts';
import { paymentColumn } from '../of-payment.tsx';
import { paths } from '../paths.ts';
import { shortId } from '../platform/format.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { StatusChip } from '../ui/Chip.tsx';
import { Due } from '../ui/Since.tsx';
import styles from './disputes.module.css';

type Row = RowOf<typeof disputes.columns>;

const LATE_DAYS = waitOf('disputes').late!;

const columns = {
  // how long there is to answer is as much of its state as that it is open, on a phone too
  status: {
    width: 184,
    cell: ({ status, respondBy }: Row) => (
      <>
        <StatusChip status={status} tones={disputes.columns.status.tones} />
        {respondBy ? (
          <small className={styles.due} data-beside>
            <Due at={respondBy} next={false} late={LATE_DAYS} />
          </small>
        ) : null}
      </>
    ),
  },
  reason: { main: true },
  // acquirers call theirs by ids as long as ours
  externalId: { width: 96, mono: true, cell: ({ externalId }: Row) => shortId(externalId) },
  ...paymentColumn,
} as const;

const rowLink = ({ transactionId }: Row) => paths.transaction(transactionId);

/** What banks claim back, by the day on which it is to be answered (AM-103). */
export function DisputesScreen() {
  return (
    <ListScreen
      resource={disputes}
      nothingYet="No disputes yet. One appears when a payer’s bank claims a payment back."
      columns={columns}
      rowLink={rowLink}
    />
  );
}
