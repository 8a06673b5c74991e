import type { ReactNode } from 'react';
import type { Permission } from '@paydesk/contract/permissions.ts';
import { paths } from '../paths.ts';
import { AppLink } from './AppLink.tsx';
import classes from './Shell.module.css';

interface Words {
  title: string;
  reason: string;
  ask: string;
  /** The permissions of which one would do and could be given: their codes stand below, for whoever is asked. */
  missing?: readonly Permission[];
  children?: ReactNode;
}

/** A screen that opens for who may not do what it is for: why, and whom to ask (AM-115). */
export function NotYours({ title, reason, ask, missing = [], children }: Words): ReactNode {
  return (
    <div className={classes.message}>
      <h1>{title}</h1>
      <p>
        {reason.replace(/ \([A-Z]+_[^)]+\)/, '')} {ask}
      </p>
      {children}
      {missing.length ? (
        <p>
          <small>
            The permission’s code: <code>{missing.join(', ')}</code>
          </small>
        </p>
      ) : null}
      <p>
        <AppLink href={paths.home()}>Back to the start</AppLink>
      </p>
    </div>
  );
}
