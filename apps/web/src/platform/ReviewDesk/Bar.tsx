import { useEffect, useRef, type ReactNode } from 'react';
import { counted } from '@paydesk/contract/kernel/many.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/Drawer.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { formatCount } from '../format.ts';
import styles from './review.module.css';
import type { AnyQueue } from './types.ts';
import { PARTS, type Counts, type Item, type Part } from './useQueue.ts';

interface Props {
  /** The case that is open, and its place in the queue from 0 on; -1 where it is not in it. */
  item: Item | undefined;
  at: number;
  /** Of each kind that is shown; not known yet while its list is on its way. */
  counts: readonly (Counts | undefined)[];
  part: Part;
  kind: AnyQueue | undefined;
  /** By how many filters they are narrowed. */
  filtered: number;
  steps: ReactNode;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** The queue, and what it can be narrowed by. */
  children: ReactNode;
}

/** The queue of a phone: one row that says which case it is, and opens the others from the lower edge. */
export function Bar(props: Props): ReactNode {
  const { item, at, counts, part, steps, open, onOpen, children } = props;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the one that is open, in sight among the others
    if (open) root.current?.querySelector<HTMLElement>('ol [aria-current]')?.focus();
  }, [open]);
  const narrowed = narrowedWords(props);
  return (
    // while the queue covers the case no key decides it
    <div ref={root} className={styles.bar} data-holds-keys={open || undefined}>
      <PlainButton
        className={styles.place}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpen(true)}
      >
        <span>
          <span>
            <b>{placeOf(at, countOf(counts, part))}</b>
            {item ? ` · ${item.queue.row(item.row).title}` : null}
          </span>
          {narrowed ? <small>{narrowed}</small> : null}
        </span>
        <IconChevronDown size={16} aria-hidden />
      </PlainButton>
      {steps}
      <Drawer below label="Queue" open={open} onClose={() => onOpen(false)}>
        <div className={styles.sheet}>{children}</div>
      </Drawer>
    </div>
  );
}

function placeOf(at: number, count: number | undefined): string {
  if (at >= 0) return `Case ${at + 1} of ${formatCount(Math.max(count ?? 0, at + 1))}`;
  if (count === undefined) return 'Queue';
  return count ? `${formatCount(count)} ${count === 1 ? 'case' : 'cases'}` : 'No cases';
}

/** Of all that are shown; none before each is known. */
const countOf = (counts: Props['counts'], part: Part): number | undefined =>
  counts.every((count) => count !== undefined)
    ? counts.reduce((sum, count) => sum + count[part], 0)
    : undefined;

/** Which of all are shown. */
const narrowedWords = ({ part, kind, filtered }: Props): string =>
  [part !== 'all' && PARTS[part], kind?.title, filtered && counted(filtered, 'filter')]
    .filter(Boolean)
    .join(' · ');
