import type { ComponentProps } from 'react';
import type { Icon } from './icons.ts';
import styles from './notice.module.css';

/** Words on the ground of their tone, with a sign before them: what is under way, went wrong or is to be known. */
export const Notice = ({
  tone,
  icon: Sign,
  children,
  ...rest
}: ComponentProps<'div'> & { tone: 'info' | 'success' | 'warning' | 'error'; icon?: Icon }) => (
  <div {...rest} className={styles.notice} data-tone={tone}>
    {Sign ? <Sign size={16} aria-hidden /> : null}
    <div>{children}</div>
  </div>
);
