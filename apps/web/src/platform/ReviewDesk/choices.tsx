import type { ReactNode } from 'react';
import type { Part } from './useQueue.ts';

/** In the order of the screen: whose first, then the kinds. */
export const digit = (at: number, does: string) => ({
  'data-key': String(at + 1),
  'data-does': does,
  title: `${does} (${at + 1})`,
});

export const WHOSE: Record<Part, string> = {
  all: 'all cases',
  nobodys: 'unassigned cases',
  mine: 'your cases',
};
export const WHOSE_COUNT = Object.keys(WHOSE).length;

/** A phone has room for what tells the kinds apart; the whole name is read out there too. */
export function Title({ of }: { of: string }): ReactNode {
  const [first, ...rest] = of.split(' ');
  return (
    <b>
      {first}
      <i> {rest.join(' ')}</i>
    </b>
  );
}
