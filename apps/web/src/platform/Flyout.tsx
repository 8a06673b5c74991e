import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Popover } from '../ui/Popover.tsx';
import classes from './flyout.module.css';

/** A group of the folded menu, beside its sign: the menu stays as narrow as it was left. */
export default function Flyout({
  title,
  anchor,
  onClose,
  children,
}: {
  title: string;
  /** What it stands beside, and what has the focus again. */
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const panel = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const it = panel.current!;
    it.showPopover();
    const { right, top } = anchor.getBoundingClientRect();
    it.style.left = `${right + 6}px`;
    it.style.top = `${Math.max(8, Math.min(top - 8, innerHeight - it.offsetHeight - 8))}px`;
    it.querySelector('a')?.focus();
    return () => {
      if (document.activeElement === document.body) anchor.focus();
    };
  }, [anchor]);
  return (
    <Popover
      ref={panel}
      aria-label={title}
      className={classes.flyout}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      <h2>{title}</h2>
      {children}
    </Popover>
  );
}
