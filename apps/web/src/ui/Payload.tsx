import { lazy, Suspense, useState } from 'react';
import styles from './ui.module.css';

const PayloadDialog = lazy(() => import('./PayloadDialog.tsx'));

const PREVIEW = 120;
/** Says the same in every payload. */
const PROLOG = /^\s*<\?xml[^>]*\?>\s*/;

/** The beginning of a long text; the whole opens in a dialog with a copy button. */
export function Payload({ text, label }: { text: string; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.payload}
        title={`Show ${label}`}
        onClick={() => setOpen(true)}
      >
        {text.replace(PROLOG, '').slice(0, PREVIEW).replace(/\s+/g, ' ')}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <PayloadDialog text={text} label={label} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
