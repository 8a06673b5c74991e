import type { ReactNode } from 'react';
import { marksOf } from './marks.ts';
import styles from './palette.module.css';

/** A text with what was typed in it, by which it was found. */
export const Marked = ({ text, q }: { text: string; q: string }): ReactNode =>
  marksOf(text, q).map(({ at, part, isMarked }) =>
    isMarked ? (
      <mark key={at} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
