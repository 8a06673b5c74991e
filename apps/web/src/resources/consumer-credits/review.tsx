import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { INCOME_TYPES, LOAN_HOLDS } from '@paydesk/contract/lending.ts';
import { burdenOf, monthlyOf } from '@paydesk/contract/resources/consumer-credits/burden.ts';
import {
  loan as record,
  type ConsumerCredit,
} from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { consumerCredits } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { loanStory } from '@paydesk/contract/resources/consumer-credits/story.ts';
import { waitOf } from '@paydesk/contract/waits.ts';
import { orderValue } from '../../order-link.tsx';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { People } from '../../platform/DetailScreen/People.tsx';
import { useCall } from '../../platform/query.ts';
import { RowsCard } from '../../platform/ReviewDesk/RowsCard.tsx';
import { choiceOf, picked, reviewQueue, takingOf } from '../../platform/ReviewDesk/types.ts';
import { useActor } from '../../platform/session.ts';
import { heldBy, RulesSaid } from '../../rules-said.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { DateTime } from '../../ui/values.tsx';
import { HoldChip } from './HoldChip.tsx';
import { peopleOf } from './related.tsx';

const PATH = 'POST /api/financing/consumer-credits/{id}/actions';
type Row = RowOf<typeof consumerCredits.columns>;

const WAITS = { f_hold: Object.keys(LOAN_HOLDS).join() };

const whole = ({ amount, currency }: Pick<Row, 'amount' | 'currency'>) =>
  `${formatAmount(amount)} ${currency}`;

/** Loans that a risk rule holds, or refused and whose shopper asks for a look: they wait (ST-03, FI-01). */
export const review = reviewQueue<Row, ConsumerCredit>({
  slug: 'loan',
  title: 'Loans in review',
  list: 'GET /api/financing/consumer-credits',
  filters: WAITS,
  since: 'heldDate',
  columns: picked(consumerCredits.columns, ['merchantName', 'merchantId', 'amount']),
  one: 'GET /api/financing/consumer-credits/{id}',
  colleagues: 'GET /api/financing/consumer-credits/{id}/colleagues',
  asks: { anyOf: consumerCredits.read },
  urgency: (row) => ({ level: 'held', by: Date.parse(row.heldDate ?? row.createdDate) }),
  late: () => waitOf('loanReviews').late,
  because: heldBy('CONSUMER_CREDIT', 'REVIEW,REJECTED'),
  row: (row, rule) => ({
    title: row.customerName ?? 'Loan',
    value: whole(row),
    why: [row.hold === 'ASKED' ? `Loan, ${LOAN_HOLDS.ASKED.toLowerCase()}` : 'Loan held', rule]
      .filter(Boolean)
      .join(': '),
    note: row.merchantName,
    since: row.heldDate ?? row.createdDate,
    until: row.statusUntil,
  }),
  open: (id) => paths.consumerCredit(id),
  all: () => paths.consumerCredits(WAITS),
  head: (one) => ({
    title: [whole(one), one.person && fullName(one.person.firstName, one.person.lastName)]
      .filter(Boolean)
      .join(' · '),
    chips: one.hold ? <HoldChip hold={one.hold} /> : <StatusChip status={one.status} />,
    answer: loanStory(one),
  }),
  choices: (one) => [
    choiceOf(record, `${PATH}/pass`, one, {
      // the letters of payments: what lets pass, and what stops
      key: 'a',
      submit: `Release ${whole(one)}`,
    }),
    choiceOf(record, `${PATH}/refuse`, one, {
      key: 'r',
      submit: `Refuse ${whole(one)}`,
      danger: true,
    }),
  ],
  taking: (one) => takingOf(record, one),
  customerOf: ({ customerId }) => customerId,
  Evidence,
});

/** Which rules looked at it and what they said, what was applied for and where, and what was before. */
function Evidence({ one }: { one: ConsumerCredit }): ReactNode {
  const actor = useActor();
  return (
    <>
      <RulesSaid id={one.id} none="No rule results for this loan." />
      <Application one={one} />
      {/* the customer stands beside the decision */}
      <People of={peopleOf(one, actor).filter(({ label }) => label !== 'Customer')} />
      {one.customerId ? <Before id={one.id} customerId={one.customerId} /> : null}
    </>
  );
}

/** What the shopper has said of their money; nothing of a loan that was made elsewhere. */
const DECLARED = { monthlyIncome: 'Monthly income', monthlyObligations: 'Obligations' };

const money = ({ currency }: Pick<Row, 'currency'>, value: Row['amount']) =>
  `${formatAmount(value)} ${currency}`;

function Application({ one }: { one: ConsumerCredit }) {
  const { createdDate, termMonths, incomeType, reviewAskedDate, heldDate } = one;
  const burden = burdenOf(one);
  return (
    <DetailCard title="Application">
      <Fields
        fields={[
          { label: 'Applied', value: <DateTime value={createdDate} /> },
          ...(heldDate && !reviewAskedDate
            ? [
                {
                  label: consumerCredits.columns.heldDate.label,
                  value: <DateTime value={heldDate} />,
                },
              ]
            : []),
          { label: 'Months', value: termMonths },
          {
            label: 'Order',
            value: orderValue(one),
          },
          // nobody's word before an institution has answered: what it is at the least
          ...(termMonths === null || termMonths < 1
            ? []
            : [
                {
                  label: 'Monthly',
                  value: `${money(one, monthlyOf({ ...one, terms: null })!)} and interest`,
                },
              ]),
          ...(one.terms
            ? [{ label: 'Instalment', value: money(one, one.terms.monthlyPayment) }]
            : []),
          { label: 'Income', value: incomeType && INCOME_TYPES[incomeType] },
          ...(['monthlyIncome', 'monthlyObligations'] as const).flatMap((key) => {
            const value = one[key];
            return value === null || value === undefined
              ? []
              : [{ label: DECLARED[key], value: money(one, value) }];
          }),
          ...(burden === null
            ? []
            : [
                {
                  label: 'Of the income',
                  value: `${one.terms ? '' : 'at least '}${burden} % with ${one.monthlyObligations ? 'the obligations' : 'no obligations declared'}`,
                },
              ]),
          ...(reviewAskedDate
            ? [{ label: LOAN_HOLDS.ASKED, value: <DateTime value={reviewAskedDate} /> }]
            : []),
          ...(one.comment ? [{ label: 'Comment', value: one.comment }] : []),
        ]}
      />
    </DetailCard>
  );
}

const { createdDate, amount, currency, status, merchantName } = consumerCredits.columns;
const columns = { createdDate, amount, currency, status, merchantName };

const cells = {
  createdDate: (row: Row) => (
    <AppLink href={paths.consumerCredit(row.id)}>
      <DateTime value={row.createdDate} />
    </AppLink>
  ),
};

/** The five before it of the same person, of how many. */
function Before({ id, customerId }: { id: string; customerId: string }) {
  const asked = useCall('GET /api/financing/consumer-credits', {
    query: { page: 0, size: 50, sort: 'createdDate,DESC', f_customerId: customerId },
  });
  const rows = asked.data?.content.filter((row) => row.id !== id) ?? [];
  return (
    <RowsCard
      title="Applied before"
      asked={asked}
      beside={asked.data && Math.max(0, asked.data.totalElements - 1)}
      columns={columns}
      rows={rows.slice(0, 5)}
      cells={cells}
      none="Nothing: it is their first loan here."
    />
  );
}
