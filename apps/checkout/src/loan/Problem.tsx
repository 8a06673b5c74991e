import { Note } from '../parts/Note.tsx';
import type { Borrowing } from './use-loan.ts';

/** Why what was asked for last was refused. */
export const Problem = ({ borrowing: { errors } }: { borrowing: Borrowing }) => {
  const [words] = Object.values(errors);
  return words ? (
    <Note kind="error" alert>
      {words}
    </Note>
  ) : null;
};
