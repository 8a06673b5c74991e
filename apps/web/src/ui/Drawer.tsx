import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { IconX } from './icons.ts';
import styles from './drawer.module.css';

/** What a phone has no room for beside the page, under its name. The browser's own dialog keeps the focus and knows Escape. */
export function Drawer({
  label,
  open = true,
  below = false,
  onClose,
  children,
}: {
  /** 'Menu' */
  label: string;
  /** One that stays where it is while it is closed: keys press what stands in it. */
  open?: boolean;
  /** From the lower edge, as wide as the window. */
  below?: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // a click beside the drawer hits the dialog itself, its backdrop; Escape is the dialog's own
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles.drawer}
      data-below={below || undefined}
      aria-label={label}
      // the console's keys ask for these two by name
      {...(open && { role: 'dialog', 'aria-modal': true })}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.inner}>
        <header className={styles.head}>
          <h2>{label}</h2>
          <IconButton large label={`Close ${label.toLowerCase()}`} onClick={onClose}>
            <IconX size={20} aria-hidden />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  );
}
