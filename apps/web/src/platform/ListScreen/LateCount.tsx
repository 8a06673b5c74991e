import type { ReactNode } from 'react';
import { TextButton } from '../../ui/Button.tsx';
import { formatCount } from '../format.ts';
import styles from './list.module.css';
import type { Total } from './total.ts';

/** How many rows there are: nothing before the rows; where it comes after them, in room that it keeps. */
export function LateCount({
  total: { count, late, again },
  asks = false,
  of = formatCount,
}: {
  total: Total;
  /** What they are called too, where the list itself does not say it. */
  of?: ((count: number) => string) | undefined;
  /** Here it is asked for again where it can't be told. */
  asks?: boolean;
}): ReactNode {
  if (!late) return count === undefined ? '' : of(count);
  if (count === undefined && again)
    return asks ? <TextButton onClick={again}>unknown: count again</TextButton> : '';
  return (
    <span className={styles.late} data-counting={count === undefined || undefined}>
      {count === undefined ? <span className={styles.srOnly}>counting</span> : of(count)}
    </span>
  );
}
