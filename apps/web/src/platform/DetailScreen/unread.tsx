import { Button, TextButton } from '../../ui/Button.tsx';
import { LoadingWord } from '../../ui/Coming.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ApiError } from '../api.ts';
import { errorText } from '../errors.ts';
import styles from './detail.module.css';
import { Gone } from './Gone.tsx';

/** A record that could not be fetched: nothing of another one stays (TX-76). */
export function Refused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <Gone />;
  const { title, lines, requestId } = errorText(error);
  return (
    <div className={styles.refused} role="alert">
      <h1>{title ?? 'There is nothing to show'}</h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {requestId ? <p>Request id {requestId}</p> : null}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

/** The server can't be reached: what stands below was so when it was read last. */
export const AsItWas = ({ onRetry }: { onRetry: () => void }) => (
  <div className={styles.asItWas}>
    <Notice tone="warning">
      This may be out of date: it could not be refreshed.{' '}
      <TextButton onClick={onRetry}>Retry</TextButton>
    </Notice>
  </div>
);

export function Skeleton() {
  return (
    <div className={styles.skeleton} aria-live="polite">
      <LoadingWord />
      <span />
      <span />
      <div className={styles.columns}>
        <span />
        <span />
      </div>
    </div>
  );
}
