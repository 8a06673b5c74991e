import type { ReactNode } from 'react';
import { AppLink } from './AppLink.tsx';
import styles from './tabs.module.css';

/** Tabs of one record, each a link: it can be sent, and Back leads to the one before. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly { key: string; label: string; href: string }[];
  current: string;
}): ReactNode {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.key}
          href={tab.href}
          aria-current={tab.key === current ? 'page' : undefined}
        >
          {tab.label}
        </AppLink>
      ))}
    </nav>
  );
}
