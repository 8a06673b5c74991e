import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  abilityWords,
  commentFields,
  editComment,
} from '@paydesk/contract/resources/consumer-credits/actions.ts';
import {
  loan,
  type ConsumerCredit,
} from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { canAskAgain } from '@paydesk/contract/resources/consumer-credits/loan-actions.ts';
import { loanMoney, loanStory } from '@paydesk/contract/resources/consumer-credits/story.ts';
import { isUnderWay } from '@paydesk/contract/lending.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { PersonalIdOf } from '../../personal-id.tsx';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { useRouteParams } from '../../platform/route-state.ts';
import { call } from '../../platform/api.ts';
import {
  DetailCard,
  DetailFold,
  Fields,
  RelatedLinks,
} from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { fieldsOf } from '../../platform/DetailScreen/viewer.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { formatDate } from '../../platform/format.ts';
import { notify } from '../../platform/notify.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { useActor, useMe } from '../../platform/session.ts';
import { readable } from '../../ui/changes.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { Since } from '../../ui/Since.tsx';
import { NamedLogo } from '../../ui/Logo.tsx';
import styles from './consumer-credits.module.css';
import { HoldChip } from './HoldChip.tsx';
import { LoanActions } from './LoanActions.tsx';
import { hasTerms, monthsWords, Schedule, Terms } from './Money.tsx';
import { Operations } from './Operations.tsx';
import { Applications, Documents } from './Papers.tsx';
import { Requests, useRequests } from './Refunds.tsx';
import { peopleOf, relatedLinks } from './related.tsx';

// the list of all takes it from here: its rows lead here
export { RequestMenu } from './RequestMenu.tsx';

/** While the institution has not answered, it is looked for again after this long. */
const AWAITING_MS = 10_000;

/** RT-33 */
export function ConsumerCreditScreen(): ReactNode {
  const { consumerCreditId: id } = useRouteParams<'consumer-credit'>();
  const actor = useActor();
  const { merchantName } = useMe();
  const requests = useRequests(id, AWAITING_MS);
  // with its requests: what the answer changes stands on the loan
  useCall(
    'GET /api/financing/consumer-credits/{id}',
    { params: { id } },
    { refetchInterval: requests.open ? AWAITING_MS : false },
  );
  return (
    <RecordScreen
      record={loan}
      heading="Loan Details"
      folded
      timeline="loan"
      answer={loanStory}
      money={loanMoney}
      people={peopleOf}
      parts={(one) => {
        const { amount, currency, loanNumber } = one;
        const title = `${formatAmount(amount)} ${currency}`;
        const brief = [loanNumber, hasTerms(one) ? null : monthsWords(one)].filter(Boolean);
        return {
          title,
          tabTitle: `${title} loan`,
          chips: (
            <>
              <StatusChip status={one.status} />
              <HoldChip hold={one.hold} />
            </>
          ),
          date: one.createdDate,
          note: (
            <>
              {brief.join(' · ')}
              {one.statusSince && isUnderWay(one.status.name) ? (
                <>
                  {brief.length ? ' · ' : null}in this state <Since from={one.statusSince} />
                </>
              ) : null}
              {one.institutionContact && canAskAgain(one) === null ? (
                <>
                  {' · '}
                  <Operations of={one.institutionContact} />
                </>
              ) : null}
            </>
          ),
          actions: <LoanActions loan={one} />,
          // beside it stand the institution and a comment: on a phone they would take two screens before it
          storyFirst: true,
          // what is owed belongs to the money; on a phone the story is within reach below it
          first: (
            <>
              <Requests requests={requests.query} contact={one.institutionContact} />
              <Terms loan={one} />
            </>
          ),
          more: (
            <>
              <Schedule loan={one} />
              <Staffs loan={one} />
              {AUDIENCES.staff(actor) ? (
                <div className={styles.apart} data-off-paper>
                  <Applications loan={one} />
                  <Documents loan={one} />
                </div>
              ) : null}
            </>
          ),
          aside: (
            <>
              <DetailCard flush title="Related">
                <RelatedLinks links={relatedLinks(one, actor, merchantName)} />
              </DetailCard>
              <Institution loan={one} isStaff={AUDIENCES.staff(actor)} />
              {isAllowed(actor, editComment.asks) ? <Comment key={one.id} loan={one} /> : null}
            </>
          ),
        };
      }}
    />
  );
}

const { chosenOffer: offer, signature: signed, person: payer } = loan.fields;

/** LN-12: who lends, for everyone; where more of it stands, for staff. */
function Institution({ loan, isStaff }: { loan: ConsumerCredit; isStaff: boolean }) {
  const chosen = loan.chosenOffer?.financingInstitution;
  const named = chosen && <NamedLogo url={chosen.logoUrl} name={chosen.name} />;
  return (
    <DetailCard title="Financing Institution">
      {chosen ? (
        <>
          <p className={styles.plain}>
            {isStaff ? (
              <AppLink href={paths.financingInstitution(chosen.id)}>{named}</AppLink>
            ) : (
              named
            )}
          </p>
          {loan.institutionContact ? (
            <p className={styles.plain}>
              <Operations of={loan.institutionContact} />
            </p>
          ) : null}
          {abilityWords(loan.institution).map((words) => (
            <p key={words} className={styles.plain} data-off-paper>
              {words}.
            </p>
          ))}
          <details className={styles.ids} data-off-paper>
            <summary>Details</summary>
            <Fields narrow fields={fieldsOf(offer.columns.financingInstitution.columns, chosen)} />
          </details>
        </>
      ) : (
        <p className={styles.plain}>No offer has been chosen.</p>
      )}
    </DetailCard>
  );
}

/** LN-08..10: what is sent to staff alone. */
function Staffs({ loan }: { loan: ConsumerCredit }) {
  const { chosenOffer, signature, person, customerId } = loan;
  return (
    <>
      {person ? (
        <DetailCard title="Person">
          <Fields
            fields={fieldsOf(payer.columns, {
              ...person,
              // a day, wherever it is read
              dateOfBirth: formatDate(person.dateOfBirth, 'UTC'),
            }).map((field) =>
              field.label === payer.columns.personalId.label
                ? {
                    label: field.label,
                    value: <PersonalIdOf customerId={customerId} given={person.personalId} />,
                    mono: true,
                  }
                : field,
            )}
          />
        </DetailCard>
      ) : null}
      {chosenOffer?.id ? (
        <Folded title="Chosen Offer">
          <Fields fields={fieldsOf(offer.columns, chosenOffer)} />
        </Folded>
      ) : null}
      {signature ? (
        <Folded title="Signature">
          <Fields
            fields={fieldsOf(signed.columns, { ...signature, status: readable(signature.status) })}
          />
        </Folded>
      ) : null}
    </>
  );
}

/** Ids and codes, for who looks for them: as they left it. */
const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <DetailFold title={title} keep={`loan ${title}`}>
      {children}
    </DetailFold>
  </section>
);

/** LN-11, LN-23..26 */
function Comment({ loan: { id, comment = null } }: { loan: ConsumerCredit }) {
  const refresh = useRefresh();
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
          void refresh();
        }}
      />
    </DetailCard>
  );
}
