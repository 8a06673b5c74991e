import type { ReactNode } from 'react';
import { PAGE_SIZES } from '@paydesk/contract/kernel/resource.ts';
import { Button } from '../../ui/Button.tsx';
import { PlainSelect } from '../../ui/Input.tsx';
import { formatCount } from '../format.ts';
import { LateCount } from './LateCount.tsx';
import styles from './list.module.css';
import { pageRange, type ListState } from './state.ts';
import type { Total } from './total.ts';

/** 'Rows 50 · 51–100 of 20'412 · Previous · Next' (GT-20, GT-25). */
export function Pager({
  state,
  shown,
  total,
  sizes = PAGE_SIZES,
  counts,
  totals,
  onPage,
  onSize,
}: {
  state: Pick<ListState, 'page' | 'size'>;
  shown: number;
  /** Unknown while the first page is on its way: no count is claimed then. */
  total: number | undefined | Total;
  sizes?: readonly number[];
  /** What is counted, where a row of the list is not a line of it. */
  counts?: string | undefined;
  /** What they come to. */
  totals?: ReactNode;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}) {
  const range = pageRange(state, shown);
  const counted = typeof total === 'object' ? total : { count: total, late: false, again: null };
  const { count, late } = counted;
  // a full page may have another after it, until it is known
  const last =
    count === undefined && late
      ? shown < state.size
      : (state.page + 1) * state.size >= (count ?? 0);
  return (
    <nav className={styles.pager} aria-label="Pages" data-on-paper>
      {totals}
      <label className={styles.size}>
        Rows
        <PlainSelect
          value={state.size}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </PlainSelect>
      </label>
      <span aria-live="polite">
        {count === undefined && !late ? null : (
          <>
            {counts}
            {range ? `${formatCount(range.from)}–${formatCount(range.to)}` : '0'} of{' '}
            <LateCount total={counted} asks />
          </>
        )}
      </span>
      <Button disabled={state.page === 0} onClick={() => onPage(state.page - 1)}>
        Previous
      </Button>
      <Button disabled={last} onClick={() => onPage(state.page + 1)}>
        Next
      </Button>
    </nav>
  );
}
