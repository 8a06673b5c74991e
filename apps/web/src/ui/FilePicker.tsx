import { useId, type ReactNode } from 'react';
import styles from './ui.module.css';

/** A file of this computer; its look is the browser's own, in the colours of the page. */
export function FilePicker({
  label,
  hint,
  accept,
  onPick,
}: {
  label: string;
  hint: string;
  accept: string;
  onPick: (file: File | null) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`}>{hint}</p>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        data-autofocus
        onChange={(event) => onPick(event.currentTarget.files?.[0] ?? null)}
      />
    </div>
  );
}
