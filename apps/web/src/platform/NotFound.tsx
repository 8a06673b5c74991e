import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { AppLink } from './AppLink.tsx';
import classes from './Shell.module.css';
import { useTitle } from './title.ts';

/** RT-36 */
export function NotFound(): ReactNode {
  useTitle('Page not found');
  return (
    <div className={classes.message}>
      <h1>Page not found</h1>
      <p>There is nothing at this address. It may have been mistyped.</p>
      <p>
        <AppLink href={paths.home()}>Back to the start</AppLink>
      </p>
    </div>
  );
}
