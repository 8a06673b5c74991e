import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import './inputs.css';
import { Modal } from '@mantine/core';
import { useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { Boundary } from './Boundary.tsx';
import { Busy, Closing } from './closing.ts';
import styles from './ui.module.css';

interface DialogProps {
  title: ReactNode;
  size?: number | string;
  /** Something is under way that closing would not stop; a form in it says so by itself. */
  pending?: boolean;
  /** A click beside it closes it; not where something may have been typed. */
  easy?: boolean;
  /** At the right edge, as high as the window: for what is long and only read. */
  side?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The one dialog: Escape leaves, after a question where something is typed in it; the focus stays inside
 * and goes back afterwards.
 */
export function Dialog({
  title,
  size,
  pending: held = false,
  easy = false,
  side = false,
  onClose,
  children,
}: DialogProps) {
  // Mantine gives back what it has seen opening, and this one is born open
  const content = useRef<HTMLDivElement>(null);
  const mayClose = useContext(Closing);
  const [busy, setBusy] = useState(false);
  // an Escape may come before what is told here is drawn
  const busyNow = useRef(false);
  const [tellBusy] = useState(() => (now: boolean) => {
    busyNow.current = now;
    setBusy(now);
  });
  const pending = held || busy;
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    let awaken: (() => void) | undefined;
    // to make the page rest costs as much as to draw it anew: once the dialog is painted
    const forget = afterPaint(() => {
      awaken = quieten();
    });
    return () => {
      forget();
      awaken?.();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [opener]);
  return (
    <Modal
      opened
      centered={!side}
      size={size ?? (side ? 720 : 460)}
      title={title}
      padding={20}
      shadow="md"
      overlayProps={{ color: 'var(--backdrop)', backgroundOpacity: 1 }}
      transitionProps={{ duration: 100, transition: side ? 'fade-left' : 'fade' }}
      classNames={{
        title: styles.dialogTitle ?? '',
        header: styles.dialogHeader ?? '',
        content: `${styles.dialog} ${side ? styles.sidePanel : ''}`,
        ...(side && { inner: styles.sideInner ?? '', body: styles.sideBody ?? '' }),
      }}
      closeButtonProps={{ 'aria-label': 'Close', disabled: pending }}
      closeOnEscape={!pending}
      closeOnClickOutside={easy && !pending}
      returnFocus={false}
      // a style sheet put in for it would have every element's style reckoned anew
      lockScroll={false}
      onClose={() => {
        if (!pending && !busyNow.current)
          void mayClose(content.current).then((leave) => leave && onClose());
      }}
    >
      <div ref={content} className={styles.dialogContent}>
        <Boundary what="This">
          <Busy value={tellBusy}>{children}</Busy>
        </Boundary>
      </div>
    </Modal>
  );
}

/** Calls back once what is drawn now stands on the screen; the answer calls it off. */
function afterPaint(done: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(done)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The page behind rests: neither keys nor readers nor the wheel get there. The notifications above it do not. */
function quieten(): () => void {
  const behind = [...document.querySelectorAll<HTMLElement>('#root > *')].filter(
    (element) => !element.inert && !element.hasAttribute('data-above-dialogs'),
  );
  for (const element of behind) element.inert = true;
  const { style, scrollHeight, clientHeight, clientWidth } = document.documentElement;
  // where it is not only the console's middle that scrolls, and by no dialog below this one
  const scrolls = behind.length > 0 && scrollHeight > clientHeight;
  // room is kept for a bar alone that had it: no shade lies over that room, which on a phone was a light strip
  const scrollbarGutter = innerWidth > clientWidth ? 'stable' : '';
  if (scrolls) Object.assign(style, { overflow: 'hidden', scrollbarGutter });
  return () => {
    for (const element of behind) element.inert = false;
    if (scrolls) Object.assign(style, { overflow: '', scrollbarGutter: '' });
  };
}
