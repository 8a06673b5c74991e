import type { ReactNode } from 'react';
import styles from './banner.module.css';
import type { Icon } from './icons.ts';

/** A slim line over the whole window, above all else, that says what holds for every screen. */
export const BannerLine = ({
  label,
  tone,
  icon: Sign,
  awaited,
  children,
}: {
  label: string;
  tone: 'info' | 'warning';
  icon: Icon;
  /** Its words are still to come; their room is kept. */
  awaited?: boolean;
  children: ReactNode;
}): ReactNode => (
  <aside
    className={styles.banner}
    data-tone={tone}
    data-awaited={awaited || undefined}
    aria-label={label}
  >
    <Sign size={16} aria-hidden />
    {children}
  </aside>
);
