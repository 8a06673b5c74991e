import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { addDays, formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import type { FigureReport } from '@paydesk/contract/resources/business-days/figures.ts';
import { waitOf, type Waiting } from '@paydesk/contract/waits.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { formatCount } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { readItem, writeItem } from '../../platform/session-store.ts';
import { TextButton } from '../../ui/Button.tsx';
import { Due, Oldest, Since, urgencyOf } from '../../ui/Since.tsx';
import { DayGhost, WaitsGhost } from './Ghosts.tsx';
import { Part } from './Part.tsx';
import { periodWords } from './range.ts';
import { Begun } from './Begun.tsx';
import {
  BOOKED,
  FigureLink,
  LargeSale,
  RateChange,
  RateRow,
  salesText,
  TileChange,
  TILES,
} from './Tiles.tsx';
import { whereDone } from '../../waits-where.ts';
import styles from './desk.module.css';

/** So many lines have their room at a first visit; beside the days, more of them stand closer. */
const LINES = 8;
/** So few stand in a row above the days, which share the width then: beside those they would leave a card half empty. */
const FEW = 3;
/** How many there were at the last visit: a phone keeps that much room until they come, and folds what is beyond it. */
const ROOM = 'paydesk.home.waits';

interface Props {
  today: string;
  merchantId: string | undefined;
}

/** What needs a person now, today so far and yesterday: the desk at a glance, before anything is asked for. */
export function Desk({ today, merchantId }: Props): ReactNode {
  const yesterday = addDays(today, -1);
  const staff = AUDIENCES.staff(useActor());
  const [seen] = useState(() => Number(readItem(ROOM)));
  const room = seen || LINES;
  // by the last visit, so that nothing moves when they come; at a first one a merchant has few kinds, and staff all
  const few = (seen || (staff ? LINES : FEW)) <= FEW;
  const lines = few ? Math.min(room, FEW) : room;
  const merchant = useCall(
    'GET /api/merchants/{id}',
    { params: { id: merchantId ?? '' } },
    { enabled: merchantId !== undefined },
  ).data;
  return (
    <div className={styles.desk} data-few={few || undefined}>
      <DetailCard
        plain
        flush
        title="Needs your attention"
        beside={merchantId ? `Open now at ${merchant?.name ?? 'one merchant'}` : 'Late first'}
      >
        <div className={styles.room} style={{ '--lines': lines } as CSSProperties}>
          <Waits key={merchantId} lines={lines} merchantId={merchantId} />
        </div>
      </DetailCard>
      <DetailCard plain flush title="Today so far" beside={dayWords(today)}>
        <Day day={today} merchantId={merchantId} />
      </DetailCard>
      <Part
        keep="yesterday"
        title="Yesterday"
        note={dayWords(yesterday)}
        figure={<Sold day={yesterday} merchantId={merchantId} />}
      >
        <DetailCard plain flush title="Yesterday" beside={dayWords(yesterday)}>
          <Day day={yesterday} merchantId={merchantId} />
        </DetailCard>
      </Part>
    </div>
  );
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const dayWords = (day: string) => `${WEEKDAY.format(new Date(day))} ${formatIsoDay(day)}`;

function Waits(props: { lines: number; merchantId: string | undefined }): ReactNode {
  const { lines, merchantId } = props;
  const { data, isError, refetch } = useCall('GET /api/reports/waiting', {
    query: merchantId ? { f_merchantId: merchantId } : {},
  });
  const [all, setAll] = useState(false);
  // their order stays while they are read, whatever becomes late meanwhile
  const [now] = useState(() => Date.now());
  const count = data?.waits.length;
  useEffect(() => {
    if (count !== undefined && !merchantId) writeItem(ROOM, String(Math.max(count, 1)));
  }, [count, merchantId]);
  if (isError)
    return (
      <p className={styles.nothing}>
        This could not be loaded. <TextButton onClick={() => void refetch()}>Retry</TextButton>
      </p>
    );
  if (!data) return <WaitsGhost lines={lines} />;
  const { waits, timeZone } = data;
  if (!waits.length)
    return (
      <p className={styles.nothing}>
        Nothing {merchantId ? 'of this merchant ' : ''}needs your attention.
      </p>
    );
  const urgency = (wait: Waiting) => urgencyOf(wait, waitOf(wait.name).late ?? Infinity, now);
  const folds = waits.length > Math.max(lines, LINES) && !all;
  return (
    <ul
      className={styles.waits}
      style={{ '--waits': waits.length } as CSSProperties}
      data-folds={folds || undefined}
    >
      {waits
        .toSorted((a, b) => urgency(b) - urgency(a))
        .map((wait) => (
          <Line key={wait.name} wait={wait} timeZone={timeZone} />
        ))}
      {folds ? (
        <li className={styles.more}>
          <TextButton onClick={() => setAll(true)}>
            {waits.length - LINES + 1} more kinds
          </TextButton>
        </li>
      ) : null}
    </ul>
  );
}

function Line({ wait, timeZone }: { wait: Waiting; timeZone: string }): ReactNode {
  const { one, many, late, due: word } = waitOf(wait.name);
  const { count, said, oldest, due } = wait;
  return (
    <li>
      <AppLink href={whereDone(wait, timeZone)}>
        <b>{formatCount(count)}</b> {count === 1 ? one : many}
      </AppLink>
      <small>
        {/* the figure opens them all, and says which of them somebody else decides */}
        {said
          ? `${said === count ? '' : `${formatCount(said)} of them `}for another person · `
          : ''}
        {late === null ? null : due ? (
          <Due at={due} word={word!} next={count > 1} late={late} />
        ) : !oldest ? null : count > 1 ? (
          <Oldest from={oldest} late={late} />
        ) : (
          <Since from={oldest} late={late} />
        )}
      </small>
    </li>
  );
}

const useDay = ({ day, merchantId }: { day: string; merchantId: string | undefined }) =>
  useCall('GET /api/reports/figures', {
    query: { from: day, to: day, ...(merchantId && { f_merchantId: merchantId }) },
  });

/** What a day sold, on the line that opens it. */
function Sold(of: { day: string; merchantId: string | undefined }): ReactNode {
  const { data } = useDay(of);
  return data ? salesText(data.now) : null;
}

/** What a day brought against the same weekday of the week before, as much of it as of this one is over. */
function Day({ day, merchantId }: { day: string; merchantId: string | undefined }): ReactNode {
  const { data, isError, refetch } = useDay({ day, merchantId });
  if (isError)
    return (
      <p className={styles.nothing}>
        The figures could not be loaded.{' '}
        <TextButton onClick={() => void refetch()}>Retry</TextButton>
      </p>
    );
  if (!data) return <DayGhost />;
  return <DayFigures report={data} merchantId={merchantId} />;
}

function DayFigures({
  report,
  merchantId,
}: {
  report: FigureReport;
  merchantId?: string | undefined;
}): ReactNode {
  const whose = { timeZone: report.timeZone, merchantId };
  const [sales, count, ...others] = TILES;
  const sold = report.now[count!.series].count;
  return (
    <div className={styles.day}>
      <p className={styles.sales}>
        <FigureLink tile={sales!} side={report.now} {...whose} />{' '}
        {/* of the same rows: a row of its own below would be a second base beside what began */}
        {sold ? (
          <small title={BOOKED}>
            <FigureLink tile={count!} side={report.now} {...whose} />{' '}
            {sold === 1 ? 'sale' : 'sales'}
          </small>
        ) : null}
      </p>
      <p className={styles.change}>
        <TileChange tile={sales!} report={report} {...whose} /> on {periodWords(report.before)}
      </p>
      <p className={styles.large}>
        <LargeSale report={report} />
      </p>
      <dl>
        {others.map((tile) => (
          <div key={tile.label}>
            <dt>{tile.label}</dt>
            <dd>
              <FigureLink tile={tile} side={report.now} {...whose} />
            </dd>
          </div>
        ))}
        <RateRow side={report.now} {...whose} />
      </dl>
      <p className={styles.begun}>
        <Begun side={report.now} {...whose} />
      </p>
      <span className={styles.srOnly}>
        <RateChange report={report} />
      </span>
    </div>
  );
}
