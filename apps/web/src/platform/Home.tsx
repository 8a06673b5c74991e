import type { ReactNode } from 'react';
import classes from './Shell.module.css';

/** Whoever may see the dashboard is led there before; the others choose (RT-01, AM-01). */
export function Home(): ReactNode {
  return (
    <div className={classes.message}>
      <h1>Please select view</h1>
      <p>Choose an entry of the menu to begin.</p>
    </div>
  );
}
