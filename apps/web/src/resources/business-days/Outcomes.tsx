import { useState, type ReactNode } from 'react';
import { FAILURES } from '@paydesk/contract/failures.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  decidedCount,
  isDecided,
  rowsOf,
  throughCount,
  type FigureReport,
} from '@paydesk/contract/resources/business-days/figures.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { formatCount } from '../../platform/format.ts';
import { TextButton } from '../../ui/Button.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { dash } from '../../ui/values.tsx';
import { Begun } from './Begun.tsx';
import { listOf, rateText, type Whose } from './Tiles.tsx';
import days from './business-days.module.css';
import styles from './outcomes.module.css';

/** About as long as the table of statuses beside it, which would have an empty half otherwise; the rest unfolds. */
const REASONS = 6;

/** How the payments of the days ended, and why they came to nothing. */
export function Outcomes({ report, ...whose }: { report: FigureReport } & Whose): ReactNode {
  const { now } = report;
  const ended = now.statuses.filter(({ count }) => count > 0);
  const decided = decidedCount(now.statuses);
  const more = now.debitTransactions.count - throughCount(now.statuses);
  const [whole, setWhole] = useState(false);
  const reasons =
    now.declines.length > REASONS + 1 && !whole ? now.declines.slice(0, REASONS) : now.declines;
  const most = now.declines[0]?.count ?? 0;
  return (
    <div className={days.charts}>
      <DetailCard
        flush
        title="Payment outcomes"
        beside={
          decided ? `${rateText(now)} of ${formatCount(decided)} decided went through` : undefined
        }
      >
        <div className={styles.frame}>
          {ended.length ? (
            <table className={days.table} aria-label="Payment outcomes">
              <thead>
                <tr>
                  <th scope="col">Status</th>
                  <th scope="col">Payments</th>
                  <th scope="col">Share of decided</th>
                </tr>
              </thead>
              <tbody>
                {ended.map(({ status, count }) => (
                  <tr key={status}>
                    <th scope="row">
                      <StatusChip
                        status={{ name: status, description: TRANSACTION_STATUSES[status] }}
                      />
                    </th>
                    <td>
                      <AppLink href={listOf(rowsOf.begun(now, [status]), whose)}>
                        {formatCount(count)}
                      </AppLink>
                    </td>
                    {/* of the same as the rate above: who is still at it, or went away, is no part of it */}
                    <td>
                      {isDecided(status) ? `${((count * 100) / decided).toFixed(1)} %` : dash}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p className={styles.none}>No payment was made</p>
          )}
          {ended.length || more ? (
            <p className={styles.begun}>
              <Begun side={now} {...whose} />
              {/* the tile above goes by another day: by how many the two differ is said where both are read */}
              {more ? (
                <>
                  {ended.length ? '. ' : null}Sales count has {formatCount(Math.abs(more))}{' '}
                  {more > 0 ? 'more' : 'fewer'} than were paid: it goes by the day of booking.
                </>
              ) : null}
            </p>
          ) : null}
        </div>
      </DetailCard>
      <DetailCard flush title="Why payments failed" beside="by how often">
        <div className={styles.frame}>
          {now.declines.length ? (
            <table className={days.table} aria-label="Why payments failed">
              <thead>
                <tr>
                  <th scope="col">Reason</th>
                  <th scope="col">Payments</th>
                  <th scope="col">Amount, EUR</th>
                </tr>
              </thead>
              <tbody>
                {reasons.map((decline) => (
                  <tr key={`${decline.failure} ${decline.status}`}>
                    <th scope="row" className={styles.reason}>
                      {FAILURES[decline.failure]}
                      <span
                        className={styles.bar}
                        style={{ width: `${(decline.count * 100) / most}%` }}
                        aria-hidden
                      />
                    </th>
                    <td>
                      <AppLink href={listOf(rowsOf.decline(decline, now), whose)}>
                        {formatCount(decline.count)}
                      </AppLink>
                    </td>
                    <td>{formatAmount(decline.amount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p className={styles.none}>No payment failed</p>
          )}
          {reasons.length < now.declines.length ? (
            <p className={styles.more}>
              <TextButton onClick={() => setWhole(true)}>
                {now.declines.length - reasons.length} more reasons
              </TextButton>
            </p>
          ) : null}
        </div>
      </DetailCard>
    </div>
  );
}
