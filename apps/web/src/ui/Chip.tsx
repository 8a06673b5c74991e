import type { ReactNode } from 'react';
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

export function StatusChip({ status }: { status: { name: string; description: string } }) {
  return <Chip tone={toneOf(status.name)}>{status.description}</Chip>;
}
