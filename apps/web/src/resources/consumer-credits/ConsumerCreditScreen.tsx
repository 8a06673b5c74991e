import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  abilityWords,
  commentFields,
  editComment,
} from '@paydesk/contract/resources/consumer-credits/actions.ts';
import type { ConsumerCredit } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import {
  consumerCreditHistory,
  consumerCredits,
} from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields, Note, RelatedLinks } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import styles from './consumer-credits.module.css';
import {
  institutionFields,
  loanFields,
  offerFields,
  personFields,
  signatureFields,
} from './fields.tsx';
import { LoanActions, Requests } from './Refunds.tsx';
import { relatedLinks } from './related.tsx';

/** While the institution has not answered, it is looked for again after this long. */
const AWAITING_MS = 10_000;

/** RT-33 */
export function ConsumerCreditScreen(): ReactNode {
  const { consumerCreditId: id = '' } = useParams({ strict: false });
  const actor = useActor();
  const params = { id };
  const requests = useQuery({
    queryKey: [consumerCredits.slug, 'refund-requests', id],
    queryFn: ({ signal }) =>
      call('GET /api/financing/consumer-credits/{id}/refund-requests', {
        params,
        query: { page: 0, size: 200, sort: 'createdDate,DESC' },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.content.some(({ status }) => status.name === 'REQUESTED') ? AWAITING_MS : false,
  });
  const open = requests.data?.content.some(({ status }) => status.name === 'REQUESTED') ?? false;
  const query = useQuery({
    queryKey: [consumerCredits.slug, 'one', id],
    queryFn: ({ signal }) => call('GET /api/financing/consumer-credits/{id}', { params, signal }),
    refetchInterval: open ? AWAITING_MS : false,
  });
  return (
    <DetailScreen query={query}>
      {(loan) => {
        const { amount, currency, loanNumber, failureReason } = loan;
        const title = `${formatAmount(amount)} ${currency}`;
        return {
          title,
          tabTitle: `${title} loan`,
          chips: <StatusChip status={loan.status} />,
          id: loan.id,
          date: loan.createdDate,
          note: loanNumber,
          timeline: { of: 'loan', id: loan.id },
          history: { of: consumerCreditHistory, id: loan.id },
          main: (
            <>
              {waitsForSignature(loan) && !loan.institution.remoteSigning ? (
                <Note tone="info">
                  The agreement waits to be signed at the merchant’s: it can’t be signed online.
                </Note>
              ) : null}
              {failureReason ? <Note tone="warning">{failureReason}.</Note> : null}
              <DetailCard title="Loan Details">
                <Fields fields={loanFields(loan)} />
              </DetailCard>
              <Requests requests={requests} />
              <Staffs loan={loan} />
            </>
          ),
          aside: (
            <>
              <LoanActions loan={loan} />
              <DetailCard flush title="Related">
                <RelatedLinks links={relatedLinks(loan, actor)} />
              </DetailCard>
              <DetailCard title="Financing Institution">
                {loan.chosenOffer ? (
                  <>
                    <Fields narrow fields={institutionFields(loan.chosenOffer)} />
                    {abilityWords(loan.institution).map((words) => (
                      <p key={words} className={styles.plain}>
                        {words}.
                      </p>
                    ))}
                  </>
                ) : (
                  <p className={styles.plain}>No offer has been chosen.</p>
                )}
              </DetailCard>
              {isAllowed(actor, editComment.asks) ? <Comment key={loan.id} loan={loan} /> : null}
            </>
          ),
        };
      }}
    </DetailScreen>
  );
}

const waitsForSignature = ({ status }: ConsumerCredit) =>
  status.name === 'OFFER_CHOSEN' || status.name === 'SIGNING_DOCUMENTS_PREPARED';

/** LN-08..10: what is sent to staff alone. */
function Staffs({ loan: { chosenOffer, signature, person } }: { loan: ConsumerCredit }) {
  return (
    <>
      {chosenOffer?.id ? (
        <DetailCard title="Chosen Offer">
          <Fields fields={offerFields(chosenOffer)} />
        </DetailCard>
      ) : null}
      {signature ? (
        <DetailCard title="Signature">
          <Fields fields={signatureFields(signature)} />
        </DetailCard>
      ) : null}
      {person ? (
        <DetailCard title="Person">
          <Fields fields={personFields(person)} />
        </DetailCard>
      ) : null}
    </>
  );
}

/** LN-11, LN-23..26 */
function Comment({ loan: { id, comment = null } }: { loan: ConsumerCredit }) {
  const client = useQueryClient();
  return (
    <DetailCard title="Comment">
      <FieldsForm
        fields={commentFields}
        initial={{ comment }}
        focus={false}
        submitLabel={editComment.label}
        onSubmit={async (values, readAs) => {
          await call('POST /api/financing/consumer-credits/{id}/edit-comment', {
            params: { id },
            body: { ...values, readAs },
          });
          notify.success(editComment.success);
          for (const key of [consumerCredits.slug, consumerCreditHistory.slug])
            void client.invalidateQueries({ queryKey: [key] });
        }}
      />
    </DetailCard>
  );
}
