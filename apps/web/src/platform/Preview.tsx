import type { ReactNode } from 'react';
import styles from './form/form.module.css';

/** What is typed, as people will read it. */
export const Preview = ({ children }: { children: ReactNode }): ReactNode => (
  <section className={styles.preview} aria-label="Preview">
    <h3>Preview</h3>
    {children}
  </section>
);
