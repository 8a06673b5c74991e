import { Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
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
    <nav
      ref={line}
      aria-label={label}
      className={styles.tabs}
      onScroll={({ currentTarget: of }) => of.toggleAttribute('data-scrolled', of.scrollLeft > 0)}
    >
      {tabs.map(({ key, label: words, href, count }) => (
        <AppLink key={key} href={href} aria-current={key === current ? 'page' : undefined}>
          {words}
          {count === undefined ? null : <span className={styles.count}>{count}</span>}
        </AppLink>
      ))}
    </nav>
  );
}

/** A list of another resource, as the route table gives it; it is told what the address names. */
export interface PanelTab<P> {
  key: string;
  label: string;
  panel: ComponentType<P>;
}

/** The parts of a record beside its details, each with an address of its own. */
export interface Tabs<P> {
  /** Of what they are the parts. */
  label: string;
  of: readonly PanelTab<P>[];
  href: (id: string, query?: { tab: string }) => string;
  /** How many there are of what a tab lists; nothing of one that lists nothing. */
  Count?: ComponentType<{ id: string; tab: string }>;
  counted?: readonly string[];
}

const DETAILS = 'details';

/** Those of a record of the contract, its details first. */
export function TabsOf<P>({
  tabs,
  id,
  current,
}: {
  tabs: Tabs<P>;
  id: string;
  current: string | undefined;
}) {
  const { label, of, href, Count, counted = [] } = tabs;
  return (
    <RecordTabs
      label={label}
      tabs={[
        { key: DETAILS, label: 'Overview', href: href(id) },
        ...of.map(({ key, label: words }) => ({
          key,
          label: words,
          href: href(id, { tab: key }),
          ...(Count &&
            counted.includes(key) && {
              count: (
                <Suspense fallback={null}>
                  <Count id={id} tab={key} />
                </Suspense>
              ),
            }),
        })),
      ]}
      current={current ?? DETAILS}
    />
  );
}
