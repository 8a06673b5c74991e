import type { ReactNode } from 'react';
import { Coming } from '../ui/Coming.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Failed } from './Failed.tsx';
import { Printed } from './Printed.tsx';
import styles from './OneScreen.module.css';

interface Props<T> {
  title: string;
  /** At the other end of its head: of when it is. */
  beside?: (data: T) => ReactNode;
  asked: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/**
 * A screen of one thing there is only one of, which is neither list nor record: its head is there at
 * once, and what was read stays where it can't be read again.
 */
export function OneScreen<T>({ title, beside, asked, children }: Props<T>): ReactNode {
  const { data, error, refetch } = asked;
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <article className={styles.screen}>
      <Printed />
      <header className={styles.header}>
        <h1>{title}</h1>
        {data && beside ? <span className={styles.note}>{beside(data)}</span> : null}
      </header>
      {error ? (
        <Notice tone="warning">This could not be refreshed and may be out of date.</Notice>
      ) : null}
      {data ? children(data) : <Coming />}
    </article>
  );
}
