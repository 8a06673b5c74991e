import { useQueries, useQuery } from '@tanstack/react-query';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { counted } from '@paydesk/contract/kernel/many.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { ConsumerCredit } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { loanInstalments } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { withdrawalEnds } from '@paydesk/contract/resources/consumer-credits/story.ts';
import {
  DetailCard,
  DetailFold,
  Fields,
  type DetailField,
} from '../../platform/DetailScreen/blocks.tsx';
import { Below, RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { formatDate } from '../../platform/format.ts';
import { queryOf } from '../../platform/query.ts';
import { Coming } from '../../ui/Coming.tsx';
import styles from './consumer-credits.module.css';

/** A plain day, wherever it is read. */
const dayOf = (day: string) => formatDate(day, 'UTC');

const percent = (rate: number) => `${formatAmount(rate)} %`;

/** More than how long it is asked for, which its head says. */
export const hasTerms = (loan: ConsumerCredit): boolean =>
  Boolean(loan.terms || loan.arrears || withdrawalEnds(loan)) || loan.leftToPay !== null;

export const monthsWords = ({ termMonths }: ConsumerCredit): string | null =>
  termMonths === null ? null : `over ${counted(termMonths, 'month')}`;

/** On which terms it was lent, and what its customer still owes. */
export function Terms({ loan }: { loan: ConsumerCredit }) {
  if (!hasTerms(loan)) return null;
  const { currency, terms } = loan;
  const withdrawalUntil = withdrawalEnds(loan);
  const money = (cents: number) => `${formatAmount(cents)} ${currency}`;
  const fields: (DetailField | false)[] = [
    loan.termMonths !== null && { label: 'Months', value: loan.termMonths },
    ...(terms
      ? [
          { label: 'Yearly rate', value: percent(terms.rate) },
          { label: 'APR', value: percent(terms.apr) },
          { label: 'Monthly payment', value: money(terms.monthlyPayment) },
        ]
      : []),
    loan.leftToPay !== null && {
      label: 'Left to pay by the customer',
      // what was refunded bears no interest from its day: the sum of the schedule is more than is owed
      value: `${loan.refundedAmount ? 'At most ' : ''}${money(loan.leftToPay)}`,
    },
    Boolean(loan.arrears) && {
      label: 'In arrears',
      value: `${money(loan.arrears!)}${loan.arrearsSince ? `, since ${dayOf(loan.arrearsSince)}` : ''}`,
    },
    withdrawalUntil !== null && {
      label: 'Withdrawal possible until',
      value: dayOf(withdrawalUntil),
    },
  ];
  return (
    <DetailCard title="Terms">
      <Fields fields={fields.filter((field) => field !== false)} />
    </DetailCard>
  );
}

const { number, dueDate, amount, interest, paid, paidDate, status } = loanInstalments.columns;
const columns = { number, dueDate, amount, interest, paid, paidDate, status };

type Instalment = RowOf<typeof loanInstalments.columns>;

/** What it is made of, where a phone has no columns for it. */
const parts = ({ interest, paid, status }: Instalment) => [
  ...(interest ? [`interest ${formatAmount(interest)}`] : []),
  ...(paid && status.name !== 'PAID' ? [`paid ${formatAmount(paid)}`] : []),
];

const cells = {
  amount: (one: Instalment) => (
    <>
      {formatAmount(one.amount)}
      <Below>{parts(one).join(' · ')}</Below>
    </>
  ),
  dueDate: (one: { dueDate: string }) => dayOf(one.dueDate),
  paidDate: (one: { paidDate: string | null }) => one.paidDate && dayOf(one.paidDate),
};

const PAGE = 200;
const pageOfInstalments = (id: string, page: number) =>
  queryOf('GET /api/financing/consumer-credits/{id}/instalments', {
    params: { id },
    query: { page, size: PAGE, sort: 'number,ASC' },
  });

/** All of them, of which there may be some pages: what is counted of a part is no count. */
function useInstalments(id: string): { rows: Instalment[] | null; error: unknown } {
  const first = useQuery(pageOfInstalments(id, 0));
  const pages = Math.ceil((first.data?.totalElements ?? 0) / PAGE);
  const rest = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, at) =>
      pageOfInstalments(id, at + 1),
    ),
  });
  const all = [first, ...rest];
  const error = all.find((one) => one.error)?.error ?? null;
  const rows = all.every(({ data }) => data) ? all.flatMap(({ data }) => data!.content) : null;
  return { rows, error };
}

/** What is to be paid and what was, as the institution reports it. */
export function Schedule({ loan }: { loan: ConsumerCredit }) {
  const { rows: content, error } = useInstalments(loan.id);
  const title = loanInstalments.title;
  if (error)
    return (
      <DetailCard title={title}>
        <p className={styles.plain}>The schedule could not be loaded.</p>
      </DetailCard>
    );
  if (!content) return <Coming />;
  if (!content.length) return null;
  const done = content.filter(({ status: { name } }) => name === 'PAID').length;
  return (
    <DetailFold title={`${title}: ${done} of ${content.length} instalments paid`}>
      {loan.refundedAmount ? (
        <p className={styles.plain}>
          {formatAmount(loan.refundedAmount)} {loan.currency} were refunded, and from that day bear
          no interest. These instalments are those of the agreement: the institution sends its
          customer a new schedule, which Paydesk does not receive. The interest on what was refunded
          is taken off by the day when the loan is repaid early.
        </p>
      ) : null}
      <RelatedTable
        caption={title}
        columns={columns}
        rows={content}
        cells={cells}
        wideOnly={['interest', 'paid', 'paidDate']}
      />
    </DetailFold>
  );
}
