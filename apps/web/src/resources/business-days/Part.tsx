import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { readItem, writeItem } from '../../platform/session-store.ts';
import styles from './business-days.module.css';

/** Figures under one another are eight windows on a phone: each part is a line there until it is wanted, and found as it was left. */
export function Part(props: {
  title: string;
  /** In a few words of when or of what it is. */
  note?: string;
  /** What it comes to, where one figure says it: read without opening it. */
  figure?: ReactNode;
  /** By what name this browser remembers whether it is open. */
  keep: string;
  children: ReactNode;
}): ReactNode {
  const { title, note, figure, children } = props;
  const keep = `paydesk.open.home-${props.keep}`;
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(() => readItem(keep) === '1');
  if (!phone) return children;
  return (
    <details
      className={styles.part}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === open) return;
        setOpen(currentTarget.open);
        writeItem(keep, currentTarget.open ? '1' : null);
      }}
    >
      <summary>
        <span>
          {title}
          {note ? <small>{note}</small> : null}
        </span>
        <b>{figure}</b>
      </summary>
      {open ? <div className={styles.partBody}>{children}</div> : null}
    </details>
  );
}
