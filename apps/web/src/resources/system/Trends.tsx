import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import { TREND_SPANS, type TrendSpan } from '@paydesk/contract/system.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { TableScroller } from '../../platform/DetailScreen/RelatedTable.tsx';
import { formatCount, instantParts } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/Button.tsx';
import { LineChart } from '../../ui/LineChart/LineChart.tsx';
import { stepsOf, type Point } from './trend.ts';
import styles from './system.module.css';
import { bytesWords } from './words.ts';

type Trend = Call<'GET /api/system/trends'>['answer'];

/** How soon it is asked for again; a row is written each five minutes. */
const AGAIN_MS = 60_000;

/** How it was over the span that is chosen; another one stands there once it has come. */
export function useTrend() {
  const [span, setSpan] = useState<TrendSpan>('DAY');
  const asked = useCall(
    'GET /api/system/trends',
    { query: { span } },
    { refetchInterval: AGAIN_MS, placeholderData: keepPreviousData },
  );
  return { span, setSpan, asked };
}

const minutes = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${formatCount(Math.round(seconds / 60))} min`;

interface Chart {
  title: string;
  series: readonly { name: string; of: (point: Point) => number }[];
  format: (value: number) => string;
}

const CHARTS: readonly Chart[] = [
  {
    title: 'Waiting messages',
    series: [{ name: 'Waiting messages', of: ({ waiting }) => waiting }],
    format: formatCount,
  },
  {
    title: 'Oldest waiting, minutes',
    series: [{ name: 'Oldest waiting, minutes', of: ({ oldestSeconds }) => oldestSeconds / 60 }],
    format: (value) => minutes(Math.round(value * 60)),
  },
  {
    title: 'Failed callbacks',
    series: [
      { name: 'Callbacks failing', of: ({ failing }) => failing },
      { name: 'Callbacks given up', of: ({ givenUp }) => givenUp },
    ],
    format: formatCount,
  },
  {
    title: 'Overdue tasks, minutes',
    series: [{ name: 'Overdue tasks, minutes', of: ({ taskLagSeconds }) => taskLagSeconds / 60 }],
    format: (value) => minutes(Math.round(value * 60)),
  },
  {
    title: 'Size of the database, MB',
    series: [{ name: 'Size of the database, MB', of: ({ bytes }) => bytes / 1024 ** 2 }],
    format: (value) => bytesWords(value * 1024 ** 2),
  },
  {
    title: 'Connections',
    series: [{ name: 'Connections to the database', of: ({ connections }) => connections }],
    format: formatCount,
  },
  {
    title: 'Event loop late, ms',
    series: [{ name: 'Event loop late, ms', of: ({ loopMs }) => loopMs }],
    format: (value) => `${formatCount(value)} ms`,
  },
];

const spans = Object.keys(TREND_SPANS) as TrendSpan[];

/** What stands on this screen and moves, as it was over a day or a week. */
export function Trends({ span, setSpan, asked }: ReturnType<typeof useTrend>): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const { data, refetch } = asked;
  return (
    <DetailCard
      title="Trends"
      flush
      onRetry={refetch}
      beside={
        <span className={styles.spans}>
          {spans.map((one) => (
            <Button key={one} aria-pressed={span === one} onClick={() => setSpan(one)}>
              {TREND_SPANS[one].words}
            </Button>
          ))}
          <Button
            aria-label={`Trends ${asTable ? 'as charts' : 'as a table'}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'As charts' : 'As a table'}
          </Button>
        </span>
      }
    >
      {data ? (
        <Shown trend={data} asTable={asTable} />
      ) : (
        <p className={styles.inCard}>Trends can’t be loaded now. It is retried automatically.</p>
      )}
    </DetailCard>
  );
}

function Shown({ trend, asTable }: { trend: Trend; asTable: boolean }): ReactNode {
  // of what stands there, which may be the span that was chosen before
  const span = spans.find((one) => TREND_SPANS[one].stepMinutes === trend.stepMinutes)!;
  if (trend.points.length < 2)
    return (
      <p className={styles.inCard}>
        Recording starts now: figures are taken every five minutes, for all processes together, and
        kept for eight days. The first trends appear in half an hour.
      </p>
    );
  const steps = stepsOf(trend);
  const step =
    trend.stepMinutes < 60 ? `${trend.stepMinutes} minutes` : `${trend.stepMinutes / 60} hours`;
  return (
    <>
      <p className={styles.inCard}>
        The worst of each {step}, of all processes together. Where no process ran the line breaks
        off.
      </p>
      {asTable ? (
        <TrendTable steps={steps.filter(({ point }) => point)} span={span} />
      ) : (
        <div className={styles.plots}>
          {CHARTS.map(({ title, series, format }) => (
            <LineChart
              key={title}
              low
              whole
              label={title}
              pointWords="a time"
              points={steps.map(({ at }) => timeWords(at, span))}
              series={series.map(({ name, of }) => ({
                name,
                values: steps.map(({ point }) => (point ? of(point) : null)),
              }))}
              format={format}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** '14:30'; of a week '22.11. 14:00' */
function timeWords(at: string, span: TrendSpan): string {
  const { date, time } = instantParts(at)!;
  return span === 'DAY' ? time : `${date.slice(0, 6)} ${time}`;
}

type Steps = ReturnType<typeof stepsOf>;

function TrendTable({ steps, span }: { steps: Steps; span: TrendSpan }): ReactNode {
  const caption = `Trends, ${TREND_SPANS[span].words}`;
  const columns = CHARTS.flatMap(({ series, format }) =>
    series.map(({ name, of }) => ({ name: name.replace(/, (minutes|MB|ms)$/, ''), of, format })),
  );
  return (
    <div className={styles.trendTable}>
      <TableScroller caption={caption}>
        <table aria-label={caption}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map(({ at, point }) => (
              <tr key={at}>
                <th scope="row">{timeWords(at, span)}</th>
                {columns.map(({ name, of, format }) => (
                  <td key={name}>{format(of(point!))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
    </div>
  );
}
