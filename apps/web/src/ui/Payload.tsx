import { cut } from '@paydesk/contract/kernel/texts.ts';
import { lazy, Suspense, useState } from 'react';
import type { CodeWords } from './changes.ts';
import styles from './ui.module.css';

const PayloadPanel = lazy(() => import('./PayloadPanel.tsx'));

const PREVIEW = 120;
/** Says the same in every payload. */
const PROLOG = /^\s*<\?xml[^>]*\?>\s*/;

/** The beginning of a long text, or words for it; the whole opens in a panel with a copy button. */
export function Payload({
  text,
  label,
  preview,
  words,
}: {
  text: string;
  label: string;
  preview?: string;
  words?: CodeWords | undefined;
}) {
  // the text itself: another one may come into the same cell
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <button
        type="button"
        className={styles.payload}
        data-on-paper
        data-opens
        data-words={preview === undefined ? undefined : true}
        title={`Show ${label}`}
        onClick={() => setOpen(text)}
      >
        {cut(preview ?? text.replace(PROLOG, ''), PREVIEW).replace(/\s+/g, ' ')}
      </button>
      {open === text ? (
        <Suspense fallback={null}>
          <PayloadPanel text={text} label={label} words={words} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
