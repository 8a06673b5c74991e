import type { Kind } from './faults.ts';

/** A fault that makes no difference anybody could see, found by its kind and its line before and after. */
export interface Equivalent {
  kind: Kind;
  file: string;
  before: string;
  /** Where the line has several of one kind. */
  after?: string;
  because: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    kind: 'await',
    file: 'apps/server/src/platform/seals.ts',
    before: "await client.query('set local statement_timeout = 0');",
    because: 'a connection answers its statements in the order in which they were given to it',
  },
];
