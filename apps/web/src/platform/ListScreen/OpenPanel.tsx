import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { usePlace } from '../../ui/DateRange/DateRange.tsx';
import { Popover } from '../../ui/Popover.tsx';
import styles from './list.module.css';

/** A panel beside a filter, open from the start. */
export function OpenPanel({
  label,
  anchor,
  wide = false,
  onClose,
  children,
}: {
  label: string;
  /** What it stands beside, and what has the focus again. */
  anchor: RefObject<HTMLElement | null>;
  /** As wide as what stands in it, where there is room. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const opened = panel.current;
    const from = anchor.current;
    opened?.showPopover();
    opened?.querySelector<HTMLElement>('input, button, a')?.focus();
    return () => {
      if (document.activeElement === document.body) from?.focus();
    };
  }, [anchor]);
  usePlace(anchor, panel, shown);
  return (
    <Popover
      ref={panel}
      aria-label={label}
      className={styles.dayPanel}
      data-wide={wide || undefined}
      onToggle={(event) => {
        if (event.target !== event.currentTarget) return;
        setShown(event.newState === 'open');
        if (event.newState === 'closed') onClose();
      }}
    >
      {children}
    </Popover>
  );
}
