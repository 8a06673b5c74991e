import type { ReactNode } from 'react';
import { NotYours } from './NotYours.tsx';
import { useTitle } from './title.ts';

export { NotYours };

/** NG-10, NG-11: what is missing, and who can help. */
export function NotAllowed(words: { reason: string; ask: string }): ReactNode {
  useTitle('Not allowed');
  return (
    <NotYours title="You are not allowed to see this page." {...words}>
      <p>Please contact administrator.</p>
    </NotYours>
  );
}
