import { AppLink } from '../AppLink.tsx';
import styles from './tabs.module.css';

export interface RecordTab {
  key: string;
  label: string;
  href: string;
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
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ key, label: words, href }) => (
        <AppLink key={key} href={href} aria-current={key === current ? 'page' : undefined}>
          {words}
        </AppLink>
      ))}
    </nav>
  );
}
