import type { ComponentProps } from 'react';
import styles from './panel.module.css';

/** A panel beside what opens it; a click elsewhere and Escape close it. */
export const Popover = ({ className, ...rest }: ComponentProps<'dialog'>) => (
  <dialog {...rest} popover="auto" className={`${styles.popover} ${className ?? ''}`} />
);
