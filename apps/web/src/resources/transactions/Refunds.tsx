import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  MONEY_REASONS,
  transaction as record,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions/record.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Below, RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { shortId } from '../../platform/format.ts';
import { DateTime } from '../../ui/values.tsx';

const { date, reasonCode, reasonNote, requestedBy, transactionId, amount } =
  record.fields.refunds.columns;
const refundColumns = { date, reasonCode, reasonNote, requestedBy, transactionId, amount };
/** A phone has them below the date and the amount. */
const BELOW = ['reasonCode', 'reasonNote', 'requestedBy', 'transactionId'];

type Refund = TransactionDetail['refunds'][number];

const refundLink = ({ transactionId: id }: Refund) => (
  <AppLink href={paths.transaction(id)} title={id}>
    {shortId(id)}
  </AppLink>
);

const refundDate = (refund: Refund) => (
  <>
    <DateTime value={refund.date} />
    <Below>
      {[MONEY_REASONS[refund.reasonCode], refund.reasonNote, refund.requestedBy]
        .filter(Boolean)
        .join(' · ')}
    </Below>
  </>
);

/** It goes back, as in the money above. */
const refundAmount = (refund: Refund, currency: string) => (
  <>
    −{formatAmount(refund.amount)} {currency}
    <Below>{refundLink(refund)}</Below>
  </>
);

/** 'Refund details' for one, 'Refund list' for several (TX-27, TX-28); the latest first. */
export function Refunds({
  transaction: { refunds, currency },
}: {
  transaction: TransactionDetail;
}) {
  if (!refunds.length) return null;
  const title = refunds.length === 1 ? 'Refund details' : 'Refund list';
  return (
    <DetailCard flush title={title} count={refunds.length}>
      <RelatedTable
        caption={title}
        columns={refundColumns}
        rows={refunds.toReversed()}
        cells={{
          date: refundDate,
          amount: (refund) => refundAmount(refund, currency),
          transactionId: refundLink,
        }}
        wideOnly={BELOW}
      />
    </DetailCard>
  );
}
