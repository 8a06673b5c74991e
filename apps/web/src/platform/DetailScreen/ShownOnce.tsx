import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { IconKey } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useStore } from '../store.ts';
import styles from './detail.module.css';
import { shownOnce } from './once.ts';

/** The secret of a record that was made a moment ago, to be copied now: leaving the screen forgets it. */
export function ShownOnce({ id, label }: { id: string; label: string }): ReactNode {
  const shown = useStore(shownOnce);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      // a development build mounts twice
      setTimeout(() => here.current || shownOnce.set(null));
    };
  }, []);
  if (shown?.id !== id) return null;
  return (
    <Notice tone="warning" icon={IconKey} aria-live="polite">
      <p>
        <strong>Copy this {label} now.</strong> It is not kept here, and is never shown again.
      </p>
      <p className={styles.once}>
        <code>{shown.secret}</code>
        <CopyButton text={shown.secret} label={`Copy ${label}`} />
      </p>
      <Button onClick={() => shownOnce.set(null)}>I have copied it</Button>
    </Notice>
  );
}
