import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { CAME_TO_NOTHING } from '@paydesk/contract/kernel/transaction-statuses.ts';
import type { BusinessDay, Series } from '@paydesk/contract/resources/business-days.ts';
import {
  decidedCount,
  rowsOf,
  successRate,
  throughCount,
  type FigureReport,
  type Figures,
  type Period,
} from '@paydesk/contract/resources/business-days/figures.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { formatCount } from '../../platform/format.ts';
import { askAgain } from '../../platform/query.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { changeOf, isHardly, largeOf, peakOf, sizeOf, timesOf } from './range.ts';
import styles from './business-days.module.css';

interface Tile {
  label: string;
  series: Series;
  of: 'count' | 'amount';
  /** More of it is good news. */
  moreIsGood: boolean;
  /** Goes back to the payer: written with its sign. */
  back?: true;
}

export const TILES: readonly Tile[] = [
  { label: 'Sales', series: 'debitTransactions', of: 'amount', moreIsGood: true },
  { label: 'Sales count', series: 'debitTransactions', of: 'count', moreIsGood: true },
  { label: 'Refunds', series: 'creditTransactions', of: 'amount', moreIsGood: false, back: true },
  {
    label: 'Sales reversed',
    series: 'debitReversals',
    of: 'amount',
    moreIsGood: false,
    back: true,
  },
];

/** The two that a figure goes by: what was sold when its money moved, the rate when payments began. */
export const BOOKED = 'By the day of booking, whenever they began';
const BEGUN =
  'Of the payments that began then and are decided: whoever is still at it, or went away, is neither';

export interface Whose {
  timeZone: string;
  merchantId: string | undefined;
}

/** The list of exactly what a figure counts, by the same calendar. */
export const listOf = (
  filters: Readonly<Record<string, string>>,
  { timeZone, merchantId }: Whose,
) => paths.transactions({ ...filters, f_merchantId: merchantId, timeZone });

function textOf({ series, of, back }: Tile, figures: Figures, unit = ' EUR'): string {
  const value = figures[series][of];
  // no figure is shown as none: 0.00 would be a wrong one
  if (!Number.isFinite(value)) throw new TypeError('No figure');
  if (of === 'count') return formatCount(value);
  return `${back && value > 0 ? '−' : ''}${formatAmount(value)}${unit}`;
}

/** What was sold, where there is no room for more; nothing of what can't be read, which its part says. */
export const salesText = (side: Figures): string | null => readable(() => textOf(TILES[0]!, side));

/** How many payments succeeded, in the same place. */
export const successText = (side: Figures): string | null => readable(() => rateText(side));

function readable(text: () => string): string | null {
  try {
    return text();
  } catch {
    return null;
  }
}

/** One figure, which opens its rows; plain where there are none. */
export function FigureLink(
  props: { tile: Tile; side: Period & Figures; unit?: string } & Whose,
): ReactNode {
  const { tile, side, unit, ...whose } = props;
  const text = textOf(tile, side, unit);
  if (!side[tile.series].count) return text;
  return <AppLink href={listOf(rowsOf.series(tile.series, side), whose)}>{text}</AppLink>;
}

export function TileChange(props: { tile: Tile; report: FigureReport } & Whose): ReactNode {
  const { tile, report, ...whose } = props;
  const [now, then] = [report.now, report.before].map((side) => side[tile.series][tile.of]);
  return (
    <Change
      change={changeOf(now!, then!)}
      moreIsGood={tile.moreIsGood}
      as={tile.of === 'count' ? 'as many as' : 'as much as'}
      by={tile.of === 'count' ? now! - then! : undefined}
    >
      {/* the figure above it says of what */}
      <FigureLink tile={tile} side={report.before} unit="" {...whose} />
    </Change>
  );
}

interface PeakProps {
  days: readonly BusinessDay[];
  before: readonly BusinessDay[];
}

/** The one day that the sales' change comes from, and what they changed by without it. */
function Peak({ days, before, ...whose }: PeakProps & Whose): ReactNode {
  const peak = peakOf(days, before);
  if (!peak) return null;
  const { date, amount, change } = peak;
  const day = (words: string) => (
    <AppLink
      href={listOf(
        rowsOf.series('debitTransactions', { from: date, to: date, until: null }),
        whose,
      )}
      title={`${formatAmount(amount)} EUR on that day`}
    >
      {words}
    </AppLink>
  );
  if (change === null)
    return (
      <>
        {day(`${formatAmount(amount)} EUR`)} of it on {formatIsoDay(date)}
      </>
    );
  return (
    <>
      {changeWords(change)} without {day(formatIsoDay(date))}
    </>
  );
}

