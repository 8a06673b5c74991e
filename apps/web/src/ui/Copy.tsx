import { IconButton, PlainButton } from './Button.tsx';
import { IconCheck, IconCopy } from './icons.ts';
import { useEffect, useState, type ReactNode } from 'react';
import styles from './ui.module.css';

/** A copy hint goes back after this long (FC-10). */
const HINT_MS = 3000;

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // pages that are not served securely have no clipboard but the old way
    const area = document.createElement('textarea');
    const from = document.activeElement as HTMLElement | null;
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    from?.focus();
    return done;
  }
}

/** What is copied, or how to come by it at the click; null: it was not to be had, and that has been said. */
export type CopySource = string | (() => Promise<string | null>);

/** `copied` for three seconds after a copy, as long as it is the same text. */
export function useCopy(text: CopySource) {
  const [last, setLast] = useState<{ text: CopySource; done: boolean } | null>(null);
  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(() => setLast(null), HINT_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const copy = async () => {
    const whole = typeof text === 'string' ? text : await text();
    if (whole !== null) setLast({ text, done: await copyText(whole) });
  };
  const same = last && (last.text === text || typeof text !== 'string');
  const state = same ? (last.done ? 'copied' : 'refused') : 'idle';
  return { state, copy };
}

const idle = <IconCopy size={14} aria-hidden />;
const done = <IconCheck size={14} aria-hidden />;

/** `quiet` copies are shown on hover and left out of the tab order: where each row has one. */
export function CopyButton({
  text,
  label,
  quiet = false,
}: {
  text: CopySource;
  label: string;
  quiet?: boolean;
}) {
  const { state, copy } = useCopy(text);
  const words = state === 'copied' ? 'Copied' : state === 'refused' ? 'Copying failed' : label;
  return (
    <IconButton
      label={label}
      className={quiet ? styles.quietCopy : styles.copy}
      data-copied={state === 'copied' || undefined}
      tabIndex={quiet ? -1 : undefined}
      title={words}
      onClick={() => void copy()}
    >
      {state === 'copied' ? done : idle}
      {state === 'idle' ? null : (
        <span aria-live="polite" className={styles.copyHint}>
          {words}
        </span>
      )}
    </IconButton>
  );
}

/** Text that copies the whole of itself on a click, shortened to `limit` characters (TX-39, TX-40). */
export function CopyText({ text, limit = 50 }: { text: string; limit?: number }) {
  const { state, copy } = useCopy(text);
  const shown = [...text].length > limit ? `${[...text].slice(0, limit).join('')}…` : text;
  return (
    <PlainButton
      className={styles.copyText}
      title={state === 'idle' ? 'Click to copy' : undefined}
      onClick={() => void copy()}
    >
      {shown}
      <span className={styles.copyTextIcon}>{state === 'copied' ? done : idle}</span>
      {state === 'idle' ? null : (
        <span aria-live="polite" className={styles.copyHint}>
          {state === 'copied' ? 'Copied' : 'Copying failed'}
        </span>
      )}
    </PlainButton>
  );
}

/** A value with a copy button that comes on hover and focus. */
export function Copyable({
  text,
  label,
  children,
}: {
  text: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <span className={styles.copyable}>
      {children}
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  );
}
