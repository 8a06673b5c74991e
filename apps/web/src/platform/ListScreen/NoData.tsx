import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import { endingOf, NEWEST } from '@paydesk/contract/kernel/filters.ts';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { inColumnWords } from '../column-words.ts';
import { errorText } from '../errors.ts';
import { formatCount } from '../format.ts';
import { LinkButton } from '../LinkButton.tsx';
import styles from './list.module.css';
import type { ListState } from './state.ts';

/** That there are none leads, above when there will be some. */
const led = (words: string) => {
  const end = words.indexOf('. ') + 1;
  return (
    <>
      <strong>{words.slice(0, end)}</strong>
      {words.slice(end)}
    </>
  );
};

/** What makes a new one, in the head of the list in which this stands. */
const makerOf = (place: HTMLElement | null) =>
  place
    ?.closest('section')
    ?.querySelector<HTMLElement>(':scope > header :is([data-variant=primary], [data-primary])');

/**
 * The same where its reader looks. It presses the one in the head, whose dialog stays open when somebody else makes the
 * first one meanwhile.
 */
function Begin() {
  const place = useRef<HTMLParagraphElement>(null);
  const [shown, setShown] = useState<{ label: string; href: string | null } | null>(null);
  useLayoutEffect(() => {
    const maker = makerOf(place.current);
    if (maker) setShown({ label: maker.textContent, href: maker.getAttribute('href') });
  }, []);
  const begin = () => {
    const maker = makerOf(place.current);
    // what its dialog gives the focus back to
    maker?.focus();
    maker?.click();
  };
  return (
    <p ref={place}>
      {shown?.href ? (
        <LinkButton variant="primary" href={shown.href}>
          {shown.label}
        </LinkButton>
      ) : shown ? (
        <Button variant="primary" onClick={begin}>
          {shown.label}
        </Button>
      ) : null}
    </p>
  );
}

/** Where rows would be: the error with a way to try again, or why there are none (GT-15, GT-16). */
export function NoData({
  error,
  columns,
  filters: inForce,
  beyond,
  words: { nothingYet, nothingUnder },
  onRetry,
  onClear,
  onFirst,
}: {
  error: Error | null;
  /** By whose words a filter that is refused is called. */
  columns: Columns;
  filters: ListState['filters'];
  /** The page lies beyond the last one. */
  beyond: boolean;
  words: { nothingYet: ReactNode; nothingUnder?: (inForce: ListState['filters']) => string | null };
  onRetry: () => void;
  onClear: () => void;
  onFirst: () => void;
}) {
  const filters = Object.keys(inForce).length;
  const ending = Object.entries(inForce).some(
    ([key, value]) => columns[key]?.kind === 'id' && endingOf(value),
  );
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
          <p>
            {nothingUnder?.(inForce) ??
              (filters === 1 ? 'Nothing matches this filter.' : 'Nothing matches these filters.')}
          </p>
          {ending ? (
            <p>
              The end of an id is looked for among the newest {formatCount(NEWEST)}; a whole id
              finds an older one.
            </p>
          ) : null}
          <p>
            <Button onClick={onClear}>{clearWords}</Button>
          </p>
        </>
      ) : (
        <>
          <p>{typeof nothingYet === 'string' ? led(nothingYet) : nothingYet}</p>
          <Begin />
        </>
      )}
    </div>
  );
}
