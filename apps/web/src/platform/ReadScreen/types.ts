import type { ReactNode } from 'react';

/** Of a list whose rows are read beside it. */
export interface Whole<R> {
  /** The column whose cell opens a row, and what it says. */
  column: keyof R & string;
  words: (row: R) => string;
  /** What one is called: 'entry' */
  what: string;
  title: (row: R) => string;
  /** What the parts say, and no field. */
  without?: readonly (keyof R & string)[];
  parts?: (row: R) => ReactNode;
  /** What can be done about it. */
  action?: (row: R) => ReactNode;
  /** As it was written down. */
  text?: (row: R) => string;
}
