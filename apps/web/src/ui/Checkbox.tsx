import type { ComponentProps } from 'react';
import styles from './ui.module.css';

/** A box without words beside it: what it is for says `aria-label`. */
export function Checkbox({
  mixed = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { 'aria-label': string; mixed?: boolean }) {
  return (
    <input
      {...rest}
      type="checkbox"
      className={styles.checkbox}
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
    />
  );
}
