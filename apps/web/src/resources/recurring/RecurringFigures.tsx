import { keepPreviousData } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
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
import { useActor } from '../../platform/session.ts';
import styles from './recurring.module.css';

interface Props {
  range: { from: string; to: string };
  merchantId: string | undefined;
  /** Whose days they are. */
  timeZone?: string;
}

/** Subscriptions as money over time; each figure opens exactly the rows that it counts. */
export default function RecurringFigures(props: Props): ReactNode {
  // the dashboard is read by some who do not read these
  return isAllowed(useActor(), { anyOf: recurring.read }) ? <Card {...props} /> : null;
}

function Card(props: Props) {
  const { range, merchantId, timeZone = browserTimeZone() } = props;
  const id = useId();
  const { data, error } = useCall(
    'GET /api/reports/recurring',
    {
      query: {
        from: range.from,
        to: range.to,
        timeZone,
        ...(merchantId && { f_merchantId: merchantId }),
      },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>Recurring payments</h2>
        <span className={styles.note}>Days in {timeZone}</span>
      </header>
      {data ? (
        <Figures report={data} {...props} timeZone={timeZone} />
      ) : error ? (
        <p className={styles.tiles} role="alert">
          These figures could not be loaded.
        </p>
      ) : (
        <div className={styles.wait} aria-busy="true" />
      )}
    </section>
  );
}

function Figures({
  report,
  range,
  merchantId,
  timeZone,
}: Props & { report: RecurringReport; timeZone: string }) {
  const staff = AUDIENCES.staff(useActor());
  const days = `${formatIsoDay(range.from)}..${formatIsoDay(range.to)}`;
  const of = { timeZone, ...(staff && merchantId && { f_merchantId: merchantId }) };
  const { active, before, begun, ended, failed, retrying, recovered, missed } = report;
  const churn = churnOf(report);
  const due = (filters: Record<string, string>) =>
    paths.recurringDues({ ...of, f_createdDate: days, ...filters });
  return (
    <dl className={styles.tiles}>
      <Tile label="Active now">
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
      </Tile>
      <Tile label="Begun">
        <AppLink href={paths.recurring({ ...of, f_createdDate: days })}>
          {formatCount(begun)}
        </AppLink>
      </Tile>
      <Tile label="Ended">
        <AppLink href={paths.recurring({ ...of, f_endedDate: days })}>{formatCount(ended)}</AppLink>
        <small>
          {churn === null
            ? 'none went on before'
            : `${(churn / 100).toFixed(1)} % of ${formatCount(before)} before`}
        </small>
      </Tile>
      <Money label="Recovered" figure={recovered} href={due({ f_recovered: 'true' })}>
        paid after a decline
      </Money>
      <Money label="Not paid" figure={failed} href={due({ f_status: 'UNPAID' })}>
        after the last try
      </Money>
      <Money label="Tried again" figure={retrying} href={due({ f_status: 'RETRYING' })}>
        declined so far
      </Money>
      <Money label="Missed" figure={missed} href={due({ f_status: 'MISSED' })}>
        wait for a person
      </Money>
    </dl>
  );
}

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

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
  <Tile label={label}>
    <AppLink href={href}>{formatCount(count)}</AppLink>
    <small>
      {formatAmount(amount)} EUR, {children}
    </small>
  </Tile>
);
