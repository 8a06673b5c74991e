import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { loanAccess } from '@paydesk/contract/kernel/loan-statuses.ts';
import { SET_BY } from '@paydesk/contract/settings.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { hearsAnnouncements } from '../../platform/announcements.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { errorText } from '../../platform/errors.ts';
import { isoDay } from '../../platform/format.ts';
import { Printed } from '../../platform/Printed.tsx';
import { askAgain, useCall } from '../../platform/query.ts';
import { useRouteSearch, useSearchChange } from '../../platform/route-state.ts';
import { consoleSettingsQuery, useActor } from '../../platform/session.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { AnnouncementsPanel } from './AnnouncementsPanel.tsx';
import { Against, Controls, MerchantFilter, type Chosen } from './Controls.tsx';
import { DayCharts } from './DayCharts.tsx';
import { Desk } from './Desk.tsx';
import { PairGhost, TotalsGhost } from './Ghosts.tsx';
import { Outcomes } from './Outcomes.tsx';
import { Part } from './Part.tsx';
import { comparisonOf, periodWords, presetOf, readRange, type Range } from './range.ts';
import { listOf, salesText, successText, Tiles } from './Tiles.tsx';
import styles from './business-days.module.css';
import { late } from '../../platform/late.tsx';

const LoanFigures = late(() => import('./LoanFigures.tsx'));

interface BelowProps {
  range: Range;
  merchantId: string | undefined;
  timeZone: string;
}

/** What needs a person now, today and yesterday, and what the days of a range brought; the range stands in the URL (RT-13, BD-01..14). */
export function BusinessDaysScreen(slots: {
  Above: ComponentType;
  Below: readonly ComponentType<BelowProps>[];
}): ReactNode {
  const { Above, Below } = slots;
  const actor = useActor();
  const settings = useQuery(consoleSettingsQuery);
  const zone = settings.data?.businessTimeZone ?? (settings.isError ? 'UTC' : null);
  return (
    <article className={styles.screen}>
      <Printed />
      {isAllowed(actor, SET_BY) ? (
        <Suspense>
          <Above />
        </Suspense>
      ) : null}
      {zone === null ? <h1>Business Days</h1> : <Days zone={zone} Below={Below} />}
      {/* after what stands above them: whatever came first would be pushed down by it */}
      {zone !== null && hearsAnnouncements(actor) ? (
        <Boundary what="What was announced" onRetry={askAgain}>
          <AnnouncementsPanel />
        </Boundary>
      ) : null}
    </article>
  );
}

function Days(props: { zone: string; Below: readonly ComponentType<BelowProps>[] }): ReactNode {
  const { zone, Below } = props;
  const search = useRouteSearch<'business-days'>();
  const actor = useActor();
  const staff = AUDIENCES.staff(actor);
  const merchantId = (staff && search.f_merchantId) || undefined;
  const [now] = useState(() => new Date());
  const today = isoDay(now, zone);
  const { problem, ...range } = readRange(search, today);
  const compare = comparisonOf(search);
  const changeSearch = useSearchChange();
  const change = (next: Chosen & { f_merchantId?: string | undefined }) =>
    changeSearch((now) => ({ ...now, ...next }));

  const query = { ...range, ...(merchantId && { f_merchantId: merchantId }) };
  const options = { placeholderData: keepPreviousData, enabled: problem === null };
  const days = useCall('GET /api/reports/business-days', { query }, options);
  const figures = useCall('GET /api/reports/figures', { query: { ...query, compare } }, options);
  const error = days.error ?? figures.error;
  const report = figures.data;
  const whose = { timeZone: zone, merchantId };
  const words = problem === null ? periodWords({ ...range, until: null }) : undefined;
  const old = days.isPlaceholderData || figures.isPlaceholderData || undefined;
  return (
    <>
      <header className={styles.header}>
        <h1>Business Days</h1>
        <p className={styles.note}>
          Days in {zone}, amounts in EUR, without{' '}
          <AppLink href={listOf({ f_type: 'MANUAL_REFUND' }, whose)}>manual refunds</AppLink>, which
          move no money here.
        </p>
        {staff ? (
          <MerchantFilter
            key={merchantId}
            merchantId={merchantId ?? ''}
            onChange={(id) => change({ f_merchantId: id || undefined })}
          />
        ) : null}
      </header>
      <Desk today={today} merchantId={merchantId} />
      <Part keep="days" title="Totals by day" note={words} figure={report && salesText(report.now)}>
        <div className={styles.line}>
          <Controls
            range={range}
            preset={presetOf(search)}
            problem={problem}
            today={today}
            onChange={change}
          />
          <div className={styles.against}>
            {/* the fields beside it say them, but for paper */}
            <span className={styles.printed}>{report ? periodWords(report.now) : null}</span>
            <Against comparison={compare} onChange={change} />
            <span data-old={old}>
              {problem === null && report ? periodWords(report.before) : null}
            </span>
          </div>
        </div>
        {problem !== null ? null : error ? (
          <Refused
            error={error}
            onRetry={() => {
              void days.refetch();
              void figures.refetch();
            }}
          />
        ) : report && days.data ? (
          <div className={styles.figures} data-old={old}>
            <Boundary what="The totals" onRetry={askAgain}>
              <Tiles report={report} days={days.data} {...whose} />
            </Boundary>
          </div>
        ) : (
          <TotalsGhost />
        )}
      </Part>
      {problem !== null || error ? null : (
        <>
          <Part keep="charts" title="Day by day" note={words}>
            {report && days.data ? (
              <div data-old={old} className={styles.figures}>
                <DayCharts days={days.data} report={report} comparison={compare} {...whose} />
              </div>
            ) : (
              <PairGhost of="charts" />
            )}
          </Part>
          <Part
            keep="outcomes"
            title="Payment outcomes"
            note={words}
            figure={report && successText(report.now)}
          >
            {report && days.data ? (
              <div data-old={old} className={styles.figures}>
                <Boundary what="Payment outcomes" onRetry={askAgain}>
                  <Outcomes report={report} {...whose} />
                </Boundary>
              </div>
            ) : (
              <PairGhost of="outcomes" />
            )}
          </Part>
        </>
      )}
      {/* below what has come: nothing that stands is moved by it */}
      {problem === null && days.data && report ? (
        <Part keep="more" title="Other figures" note={words}>
          {[...Below, ...(isAllowed(actor, { anyOf: loanAccess.read }) ? [LoanFigures] : [])].map(
            (Figures, nth) => (
              // they are always the same
              // oxlint-disable-next-line react/no-array-index-key
              <Boundary key={nth} what="These figures" onRetry={askAgain}>
                <Suspense fallback={<div className={styles.loansWait} aria-busy />}>
                  <Figures range={range} {...whose} />
                </Suspense>
              </Boundary>
            ),
          )}
        </Part>
      ) : null}
    </>
  );
}

function Refused({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const { title, lines, requestId } = errorText(error);
  return (
    <div className={styles.refused} role="alert">
      <strong>{title ?? 'The business days could not be loaded'}</strong>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {requestId ? <p>Request id {requestId}</p> : null}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
