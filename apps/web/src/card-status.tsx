import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { CARD_REFUSALS, type cards } from '@paydesk/contract/resources/customers/lists.ts';
import { Chip, StatusChip } from './ui/Chip.tsx';

/** An active card that nobody charges says whose state it is that forbids it: no green beside a blocked customer (SB-42). */
export const CardStatus = ({
  card: { status, refusal },
}: {
  card: Pick<RowOf<typeof cards.columns>, 'status' | 'refusal'>;
}) =>
  status.name === 'ACTIVE' && refusal ? (
    <Chip tone={refusal === 'CUSTOMER_CLOSED' ? 'ended' : 'error'}>{CARD_REFUSALS[refusal]}</Chip>
  ) : (
    <StatusChip status={status} />
  );
