import type { ReactNode } from 'react';
import { AppLink } from './AppLink.tsx';
import type { Line, Piece } from './changelog.ts';

/** A line of a document of ours, as it is written. */
export const Words = ({ line }: { line: Line }): ReactNode =>
  line.map((piece, at) => <Stretch key={at} {...piece} />);

function Stretch({ as, text, href = '' }: Piece): ReactNode {
  if (as === 'code') return <code>{text}</code>;
  if (as === 'strong') return <strong>{text}</strong>;
  if (as === 'text') return text;
  return href.startsWith('/') ? (
    <AppLink href={href}>{text}</AppLink>
  ) : (
    <a href={href} rel="noreferrer">
      {text}
    </a>
  );
}
