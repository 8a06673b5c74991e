import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { inColumnWords } from '../column-words.ts';
import { errorText } from '../errors.ts';
import styles from './list.module.css';

/** Where rows would be: the error with a way to try again, or why there are none (GT-15, GT-16). */
export function NoData({
  error,
  columns,
  filters,
  beyond,
  nothingYet,
  onRetry,
  onClear,
  onFirst,
}: {
  error: Error | null;
  /** By whose words a filter that is refused is called. */
  columns: Columns;
  /** How many are in force. */
  filters: number;
  /** The page lies beyond the last one. */
  beyond: boolean;
  nothingYet: ReactNode;
  onRetry: () => void;
  onClear: () => void;
  onFirst: () => void;
}) {
  const clearWords = filters === 1 ? 'Clear the filter' : 'Clear filters';
  if (error) {
    const text = errorText(inColumnWords(error, columns));
    return (
      <div className={styles.noData} data-error>
        <strong>{text.title ?? 'The list could not be loaded'}</strong>
        {text.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {text.requestId ? <p className={styles.none}>Request id {text.requestId}</p> : null}
        <p>
          <Button onClick={onRetry}>Retry</Button>
          {filters ? <Button onClick={onClear}>{clearWords}</Button> : null}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.noData}>
      {/* a list that says why it is empty says that alone */}
      {beyond || filters ? <strong>No results</strong> : null}
      {beyond ? (
        <>
          <p>There are fewer pages than this.</p>
          <p>
            <Button onClick={onFirst}>First page</Button>
          </p>
        </>
      ) : filters ? (
        <>
          <p>{filters === 1 ? 'Nothing matches this filter.' : 'Nothing matches these filters.'}</p>
          <p>
            <Button onClick={onClear}>{clearWords}</Button>
          </p>
        </>
      ) : (
        <p>{nothingYet}</p>
      )}
    </div>
  );
}
