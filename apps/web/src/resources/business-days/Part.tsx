import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
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
      {open ? <Body keep={props.keep}>{children}</Body> : null}
    </details>
  );
}

/**
 * As high as it was at the last visit until all of it is there: whoever reloads further down is taken back to
 * where they were, and what comes above them moves nothing.
 */
function Body({ keep, children }: { keep: string; children: ReactNode }): ReactNode {
  const name = `paydesk.height.home-${keep}`;
  const inner = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(() => Number(readItem(name)) || undefined);
  useEffect(() => {
    const element = inner.current;
    if (!element) return undefined;
    const look = new ResizeObserver(() => {
      if (element.querySelector('[aria-busy="true"]')) return;
      writeItem(name, String(element.offsetHeight));
      setRoom(undefined);
    });
    look.observe(element);
    return () => look.disconnect();
  }, [name]);
  return (
    <div style={{ minHeight: room }}>
      <div ref={inner} className={styles.partBody}>
        {children}
      </div>
    </div>
  );
}
