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
  const { totals } = resource;
  // of one kind, and its count in a short word: a phone has room for it in one line, and keeps no other
  const brief = (!totals?.also && (totals?.counts?.word.length ?? 0) < 9) || undefined;
  const room = <span className={styles.totals} data-brief={brief} />;
  return (
    <Pager
      state={state}
      shown={shown}
      total={total}
      counts={counts}
      totals={
        totals ? (
          <Suspense fallback={room}>
            {summed ? <Totals resource={resource} state={state} brief={brief} /> : room}
          </Suspense>
        ) : null
      }
      onPage={(page) => onGo({ page })}
      onSize={(size) => onGo({ page: 0, size })}
    />
  );
}
