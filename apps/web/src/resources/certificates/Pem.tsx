import { useId } from 'react';
import { TableScroller } from '../../platform/DetailScreen/RelatedTable.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { dash } from '../../ui/values.tsx';
import styles from './certificates.module.css';

/** A key as text, line by line as it stands in its file. */
export function Pem({ text, label }: { text: string | null; label: string }) {
  const id = useId();
  return (
    <section className={styles.pem} aria-labelledby={id}>
      <h3 id={id}>
        {label}
        {text ? <CopyButton text={text} label={`Copy ${label}`} /> : null}
      </h3>
      {text ? (
        <TableScroller caption={label}>
          <pre>{text.trim()}</pre>
        </TableScroller>
      ) : (
        dash
      )}
    </section>
  );
}
