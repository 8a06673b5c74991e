import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { AppLink } from './AppLink.tsx';
import classes from './Shell.module.css';

interface Words {
  title: string;
  reason: string;
  ask: string;
  children?: ReactNode;
}

/** A screen that opens for who may not do what it is for: why, and whom to ask (AM-115). */
export function NotYours({ title, reason, ask, children }: Words): ReactNode {
  return (
    <div className={classes.message}>
      <h1>{title}</h1>
      {children}
      <p>
        {reason} {ask}
      </p>
      <p>
        <AppLink href={paths.home()}>Back to the start</AppLink>
      </p>
    </div>
  );
}
