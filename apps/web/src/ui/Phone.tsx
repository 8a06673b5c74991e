import { useState, type ReactNode } from 'react';
import { PlainButton } from './Button.tsx';
import styles from './phone.module.css';

/** A phone's screen, 390 dots wide, as large as its place allows; short where there is little on it. */
export function Phone({ short, children }: { short?: boolean; children: ReactNode }): ReactNode {
  return (
    <div className={styles.phone} data-short={short || undefined}>
      <div className={styles.screen}>{children}</div>
    </div>
  );
}

/** As high as what stands in it, however long that is: its last button is what a page is for. */
export const fitPhone = (within: Element, height: number) =>
  within
    .closest<HTMLElement>(`.${styles.phone}`)
    ?.style.setProperty('--asked', `${Math.ceil(height)}px`);

export interface PhoneView {
  label: string;
  /** What is said below the phone. */
  words: ReactNode;
  /** A line or two, such as a button: no empty screen below it. */
  short?: boolean;
  screen: ReactNode;
}

/** What somebody sees on a phone, one thing after another. */
export function PhoneViews({ label, views }: { label: string; views: readonly PhoneView[] }) {
  const [at, setAt] = useState(0);
  // where the last one is there no more, the one before it
  const shown = views[at] ?? views.at(-1)!;
  return (
    <>
      {views.length > 1 ? (
        <fieldset aria-label={label} className={styles.views}>
          {views.map((view, index) => (
            <PlainButton
              key={view.label}
              aria-pressed={view === shown}
              onClick={() => setAt(index)}
            >
              {view.label}
            </PlainButton>
          ))}
        </fieldset>
      ) : null}
      <Phone short={shown.short ?? false}>{shown.screen}</Phone>
      <p className={styles.words}>{shown.words}</p>
    </>
  );
}
