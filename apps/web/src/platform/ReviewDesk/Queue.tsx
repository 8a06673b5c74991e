import { useEffect, useRef, type ReactNode } from 'react';
import { Since } from '../../ui/Since.tsx';
import { AppLink } from '../AppLink.tsx';
import { formatCount } from '../format.ts';
import { useActor } from '../session.ts';
import styles from './review.module.css';
import { whoseWords } from './Taking.tsx';
import type { AnyQueue } from './types.ts';
import type { Counts, Item, Part } from './useQueue.ts';

const NOTHING: Record<Part, string> = {
  all: 'The queue is empty.',
  nobodys: 'Every case is assigned.',
  mine: 'None is assigned to you.',
};

/** The name of a kind stays above its rows. */
const HEAD = 37;

interface Props {
  queues: readonly AnyQueue[];
  items: readonly Item[];
  part: Part;
  counts: readonly (Counts | undefined)[];
  current: string | undefined;
  hrefOf: (item: Item) => string;
  onGo: (item: Item) => void;
}

/** What waits, by its kind and the oldest first; one is open. */
export function Queue({ queues, items, part, counts, current, hrefOf, onGo }: Props): ReactNode {
  // below one whose rows are still coming nothing stands that they would move
  const coming = counts.indexOf(undefined);
  const there = coming < 0 ? queues : queues.slice(0, coming + 1);
  return (
    <nav className={styles.queue} aria-label="Queue">
      {there.map((queue, at) => {
        const own = items.filter((item) => item.queue.slug === queue.slug);
        const count = counts[at]?.[part];
        return (
          <section key={queue.slug} aria-label={queue.title}>
            <h2>
              {queue.title} <span>{count === undefined ? '' : formatCount(count)}</span>
            </h2>
            {queue.first && own.length ? <p data-order>{queue.first.words}</p> : null}
            {count === 0 && !own.length ? <p>{NOTHING[part]}</p> : null}
            <ol>
              {own.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  isCurrent={item.id === current}
                  href={hrefOf(item)}
                  onGo={onGo}
                />
              ))}
            </ol>
            {counts[at] && count! > own.length ? (
              <p>
                <AppLink href={queue.all()}>All {formatCount(counts[at].listed)} in a list</AppLink>
              </p>
            ) : null}
          </section>
        );
      })}
    </nav>
  );
}

function Row(props: {
  item: Item;
  isCurrent: boolean;
  href: string;
  onGo: (item: Item) => void;
}): ReactNode {
  const { item, isCurrent, href, onGo } = props;
  const actor = useActor();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) bringIntoView(place.current);
  }, [isCurrent]);
  const { title, value, note, since } = item.queue.row(item.row);
  const { holder } = item;
  const isMine = holder?.userId === actor.userId;
  const other = item.gone
    ? 'Decided by somebody else'
    : (item.queue.notYours?.(item.row, actor) ?? null);
  return (
    <li ref={place}>
      <AppLink
        href={href}
        aria-current={isCurrent || undefined}
        data-away={other || (holder && !isMine) ? true : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          onGo(item);
        }}
      >
        <span className={styles.rowTitle}>
          <strong>{title}</strong>
          {value ? <span>{value}</span> : null}
        </span>
        <span className={styles.rowNote}>
          <span>{other ?? note}</span>
          {/* in the place of how long it waits, so that its name stays whole; what waits for another says that alone */}
          {other ? null : holder ? (
            <b title={whoseWords(holder, isMine)}>
              <Since of={whoseWords(holder, isMine)} from={holder.since} />
            </b>
          ) : (
            <Since from={since} />
          )}
        </span>
      </AppLink>
    </li>
  );
}

/** Within the queue alone: the page stays where it is. */
function bringIntoView(row: HTMLElement | null): void {
  const box = row?.closest('nav');
  if (!row || !box) return;
  const [from, to] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  if (to.top < from.top + HEAD || to.bottom > from.bottom)
    box.scrollTop += to.top - from.top - from.height / 2;
}
