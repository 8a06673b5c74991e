import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import {
  CONSUMER_CREDIT_STATUSES,
  type ConsumerCreditStatus,
} from '@paydesk/contract/kernel/loan-statuses.ts';
import {
  approvalRate,
  decidedLoans,
  type LoanReport,
} from '@paydesk/contract/resources/business-days/loans.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { TableScroller } from '../../platform/DetailScreen/RelatedTable.tsx';
import { formatCount } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import {
  askedOf,
  daysOf,
  ReportCard,
  ReportTile,
  ReportTiles,
  type ReportOf,
} from '../../platform/ReportCard.tsx';
import { useActor } from '../../platform/session.ts';
import { LineChart } from '../../ui/LineChart/LineChart.tsx';
import { periodWords } from './range.ts';
import styles from './business-days.module.css';

/** The list of exactly the loans that a figure counts. */
function useLoansOf({ range, merchantId, timeZone }: ReportOf) {
  const staff = AUDIENCES.staff(useActor());
  return (filters: Record<string, string | undefined> = {}) => {
    const search = { f_createdDate: daysOf(range), ...filters, timeZone };
    return staff
      ? paths.consumerCredits({ ...search, f_merchantId: merchantId })
      : paths.loans(search);
  };
}

/** Loans that were applied for on these days: how they stand, with whom, and how they were decided. */
export default function LoanFigures(props: ReportOf): ReactNode {
  return (
    <ReportCard
      title="Loans"
      beside={`Applied for ${periodWords({ ...props.range, until: null })}`}
      asked={useCall('GET /api/reports/loans', ...askedOf(props))}
      wait={styles.loansWait}
    >
      {(report) =>
        report.groups.length ? (
          <Figures report={report} {...props} />
        ) : (
          <p className={styles.noData}>No loan applications</p>
        )
      }
    </ReportCard>
  );
}

function Figures({ report, ...props }: ReportOf & { report: LoanReport }) {
  const { groups, days, decided } = report;
  const router = useRouter();
  const href = useLoansOf(props);
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const cents = groups.reduce((sum, { amount }) => sum + toCents(amount)!, 0n);
  const rate = approvalRate(groups);
  const untimed = decidedLoans(groups) - decided.count;
  return (
    <>
      <ReportTiles of={3}>
        <ReportTile label="Applied for">
          <AppLink href={href()}>{formatCount(all)}</AppLink>
          <small>{formatAmount(fromCents(cents))} EUR</small>
        </ReportTile>
        <ReportTile label="Approval rate">
          {rate === null ? '—' : `${(rate / 100).toFixed(1)} %`}
          <small>confirmed, of {formatCount(decidedLoans(groups))} that were decided</small>
        </ReportTile>
        <ReportTile label="Time to decision">
          {decided.medianSeconds === null ? '—' : lasting(decided.medianSeconds)}
          <small>
            {decided.count
              ? `median of ${formatCount(decided.count)}${untimed > 0 ? `; when ${formatCount(untimed)} more were decided is not known` : ''}`
              : 'none is known'}
          </small>
        </ReportTile>
      </ReportTiles>
      <div className={styles.loanChart}>
        <LineChart
          label="Loans by the day of their application"
          points={days.map(({ date }) => formatIsoDay(date))}
          series={[
            { name: 'Applied for', values: days.map(({ applied }) => applied) },
            { name: 'Confirmed', values: days.map(({ confirmed }) => confirmed) },
            { name: 'Failed', values: days.map(({ failed }) => failed) },
          ]}
          format={formatCount}
          whole
          pickWords="opens its loans"
          onPick={(point) =>
            void router.navigate({
              href: href({ f_createdDate: formatIsoDay(days[point]!.date) }),
            })
          }
        />
      </div>
      <ByStatus groups={groups} href={href} />
    </>
  );
}

/** '3 minutes', '5.2 hours', '2.1 days' */
function lasting(seconds: number): string {
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min`;
  if (seconds < 48 * 3600) return `${(seconds / 3600).toFixed(1)} hours`;
  return `${(seconds / 86_400).toFixed(1)} days`;
}

const STATUSES = Object.keys(CONSUMER_CREDIT_STATUSES) as ConsumerCreditStatus[];

/** Each status by each institution; every figure opens its loans. */
function ByStatus({
  groups,
  href,
}: {
  groups: LoanReport['groups'];
  href: (filters?: Record<string, string | undefined>) => string;
}) {
  const institutions = [
    ...new Map(groups.map(({ institutionId, institution }) => [institutionId, institution])),
  ];
  const statuses = STATUSES.filter((status) => groups.some((group) => group.status === status));
  const caption = 'Loans by status and institution';
  return (
    <div className={styles.tableFrame}>
      <TableScroller caption={caption}>
        <table className={styles.table} aria-label={caption}>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">All</th>
              {institutions.map(([id, name]) => (
                <th key={id} scope="col">
                  {name ?? 'No institution yet'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {statuses.map((status) => {
              const own = groups.filter((group) => group.status === status);
              return (
                <tr key={status}>
                  <th scope="row">{CONSUMER_CREDIT_STATUSES[status]}</th>
                  <td>
                    <AppLink href={href({ f_status: status })}>
                      {formatCount(own.reduce((sum, { count }) => sum + count, 0))}
                    </AppLink>
                  </td>
                  {institutions.map(([id]) => {
                    const group = own.find(({ institutionId }) => institutionId === id);
                    return (
                      <td key={id}>
                        {!group ? (
                          '0'
                        ) : id ? (
                          <AppLink href={href({ f_status: status, f_financingInstitutionId: id })}>
                            {formatCount(group.count)}
                          </AppLink>
                        ) : (
                          formatCount(group.count)
                        )}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableScroller>
    </div>
  );
}
