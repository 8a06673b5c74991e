import { useEffect, useRef, type ReactNode } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import styles from './apply.module.css';

/** What there is to say in place of a form; it takes the focus, so that it is read. */
export function ApplyNote({
  title,
  tone,
  words,
  children,
}: {
  title: string;
  tone: 'success' | 'error' | 'info';
  words: string;
  children?: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.start}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Notice tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
        <p>{words}</p>
      </Notice>
      {children}
    </div>
  );
}
