import type { CSSProperties, ReactNode } from 'react';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { useDelayed } from '../../platform/useDelayed.ts';
import { LoadingWord } from '../../ui/Coming.tsx';
import { TILES } from './Tiles.tsx';
import whole from './business-days.module.css';
import table from './desk.module.css';
import styles from './ghosts.module.css';
import ended from './outcomes.module.css';

/** Where words will stand, as high as they will be. */
const Ghost = ({ wide = false }: { wide?: boolean }) => (
  <span className={styles.ghost} data-wide={wide || undefined} aria-hidden />
);

const Says = (): ReactNode => (
  <span aria-live="polite" className={table.srOnly}>
    {useDelayed(true, 200) ? <LoadingWord /> : null}
  </span>
);

/** A day of the desk that is still to come: what is told stands there, and the figures' places. */
export function DayGhost(): ReactNode {
  const [, , ...others] = TILES;
  return (
    <div className={table.day} aria-busy>
      <p className={table.sales}>
        <Ghost wide />
      </p>
      <p className={table.change}>
        <Ghost wide />
      </p>
      <p className={table.large} />
      <dl>
        {[...others.map(({ label }) => label), 'Success rate'].map((label) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Ghost />
            </dd>
          </div>
        ))}
      </dl>
      <p className={table.begun}>
        <Ghost wide />
      </p>
    </div>
  );
}

/** What waits: as many lines as the card has. */
export const WaitsGhost = ({ lines }: { lines: number }): ReactNode => (
  <ul className={table.waits} style={{ '--waits': lines } as CSSProperties} aria-busy>
    {Array.from({ length: lines }, (_, line) => (
      <li key={line}>
        <Ghost wide />
      </li>
    ))}
  </ul>
);

const CARDS = {
  charts: [
    ['Transactions', styles.chart],
    ['Amounts, EUR', styles.chart],
  ],
  outcomes: [
    ['Payment outcomes', ended.frame],
    ['Why payments failed', ended.frame],
  ],
} as const;

/** The totals of the days as they will stand. */
export const TotalsGhost = (): ReactNode => (
  <div className={whole.figures} aria-busy>
    <Says />
    <dl className={whole.tiles}>
      {[...TILES.map(({ label }) => label), 'Success rate'].map((label) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={whole.total}>
            <Ghost wide />
          </dd>
          <dd className={whole.change}>
            <Ghost />
          </dd>
          <dd className={whole.change} />
        </div>
      ))}
    </dl>
  </div>
);

/** Two cards, side by side where there is room. */
export const PairGhost = ({ of }: { of: keyof typeof CARDS }): ReactNode => (
  <div className={whole.charts} aria-busy>
    {CARDS[of].map(([title, place]) => (
      <DetailCard key={title} flush title={title}>
        <div className={place} />
      </DetailCard>
    ))}
  </div>
);
