import { useEffect, useState, type ReactNode } from 'react';
import { MOST_AT_ONCE } from '@paydesk/contract/kernel/many.ts';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { Button } from '../../ui/Button.tsx';
import type { AnyRow } from './cells.tsx';
import styles from './many.module.css';
import { ManyDialog } from './ManyDialog.tsx';
import type { Selected } from './selection.ts';
import { sumsOf } from './sums.ts';
import type { Shape } from './Table.tsx';
import type { AnyResource } from './useList.ts';

/** How many rows are selected, what they come to, and what can be done to them. */
export default function ManyBar({
  of: { resource, record, bar },
  keys,
  shape,
  selected,
  elsewhere,
  onLeave,
}: {
  /** What its screen says of the list. */
  of: { resource: AnyResource; record?: AnyRecord; bar?: (rows: readonly AnyRow[]) => ReactNode };
  keys: readonly string[];
  shape: Shape;
  selected: Selected;
  /** On other pages. */
  elsewhere: number;
  /** These are selected no longer. */
  onLeave: (rows: readonly AnyRow[]) => void;
}) {
  const [open, setOpen] = useState<{ key: string; rows: readonly AnyRow[] } | null>(null);
  useEffect(
    () => () => {
      // what had the focus is gone with it
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('[data-select-all]')?.focus();
      });
    },
    [],
  );
  const sums = sumsOf(resource, [...selected.values()]);
  const tooMany = selected.size - MOST_AT_ONCE;
  return (
    <section className={styles.bar} aria-label="Selected rows" data-at-foot>
      <span>
        <strong>{selected.size} selected</strong>
        {sums ? ` · ${sums}` : ''}
        {elsewhere ? `, ${elsewhere} of them on other pages` : ''}
        {tooMany > 0 ? `. At most ${MOST_AT_ONCE} at once: ${tooMany} too many` : ''}
      </span>
      <span className={styles.actions}>
        {keys.map((key) => (
          <Button
            key={key}
            disabled={tooMany > 0}
            onClick={() => setOpen({ key, rows: [...selected.values()] })}
          >
            {record!.actions[key]!.label}
          </Button>
        ))}
        {bar?.([...selected.values()])}
        <Button onClick={() => onLeave([...selected.values()])}>Clear</Button>
      </span>
      {open ? (
        <ManyDialog
          resource={resource}
          record={record!}
          action={open.key}
          rows={open.rows}
          shape={shape}
          onClose={(done) => {
            setOpen(null);
            onLeave(done);
          }}
        />
      ) : null}
    </section>
  );
}
