import { useEffect, useRef, type ReactNode } from 'react';
import { AppLink } from '../AppLink.tsx';
import styles from './tabs.module.css';

export interface RecordTab {
  key: string;
  label: string;
  href: string;
  /** How many there are behind it; its room is kept until that is known. */
  count?: ReactNode;
}

/** The parts of a record, each with an address of its own. */
export function RecordTabs({
  label,
  tabs,
  current,
}: {
  /** Of what they are the parts. */
  label: string;
  tabs: readonly RecordTab[];
  current: string | undefined;
}) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    // on a phone they are one line that scrolls: the open one is within it
    const open = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && open) line.current!.scrollLeft = open.offsetLeft - line.current!.offsetLeft - 40;
  }, [current]);
  return (
    <nav ref={line} aria-label={label} className={styles.tabs}>
      {tabs.map(({ key, label: words, href, count }) => (
        <AppLink key={key} href={href} aria-current={key === current ? 'page' : undefined}>
          {words}
          {count === undefined ? null : <span className={styles.count}>{count}</span>}
        </AppLink>
      ))}
    </nav>
  );
}
