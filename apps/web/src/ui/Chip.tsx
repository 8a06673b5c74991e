import type { ReactNode } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import styles from './ui.module.css';
import { toneOf, type Tone } from './tone.ts';

/** A status in words on a soft ground; the colour only repeats it (AM-96). */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}

export function StatusChip({
  status: { name, description },
  tones,
}: {
  status: { name: string; description: string };
  /** Of the column, where it has any. */
  tones?: Column['tones'];
}) {
  return <Chip tone={tones?.[name] ?? toneOf(name)}>{description}</Chip>;
}
