import { useId, type ReactNode } from 'react';
import { Boundary } from './Boundary.tsx';
import styles from './card.module.css';

/** What stands together under one heading. One that breaks takes no other with it. */
export function Card({
  title,
  count,
  beside,
  flush = false,
  plain = false,
  coming = false,
  onRetry,
  children,
}: {
  title: string;
  count?: number | undefined;
  /** At the other end of its heading: what it is about in a few words, or how else it is shown. */
  beside?: ReactNode;
  /** The content reaches the border: tables, charts and lists of links. */
  flush?: boolean;
  /** Without a line below the heading. */
  plain?: boolean;
  /** It is not all there yet. */
  coming?: boolean;
  /** Asks anew for what it is drawn from. */
  onRetry?: () => unknown;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} data-coming={coming || undefined}>
      <header data-plain={plain || undefined}>
        <h2 id={id}>
          {title}
          {count === undefined ? null : <span>{count}</span>}
        </h2>
        {typeof beside === 'string' ? <span className={styles.note}>{beside}</span> : beside}
      </header>
      <div className={flush ? undefined : styles.body}>
        <Boundary what={title} {...(onRetry && { onRetry })}>
          {children}
        </Boundary>
      </div>
    </section>
  );
}

/** The same, closed until somebody wants it. */
export function Fold({
  title,
  open,
  onToggle,
  onRetry,
  children,
}: {
  title: string;
  open?: boolean | undefined;
  onToggle: (open: boolean) => void;
  onRetry: () => unknown;
  children: ReactNode;
}): ReactNode {
  return (
    <details
      className={styles.card}
      open={open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className={styles.body}>
        <Boundary what={title} onRetry={onRetry}>
          {children}
        </Boundary>
      </div>
    </details>
  );
}
