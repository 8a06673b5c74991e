import { useEffect, useRef } from 'react';
import { AppLink } from '../AppLink.tsx';
import styles from './review.module.css';
import type { AnyQueue } from './types.ts';
import type { Part } from './useQueue.ts';

const NOTHING: Record<Part, string> = {
  all: 'Nothing to review',
  nobodys: 'Every case is assigned',
  mine: 'No case is assigned to you',
};

/** All is decided: what would fill the queue, and where what was decided stands. */
export function Nothing(props: {
  queues: readonly AnyQueue[];
  part: Part;
  filtered: boolean;
  follows: boolean;
}) {
  const { queues, part, filtered, follows } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (follows) heading.current?.focus();
  }, [follows]);
  return (
    <article className={styles.case}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {filtered ? 'Nothing under these filters' : NOTHING[part]}
        </h2>
      </header>
      <p>
        {filtered ? 'Take a filter off to see the others. ' : null}Payments and loans held by a risk
        rule and screening matches appear here, the most urgent first. Decided ones are in the
        lists:{' '}
        {queues.map(({ slug, title, all }, at) => (
          <span key={slug}>
            {at ? ', ' : ''}
            <AppLink href={all()}>{title}</AppLink>
          </span>
        ))}
        .
      </p>
    </article>
  );
}
