import type { ReactNode } from 'react';
import styles from './ui.module.css';

/** Stands where something is still on its way, so that what is below it waits (`data-in-turn`). */
export function Coming(): ReactNode {
  return <div data-coming />;
}

/** What the bars of a skeleton mean, for who hears the page. */
export function LoadingWord(): ReactNode {
  return <p className={styles.hidden}>Loading</p>;
}
