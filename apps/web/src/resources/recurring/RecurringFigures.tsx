import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { recurring } from '@paydesk/contract/resources/recurring.ts';
import {
  churnOf,
  type Figure,
  type RecurringReport,
} from '@paydesk/contract/resources/recurring/report.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { browserTimeZone, formatCount } from '../../platform/format.ts';
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
import styles from './recurring.module.css';

type Props = Omit<ReportOf, 'timeZone'> & Partial<ReportOf>;

/** Subscriptions as money over time; each figure opens exactly the rows that it counts. */
export default function RecurringFigures({
  timeZone = browserTimeZone(),
  ...of
}: Props): ReactNode {
  // the dashboard is read by some who do not read these
  return isAllowed(useActor(), { anyOf: recurring.read }) ? (
    <Report {...of} timeZone={timeZone} />
  ) : null;
}

const Report = (props: ReportOf) => (
  <ReportCard
    title="Recurring payments"
    beside={`Due ${daysOf(props.range).replace('..', ' to ')}, days in ${props.timeZone}`}
    asked={useCall('GET /api/reports/recurring', ...askedOf(props))}
    wait={styles.wait}
  >
    {(report) => <Figures report={report} {...props} />}
  </ReportCard>
);

function Figures({ report, range, merchantId, timeZone }: ReportOf & { report: RecurringReport }) {
  const staff = AUDIENCES.staff(useActor());
  const days = daysOf(range);
  const of = { timeZone, ...(staff && merchantId && { f_merchantId: merchantId }) };
  const { active, before, begun, ended, left, failed, retrying, recovered, missed } = report;
  const churn = churnOf(report);
  const due = (filters: Record<string, string>) =>
    paths.recurringDues({ ...of, f_dueDay: days, ...filters });
  return (
    <ReportTiles>
      <ReportTile label="Active now">
        <AppLink href={paths.recurring({ ...of, f_status: 'ACTIVE' })}>
          {formatCount(active.reduce((sum, { count }) => sum + count, 0))}
        </AppLink>
        <small>
          {active.length
            ? active
                .map(({ currency, monthly }) => `${formatAmount(monthly)} ${currency} a month`)
                .join(', ')
            : 'nothing is taken'}
        </small>
      </ReportTile>
      <ReportTile label="Started">
        <AppLink href={paths.recurring({ ...of, f_createdDate: days })}>
          {formatCount(begun)}
        </AppLink>
        <small>new in this period</small>
      </ReportTile>
      <ReportTile label="Ended">
        <AppLink href={paths.recurring({ ...of, f_endedDate: days })}>{formatCount(ended)}</AppLink>
        <small>
          {churn === null
            ? 'none went on before'
            : `${(churn / 100).toFixed(1)} % of ${formatCount(before)} before`}
          {ended > left ? `, ${formatCount(ended - left)} begun in these days` : null}
        </small>
      </ReportTile>
      <Money label="Recovered" figure={recovered} href={due({ f_recovered: 'true' })}>
        paid after a decline
      </Money>
      <Money label="Unpaid" figure={failed} href={due({ f_status: 'UNPAID' })}>
        after the last try
      </Money>
      <Money label="Tried again" figure={retrying} href={due({ f_status: 'RETRYING' })}>
        declined so far
      </Money>
      <Money label="Missed" figure={missed} href={due({ f_status: 'MISSED' })}>
        need a decision
      </Money>
    </ReportTiles>
  );
}

const Money = ({
  label,
  figure: { count, amount },
  href,
  children,
}: {
  label: string;
  figure: Figure;
  href: string;
  children: string;
}) => (
  <ReportTile label={label}>
    <AppLink href={href}>{formatCount(count)}</AppLink>
    <small>
      {formatAmount(amount)} EUR, {children}
    </small>
  </ReportTile>
);
