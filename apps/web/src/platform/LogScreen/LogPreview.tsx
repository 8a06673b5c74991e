import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/Copy.tsx';
import { PlainButton } from '../../ui/Button.tsx';
import styles from './log.module.css';

/** Says the same in every message. */
const PROLOG = /^\s*<\?xml[^>]*\?>\s*/;
const PREVIEW = 120;

/** The beginning of a message in its row; the whole opens beside the list. */
export const LogPreview = ({ text, onOpen }: { text: string; onOpen: () => void }): ReactNode => (
  <span className={styles.cell}>
    <PlainButton className={styles.preview} title="Show Payload" onClick={onOpen}>
      {text.replace(PROLOG, '').slice(0, PREVIEW).replace(/\s+/g, ' ')}
    </PlainButton>
    <CopyButton quiet text={text} label="Copy Payload" />
  </span>
);
