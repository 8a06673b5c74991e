import { useQuery } from '@tanstack/react-query';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { leftToRefund } from '@paydesk/contract/resources/consumer-credits/actions.ts';
import {
  loan as record,
  type ConsumerCredit,
} from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { creditRefundRequests } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { CREDIT_REFUND_REASONS } from '@paydesk/contract/resources/consumer-credits/refund-words.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { withLeft } from '../../platform/DetailScreen/withLeft.tsx';
import { RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { queryOf } from '../../platform/query.ts';
import { useAnySearch } from '../../platform/route-state.ts';
import { Coming } from '../../ui/Coming.tsx';
import { IconReceiptRefund } from '../../ui/icons.ts';
import styles from './consumer-credits.module.css';
import { Operations } from './Operations.tsx';
import { RequestMenu } from './RequestMenu.tsx';
import { RefundSteps } from './RefundSteps.tsx';

/** What was asked for, looked at again while an answer is open. */
export function useRequests(id: string, everyMs: number) {
  const query = useQuery({
    ...queryOf('GET /api/financing/consumer-credits/{id}/refund-requests', {
      params: { id },
      query: { page: 0, size: 200, sort: 'createdDate,DESC' },
    }),
    refetchInterval: ({ state }) => (isOpen(state.data) ? everyMs : false),
  });
  return { query, open: isOpen(query.data) };
}

const isOpen = (data: { content: readonly Request[] } | undefined) =>
  data?.content.some(({ status }) => status.name === 'REQUESTED') ?? false;

/** The refund, which says before how much is left (LN-13, AM-91). */
export function RefundButton({ loan }: { loan: ConsumerCredit }) {
  const { amount: of, currency, totalRequestedRefundsAmount: requested } = loan;
  const spec = specOf(
    record,
    'POST /api/financing/consumer-credits/{id}/refund-requests',
    loan,
    <IconReceiptRefund size={16} aria-hidden />,
  );
  const gone = requested > 0 ? [`${formatAmount(requested)} requested before`] : [];
  return <ActionButton {...withLeft(spec, { left: leftToRefund(loan), of, currency, gone })} />;
}

const { amount, status } = creditRefundRequests.columns;
/** Who asked for it and when, what the institution said, and whether it is booked. */
const steps = { label: 'Steps', kind: 'text' } as const;
/** Two texts that are mostly empty share a cell with why it was asked for. */
const notes = { label: 'Reason and notes', kind: 'text' } as const;
const actions = { label: '', kind: 'text' } as const;
const columns = { amount, status, steps, notes, actions };

type Request = RowOf<typeof creditRefundRequests.columns>;

function Notes({ request }: { request: Request }) {
  const { reason, internalNote, financingInstitutionTargetedNote } = request;
  const lines = [
    ['Internal', internalNote],
    ['To the institution', financingInstitutionTargetedNote],
  ].filter(([, text]) => text);
  return (
    <>
      <p className={styles.note}>{CREDIT_REFUND_REASONS[reason]}</p>
      {lines.map(([label, text]) => (
        <p key={label} className={styles.note}>
          <span>{label}:</span> {text}
        </p>
      ))}
    </>
  );
}

type Contact = ConsumerCredit['institutionContact'];

const cellsWith = (contact: Contact) => ({
  steps: (request: Request) => (
    <>
      <RefundSteps request={request} />
      {request.status.name === 'REQUESTED' ? <Operations of={contact} /> : null}
    </>
  ),
  notes: (request: Request) => <Notes request={request} />,
  actions: (request: Request) => <RequestMenu request={request} />,
});

/** What was asked for, and what the institution said (FI-03). */
export function Requests({
  requests,
  contact,
}: {
  requests: ReturnType<typeof useRequests>['query'];
  contact: Contact;
}) {
  const { data, error } = requests;
  const title = creditRefundRequests.title;
  // the one that led here, out of the list of all
  const { open } = useAnySearch();
  if (error)
    return (
      <DetailCard title={title}>
        <p className={styles.plain}>The refund requests could not be loaded.</p>
      </DetailCard>
    );
  if (!data) return <Coming />;
  if (!data.content.length) return null;
  return (
    <DetailCard flush title={title} count={data.totalElements}>
      <RelatedTable
        inLines
        caption={title}
        columns={columns}
        rows={data.content}
        cells={cellsWith(contact)}
        current={open}
      />
    </DetailCard>
  );
}
