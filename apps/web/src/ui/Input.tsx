import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';

/** One line that is typed in as it is: no browser guesses at it. Its look is its place's. */
export const Input = (props: ComponentProps<'input'>) => (
  <input type="text" autoComplete="off" spellCheck={false} {...props} />
);

/** A box to tick, in its label or with a name of its own; `mixed` is neither yes nor no. */
export const Checkbox = ({
  mixed = false,
  ...rest
}: ComponentProps<'input'> & { mixed?: boolean }) => (
  <input
    {...rest}
    type="checkbox"
    className={styles.checkbox}
    ref={(input) => {
      if (input) input.indeterminate = mixed;
    }}
  />
);

/** One of a few; its look is its place's. */
export const PlainSelect = (props: ComponentProps<'select'>) => <select {...props} />;
