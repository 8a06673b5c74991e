import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import classes from './Shell.module.css';
import { SupportPhone } from './SupportPhone.tsx';
import { ApiError } from './api.ts';
import { errorText } from './errors.ts';

interface FailedProps {
  error: unknown;
  /** For a part of a page; else the page is asked for again. */
  onRetry?: () => void;
}

/** What could not be shown: what happened, and the way to try again. */
export function Failed({ error, onRetry }: FailedProps): ReactNode {
  const router = useRouter();
  const { title, lines, requestId } = errorText(error);
  // code that has not come once comes to no page but a new one
  const again = () => (error instanceof ApiError ? void router.invalidate() : location.reload());
  return (
    <div className={classes.message} role="alert">
      <h1>{title ?? 'This page could not be shown'}</h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {requestId && <p className={classes.quiet}>Request id {requestId}</p>}
      <p className={classes.quiet}>
        <SupportPhone />
      </p>
      <p>
        <Button onClick={onRetry ?? again}>Try again</Button>
      </p>
    </div>
  );
}
