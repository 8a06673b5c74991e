import { Suspense } from 'react';
import styles from './list.module.css';
import { Pager } from './Pager.tsx';
import type { ListState } from './state.ts';
import type { Total } from './total.ts';
import type { AnyResource } from './useList.ts';
import { late } from '../late.tsx';

const Totals = late(() => import('./Totals.tsx'));

/** Below the rows: what they come to, once they are there, and the way to the others. */
export function Foot({
  resource,
  state,
  shown,
  counts,
  total,
  summed,
  onGo,
}: {
  resource: AnyResource;
  state: ListState;
  shown: number;
  counts: string | undefined;
  total: Total;
  /** The rows are there, and are a list's of its own. */
  summed: boolean;
  onGo: (next: Partial<ListState>) => void;
}) {
  const room = <span className={styles.totals} />;
  return (
    <Pager
      state={state}
      shown={shown}
      total={total}
      counts={counts}
      totals={
        resource.totals ? (
          <Suspense fallback={room}>
            {summed ? <Totals resource={resource} state={state} /> : room}
          </Suspense>
        ) : null
      }
      onPage={(page) => onGo({ page })}
      onSize={(size) => onGo({ page: 0, size })}
    />
  );
}
