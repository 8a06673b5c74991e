import type { ReactNode } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { IconInfoCircle, IconX } from '../../ui/icons.ts';
import { leftOutWords } from './left-out-words.ts';
import styles from './list.module.css';
import type { LeftOut } from './sieve.ts';

/** Says what of the address is left out, until the address is without it. */
export default function LeftOutLine({
  leftOut,
  onClose,
}: {
  leftOut: LeftOut;
  onClose: () => void;
}): ReactNode {
  return (
    <div className={styles.leftOut}>
      <Notice tone="info" icon={IconInfoCircle}>
        <IconButton label="Dismiss" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </IconButton>
        <p aria-live="polite">{leftOutWords(leftOut).join(' ')}</p>
      </Notice>
    </div>
  );
}
