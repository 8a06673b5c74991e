import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { BusinessDay } from '@paydesk/contract/resources/business-days.ts';
import { formatCount } from '../../platform/format.ts';
import { changeOf, daysWords, totalsOf, type Totals } from './range.ts';
import styles from './business-days.module.css';

interface Tile {
  label: string;
  key: keyof Totals;
  /** More of it is good news. */
  moreIsGood: boolean;
}

const TILES: readonly Tile[] = [
  { label: 'Sales', key: 'debitTransactionsAmount', moreIsGood: true },
  { label: 'Sales count', key: 'debitTransactions', moreIsGood: true },
  { label: 'Refunds', key: 'creditTransactionsAmount', moreIsGood: false },
  { label: 'Sales reversed', key: 'debitReversalsAmount', moreIsGood: false },
];

/** Totals of the range, and how they changed against as many days before. */
export function Tiles({
  days,
  before,
}: {
  days: readonly BusinessDay[];
  before: readonly BusinessDay[] | undefined;
}): ReactNode {
  const now = totalsOf(days);
  const then = before && totalsOf(before);
  // no figure is shown as none: 0.00 would be a wrong one
  if (TILES.some(({ key }) => !Number.isFinite(now[key]))) throw new TypeError('No figure');
  const words = `on ${daysWords(days.length)} before`;
  return (
    <dl className={styles.tiles}>
      {TILES.map(({ label, key, moreIsGood }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.total}>
            {key.endsWith('Amount') ? `${formatAmount(now[key])} EUR` : formatCount(now[key])}
          </dd>
          <dd className={styles.change}>
            {then ? (
              <Change
                change={changeOf(now[key], then[key])}
                moreIsGood={moreIsGood}
                words={words}
              />
            ) : (
              ' '
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change(props: { change: number | null; moreIsGood: boolean; words: string }): ReactNode {
  const { change, moreIsGood, words } = props;
  if (change === null) return <span>Nothing {words.replace('on ', 'in ')}</span>;
  if (change === 0) return <span>As much as {words.replace('on ', 'in ')}</span>;
  const good = change > 0 === moreIsGood;
  return (
    <>
      <b data-good={good}>
        <span aria-hidden>{change > 0 ? '▲' : '▼'}</span>
        <span className={styles.srOnly}>{change > 0 ? 'Up' : 'Down'}</span>{' '}
        {Math.abs(change).toFixed(1)} %
      </b>{' '}
      {words}
    </>
  );
}
