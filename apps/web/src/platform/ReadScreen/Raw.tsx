import type { ReactNode } from 'react';
import { tokensOf } from '../../ui/highlight.ts';
import { prettyPayload } from '../../ui/pretty.ts';
import styles from './read.module.css';

/** As it was sent or written down, indented and coloured. */
export function Raw({ text, label }: { text: string; label: string }): ReactNode {
  return (
    // scrolls, so the keyboard must reach it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles.raw} tabIndex={0} aria-label={`${label}, raw`}>
      {tokensOf(prettyPayload(text)).map(({ kind, text: part }, at) =>
        kind === 'text' ? (
          part
        ) : (
          // a text's parts stay where they are
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} data-kind={kind}>
            {part}
          </span>
        ),
      )}
    </pre>
  );
}
