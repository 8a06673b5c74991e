import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  SERIES,
  type BusinessDay,
  type Series,
} from '@paydesk/contract/resources/business-days.ts';
import {
  COMPARISONS,
  rowsOf,
  type Comparison,
  type FigureReport,
  type Period,
} from '@paydesk/contract/resources/business-days/figures.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { TableScroller } from '../../platform/DetailScreen/RelatedTable.tsx';
import { formatCount } from '../../platform/format.ts';
import { askAgain } from '../../platform/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { LineChart } from '../../ui/LineChart/LineChart.tsx';
import { isEmpty } from './range.ts';
import { listOf, TILES, type Whose } from './Tiles.tsx';
import styles from './business-days.module.css';

const names = Object.keys(SERIES) as Series[];

interface Figures {
  title: string;
  days: readonly BusinessDay[];
  before: Before | null;
  keyOf: (name: Series) => keyof Omit<BusinessDay, 'date'>;
  /** Of an amount with the sign that the totals have. */
  format: (value: number, name?: Series) => string;
  whole?: boolean;
  hrefOf: (period: Period, name: Series) => string;
  dayHref: (day: string) => string;
}

/** The days that these are held against, in their order, and what they are. */
interface Before {
  words: string;
  days: readonly BusinessDay[];
  /** Each as a period of its own: the last may end with the hour. */
  periodOf: (nth: number) => Period;
}

const oneDay = (date: string, until: string | null = null): Period => ({
  from: date,
  to: date,
  until,
});

/** What goes back to the payer, as the totals write it. */
const BACK: ReadonlySet<Series> = new Set(
  TILES.flatMap(({ series, back }) => (back ? series : [])),
);
const signed = (value: number, name?: Series) =>
  `${name && BACK.has(name) && value > 0 ? '−' : ''}${formatAmount(value)}`;

/** What was paid stands above, what went back below: on one scale the second would be a line at zero. */
const SCALES = ['Paid', 'Refunds and reversals, on a scale of their own'] as const;

/** What a line is drawn of beside its own: of six in one plot none could be read, so the reversals' stand in the reading and the table. */
const DRAWN = [names.indexOf('debitTransactions'), names.indexOf('creditTransactions')];

/** What the figures are held against; null while they are of other days than the chart. */
function beforeOf(
  { now, before }: FigureReport,
  days: readonly BusinessDay[],
  comparison: Comparison,
): Before | null {
  if (now.from !== days[0]?.date || now.to !== days.at(-1)?.date || isEmpty(before.days))
    return null;
  return {
    words: COMPARISONS[comparison],
    days: before.days,
    periodOf: (nth) => {
      const { date } = before.days[nth]!;
      return oneDay(date, date === before.to ? before.until : null);
    },
  };
}

/** The counts and the amounts (BD-08, BD-09); a day leads to what moved on it, and its figure to its rows. */
export function DayCharts(
  props: { days: readonly BusinessDay[]; report: FigureReport; comparison: Comparison } & Whose,
): ReactNode {
  const { days, report, comparison, ...whose } = props;
  const both = {
    days,
    before: beforeOf(report, days, comparison),
    hrefOf: (period: Period, name: Series) => listOf(rowsOf.series(name, period), whose),
    dayHref: (date: string) => listOf({ f_bookedDate: formatIsoDay(date) }, whose),
  };
  return (
    <div className={styles.charts}>
      <ChartCard title="Transactions" keyOf={(name) => name} format={formatCount} whole {...both} />
      <ChartCard title="Amounts, EUR" keyOf={(name) => `${name}Amount`} format={signed} {...both} />
    </div>
  );
}

function ChartCard(figures: Figures): ReactNode {
  const { title, days } = figures;
  const [chosen, setChosen] = useState<boolean | null>(null);
  // of one day there is no line to draw
  const asTable = chosen ?? (days.length === 1 && !isEmpty(days));
  return (
    <DetailCard
      flush
      title={title}
      beside={
        <Button
          aria-label={`${title} ${asTable ? 'as a chart' : 'as a table'}`}
          onClick={() => setChosen(!asTable)}
        >
          {asTable ? 'As a chart' : 'As a table'}
        </Button>
      }
    >
      {/* what is broken as a picture may stand as a table */}
      <Boundary key={String(asTable)} what={title} onRetry={askAgain}>
        <Picture {...figures} asTable={asTable} />
      </Boundary>
    </DetailCard>
  );
}

function Picture({ asTable, ...figures }: Figures & { asTable: boolean }): ReactNode {
  const { title, days, before, keyOf, format, whole, dayHref } = figures;
  const router = useRouter();
  return (
    <>
      {asTable ? (
        <DayTable {...figures} />
      ) : isEmpty(days) ? (
        <p className={styles.noData}>No data</p>
      ) : (
        <div className={styles.chart}>
          <LineChart
            label={title}
            points={days.map(({ date }) => formatIsoDay(date))}
            series={names.map((name) => ({
              name: SERIES[name],
              values: days.map((day) => day[keyOf(name)]),
            }))}
            compared={
              before
                ? {
                    words: before.words,
                    points: before.days.map((_, nth) => periodName(before.periodOf(nth))),
                    values: names.map((name) => before.days.map((day) => day[keyOf(name)])),
                    drawn: DRAWN,
                  }
                : undefined
            }
            format={(value, nth) => format(value, nth === undefined ? undefined : names[nth])}
            {...(whole && { whole })}
            scales={SCALES}
            pickWords="opens its transactions"
            onPick={(point) => void router.navigate({ href: dayHref(days[point]!.date) })}
          />
        </div>
      )}
    </>
  );
}

/** '16.11.2026', '16.11.2026 until 09:15' */
const periodName = ({ to, until }: Period) =>
  until === null ? formatIsoDay(to) : `${formatIsoDay(to)} until\u00a0${until}`;

function DayTable(figures: Figures): ReactNode {
  const { title, days, before, dayHref } = figures;
  return (
    <div className={styles.tableFrame}>
      <TableScroller caption={`${title} by day`}>
        <table className={styles.table} aria-label={`${title} by day`}>
          <thead>
            <tr>
              <th scope="col">
                Day
                {before ? <small>against {before.words}</small> : null}
              </th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {SERIES[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, nth) => {
              const then = before?.days[nth];
              const period = then ? before.periodOf(nth) : null;
              return (
                <tr key={day.date}>
                  <th scope="row">
                    <AppLink href={dayHref(day.date)}>{formatIsoDay(day.date)}</AppLink>
                    {period ? <small>{periodName(period)}</small> : null}
                  </th>
                  {names.map((name) => (
                    <td key={name}>
                      <Cell {...figures} name={name} day={day} period={oneDay(day.date)} />
                      {then && period ? (
                        <small>
                          <Cell {...figures} name={name} day={then} period={period} />
                        </small>
                      ) : null}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableScroller>
    </div>
  );
}

/** A figure, which opens its rows; plain where there are none. */
function Cell(props: Figures & { name: Series; day: BusinessDay; period: Period }): ReactNode {
  const { name, day, period, keyOf, format, hrefOf } = props;
  const text = format(day[keyOf(name)], name);
  return day[name] ? <AppLink href={hrefOf(period, name)}>{text}</AppLink> : text;
}
