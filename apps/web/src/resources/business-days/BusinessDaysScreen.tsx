import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { loanAccess } from '@paydesk/contract/kernel/loan-statuses.ts';
import { SET_BY } from '@paydesk/contract/settings.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { hearsAnnouncements } from '../../platform/announcements.ts';
import { errorText } from '../../platform/errors.ts';
import { browserTimeZone, isoDay } from '../../platform/format.ts';
import { askAgain, useCall } from '../../platform/query.ts';
import { consoleSettingsQuery, useActor } from '../../platform/session.ts';
import { useDelayed } from '../../platform/useDelayed.ts';
import { LoadingWord } from '../../ui/Coming.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { AnnouncementsPanel } from './AnnouncementsPanel.tsx';
import { Controls } from './Controls.tsx';
import { DayCharts } from './DayCharts.tsx';
import { rangeBefore, readRange, type Range } from './range.ts';
import { Tiles } from './Tiles.tsx';
import styles from './business-days.module.css';

const LoanFigures = lazy(() => import('./LoanFigures.tsx'));

/** What the days of a range brought, as totals, lines and figures; the range stands in the URL (RT-13, BD-01..14). */
export function BusinessDaysScreen({ Above }: { Above: ComponentType }): ReactNode {
  const actor = useActor();
  const settings = useQuery(consoleSettingsQuery);
  const zone = settings.data?.businessTimeZone ?? (settings.isError ? 'UTC' : null);
  return (
    <article className={styles.screen}>
      {isAllowed(actor, SET_BY) ? (
        <Suspense>
          <Above />
        </Suspense>
      ) : null}
      {zone === null ? <h1>Business Days</h1> : <Days zone={zone} />}
      {hearsAnnouncements(actor) ? (
        <Boundary what="What was announced" onRetry={askAgain}>
          <AnnouncementsPanel />
        </Boundary>
      ) : null}
    </article>
  );
}

type Search = Record<string, string | undefined>;

function Days({ zone }: { zone: string }): ReactNode {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const actor = useActor();
  const staff = AUDIENCES.staff(actor);
  const merchantId = (staff && search['f_merchantId']) || undefined;
  const [now] = useState(() => new Date());
  const today = isoDay(now, zone);
  const { problem, ...range } = readRange(search, today);
  const change = (next: Partial<Range> & { f_merchantId?: string | undefined }) =>
    void navigate({
      to: '.',
      search: ((now: Search) => ({ ...now, ...next })) as never,
      resetScroll: false,
    });

  const days = useDays(range, merchantId, problem === null);
  const before = useDays(rangeBefore(range), merchantId, problem === null);
  return (
    <>
      <Controls
        range={range}
        problem={problem}
        today={today}
        merchantId={staff ? (merchantId ?? '') : null}
        onChange={change}
      />
      <p className={styles.note}>
        Days of the calendar in {zone}; amounts in EUR.
        {zone === browserTimeZone()
          ? ''
          : ` The list of a day’s transactions follows the calendar in ${browserTimeZone()}.`}
      </p>
      {problem !== null ? null : days.error ? (
        <Refused error={days.error} onRetry={() => void days.refetch()} />
      ) : days.data ? (
        <div className={styles.figures} data-old={days.isPlaceholderData || undefined}>
          <Boundary what="The totals" onRetry={askAgain}>
            <Tiles
              days={days.data}
              // never the change against another range's past
              before={before.isPlaceholderData ? undefined : before.data}
            />
          </Boundary>
          <DayCharts days={days.data} merchantId={merchantId} />
        </div>
      ) : (
        <Waiting />
      )}
      {/* below what has come: nothing that stands is moved by it */}
      {problem === null && days.data && isAllowed(actor, { anyOf: loanAccess.read }) ? (
        <Boundary what="Loans" onRetry={askAgain}>
          <Suspense fallback={<div className={styles.loansWait} />}>
            <LoanFigures range={range} merchantId={merchantId} />
          </Suspense>
        </Boundary>
      ) : null}
    </>
  );
}

function useDays({ from, to }: Range, merchantId: string | undefined, enabled: boolean) {
  const query = { from, to, ...(merchantId && { f_merchantId: merchantId }) };
  const options = { placeholderData: keepPreviousData, enabled };
  return useCall('GET /api/reports/business-days', { query }, options);
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

function Waiting(): ReactNode {
  if (!useDelayed(true, 200)) return <div className={styles.waiting} />;
  return (
    <div className={styles.waiting} aria-live="polite">
      <LoadingWord />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((one) => (
        <span key={one} />
      ))}
    </div>
  );
}
