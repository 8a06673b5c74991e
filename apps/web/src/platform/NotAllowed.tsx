import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { AppLink } from './AppLink.tsx';
import classes from './Shell.module.css';
import { useTitle } from './title.ts';

/** NG-10, NG-11: what is missing, and who can help. */
export function NotAllowed({ reason, ask }: { reason: string; ask: string }): ReactNode {
  useTitle('Not allowed');
  return (
    <div className={classes.message}>
      <h1>You are not allowed to see this page.</h1>
      <p>Please contact administrator.</p>
      <p>
        {reason} {ask}
      </p>
      <p>
        <AppLink href={paths.home()}>Back to the start</AppLink>
      </p>
    </div>
  );
}
