import { useEffect, useRef, type ReactNode } from 'react';
import { Due, Since } from '../../ui/Since.tsx';
import { AppLink } from '../AppLink.tsx';
import { formatCount } from '../format.ts';
import { useActor } from '../session.ts';
import styles from './review.module.css';
import { whoseWords } from './Taking.tsx';
import type { AnyQueue } from './types.ts';
import { groupOf, GROUPS, type Counts, type Group, type Item, type Part } from './useQueue.ts';
import { useReasons } from './useReasons.ts';

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

/** What waits: of one kind in its list's order, of several what is decided first, whatever it is; one is open. */
export function Queue(props: Props): ReactNode {
  const { queues, items, part, counts } = props;
  const actor = useActor();
  const reasons = useReasons(queues);
  const [only, ...more] = queues;
  const longer = queues.filter((queue, at) => {
    const own = items.filter((item) => item.queue.slug === queue.slug);
    return counts[at] && counts[at][part] > own.length;
  });
  const rows = (of: readonly Item[]) => (
    <ol>
      {of.map((item) => (
        <Row
          key={item.id}
          item={item}
          because={reasons.get(item.id)}
          isCurrent={item.id === props.current}
          href={props.hrefOf(item)}
          onGo={props.onGo}
        />
      ))}
    </ol>
  );
  const empty = <p>{NOTHING[part]}</p>;
  const rest = longer.map((queue) => (
    <p key={queue.slug}>
      <AppLink href={queue.all()}>
        {more.length ? `${queue.title}: all ` : 'All '}
        {formatCount(counts[queues.indexOf(queue)]!.listed)} in a list
      </AppLink>
    </p>
  ));
  if (only && !more.length) {
    const count = counts[0]?.[part];
    return (
      <nav className={styles.queue} aria-label="Queue">
        <section aria-label={only.title}>
          <h2>
            {only.title} <span>{count === undefined ? '' : formatCount(count)}</span>
          </h2>
          {only.first && items.length ? <p data-order>{only.first.words}</p> : null}
          {count === 0 && !items.length ? empty : null}
          {rows(items)}
          {rest}
        </section>
      </nav>
    );
  }
  // while some are still to come nothing stands that they would move
  const isWhole = !counts.includes(undefined);
  const groups = Map.groupBy(items, (item) => groupOf(item, part, actor));
  return (
    <nav className={styles.queue} aria-label="Queue">
      {(isWhole ? (Object.keys(GROUPS) as Group[]) : []).map((group) => {
        const own = groups.get(group);
        if (!own) return null;
        // what is behind those that are shown may be of them too
        const isCut = own.some(({ queue }) => longer.includes(queue));
        return (
          <section key={group} aria-label={GROUPS[group]}>
            <h2>
              {GROUPS[group]} <span>{`${formatCount(own.length)}${isCut ? '+' : ''}`}</span>
            </h2>
            {rows(own)}
          </section>
        );
      })}
      {isWhole && !items.length ? empty : null}
      {isWhole ? rest : null}
    </nav>
  );
}

function Row(props: {
  item: Item;
  because: string | undefined;
  isCurrent: boolean;
  href: string;
  onGo: (item: Item) => void;
}): ReactNode {
  const { item, because, isCurrent, href, onGo } = props;
  const actor = useActor();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) bringIntoView(place.current);
  }, [isCurrent]);
  const { title, value, why, note, since, until } = item.queue.row(item.row, because);
  const { holder } = item;
  const late = item.queue.late(item.row) ?? undefined;
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
        <span className={styles.rowWhy} title={why}>
          {why}
        </span>
        <span className={styles.rowNote}>
          <span>{other ?? note}</span>
          {/* in the place of how long it waits, so that its name stays whole; what waits for another says that alone */}
          {other ? null : holder ? (
            <b title={whoseWords(holder, isMine)}>
              <Since of={whoseWords(holder, isMine)} from={holder.since} />
            </b>
          ) : until ? (
            <Due at={until} word="expires" late={late ?? 0} />
          ) : (
            <Since from={since} late={late} />
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