/** The same of one day: the sale that its figure hardly is more than. */
export function LargeSale({ report }: { report: FigureReport }): ReactNode {
  const large = largeOf(report);
  if (!large) return null;
  return (
    <>
      <AppLink href={paths.transaction(large.id)}>{formatAmount(large.amount)} EUR</AppLink> of it
      is one payment{large.change === null ? '' : `; without it ${changeWords(large.change)}`}
    </>
  );
}

const changeWords = (change: number) =>
  change === 0 ? 'no change' : `${change > 0 ? 'up' : 'down'} ${sizeOf(change)} %`;

/** Totals of the days, each a figure, what it is held against and what it is of; the sales with the day that moved them. */
export function Tiles(
  props: { report: FigureReport; days: readonly BusinessDay[] } & Whose,
): ReactNode {
  const { report, days, ...whose } = props;
  return (
    <dl className={styles.tiles}>
      {TILES.map((tile, nth) => (
        <div key={tile.label}>
          <dt>
            {tile.label}
            {tile.of === 'count' ? <small title={BOOKED}> · booked</small> : null}
          </dt>
          <dd className={styles.total}>
            <FigureLink tile={tile} side={report.now} {...whose} />
          </dd>
          <dd className={styles.change}>
            <TileChange tile={tile} report={report} {...whose} />
          </dd>
          <dd className={styles.change}>
            {nth === 0 ? (
              <Boundary what="What moved the sales" onRetry={askAgain}>
                <Peak days={days} before={report.before.days} {...whose} />
              </Boundary>
            ) : null}
          </dd>
        </div>
      ))}
      <div>
        <dt>
          Success rate<small title={BEGUN}> · begun</small>
        </dt>
        <dd className={styles.total}>
          <RateLink side={report.now} {...whose} />
        </dd>
        <dd className={styles.change}>
          <RateChange report={report} />
        </dd>
        <dd className={styles.change} />
      </div>
    </dl>
  );
}

/** 'Success rate 92.3 %': by the day on which payments began, and not, as what was sold, by that on which they were booked. */
export function RateRow(props: { side: Period & Figures } & Whose): ReactNode {
  return (
    <div>
      <dt title={BEGUN}>Success rate</dt>
      <dd>
        <RateLink {...props} />
      </dd>
    </div>
  );
}

/** It opens the payments that failed; plain where none did. */
function RateLink({ side, ...whose }: { side: Period & Figures } & Whose): ReactNode {
  const text = rateText(side);
  if (decidedCount(side.statuses) === throughCount(side.statuses)) return text;
  return (
    <AppLink
      href={listOf(rowsOf.begun(side, CAME_TO_NOTHING), whose)}
      title="Opens the payments that failed"
    >
      {text}
    </AppLink>
  );
}

/** '93.0 %', of the payments that are decided. */
export function rateText({ statuses }: Figures): string {
  const rate = successRate(statuses);
  return rate === null ? '—' : `${(rate / 10).toFixed(1)}\u00a0%`;
}

/** In points: a rate that fell from 90 to 81 is not '10 % down'. */
export function RateChange({ report }: { report: FigureReport }): ReactNode {
  const [now, then] = [report.now, report.before].map(({ statuses }) => successRate(statuses));
  if (now === null || then === null || now === undefined || then === undefined)
    return <span>of payments that are decided</span>;
  return (
    <Change change={(now - then) / 10} unit="points" moreIsGood>
      {rateText(report.before)}
    </Change>
  );
}

function Change(props: {
  change: number | null;
  moreIsGood: boolean;
  unit?: string;
  /** Before what a multiple is of; per cent are from it. */
  as?: string;
  /** How many more or fewer, where that is all there is to tell. */
  by?: number | undefined;
  children: ReactNode;
}): ReactNode {
  const { change, moreIsGood, unit = '%', as, by, children } = props;
  if (change === null) return <span>None before</span>;
  if (change === 0) return <span>Same as {children}</span>;
  const good = change > 0 === moreIsGood;
  const times = as ? timesOf(change) : null;
  const few =
    by && isHardly(change) ? `${formatCount(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}` : null;
  return (
    <>
      <b data-good={good}>
        <span aria-hidden>{change > 0 ? '▲' : '▼'}</span>
        <span className={styles.srOnly}>{change > 0 ? 'Up' : 'Down'}</span>{' '}
        {times ?? few ?? `${sizeOf(change)} ${unit}`}
      </b>{' '}
      {times ? as : few ? 'than' : 'from'} {children}
    </>
  );
}
