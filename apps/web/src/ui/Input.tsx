import type { ComponentProps } from 'react';
import styles from './ui.module.css';

/** One line that is typed in as it is: no browser guesses at it. Its look is its place's. */
export const Input = (props: ComponentProps<'input'>) => (
  <input type="text" autoComplete="off" spellCheck={false} {...props} />
);

/** A box to tick, beside its label. */
export const Checkbox = (props: ComponentProps<'input'>) => (
  <input {...props} type="checkbox" className={styles.checkbox} />
);

/** One of a few; its look is its place's. */
export const PlainSelect = (props: ComponentProps<'select'>) => <select {...props} />;
