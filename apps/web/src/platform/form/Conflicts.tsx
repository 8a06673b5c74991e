import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './form.module.css';
import type { Conflict } from './stale.ts';

/** What was changed meanwhile, by somebody else or in another window, beside what is typed; which of both stays is the person's choice. */
export function Conflicts({
  conflicts,
  onTake,
}: {
  conflicts: readonly Conflict[];
  onTake: (conflict: Conflict, whose: 'mine' | 'theirs') => void;
}): ReactNode {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.conflicts}
      aria-label="Changed meanwhile"
      role="alert"
    >
      <strong>Somebody else changed this</strong>
      <p>Nothing is saved yet, and what you typed is still here. Choose what stays, then save.</p>
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict.field}>
            <p>
              <strong>{conflict.label}</strong>{' '}
              <span>
                changed{conflict.changedBy ? ` by ${conflict.changedBy}` : ''}{' '}
                {conflict.changedDate ? <DateTime value={conflict.changedDate} /> : null}
              </span>
            </p>
            <dl>
              {(['theirs', 'mine'] as const).map((whose) => (
                <div key={whose} data-taken={conflict.taken === whose || undefined}>
                  <dt>{whose === 'mine' ? 'Yours' : 'Theirs'}</dt>
                  <dd>{conflict[whose].words}</dd>
                  <Button
                    aria-pressed={conflict.taken === whose}
                    aria-label={`${whose === 'mine' ? 'Keep mine' : 'Take theirs'}: ${conflict.label}`}
                    onClick={() => onTake(conflict, whose)}
                  >
                    {whose === 'mine' ? 'Keep mine' : 'Take theirs'}
                  </Button>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
