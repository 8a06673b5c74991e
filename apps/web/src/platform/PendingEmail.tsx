import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Note } from './DetailScreen/blocks.tsx';
import { useOnce } from './useOnce.ts';
import classes from './pending-email.module.css';

interface Props {
  email: string;
  pendingEmail: string;
  /** None for who may not. */
  withdraw?: (() => Promise<unknown>) | undefined;
}

/** An address that waits for its confirmation, and the way to take it back (AM-120). */
export function PendingEmail({ email, pendingEmail, withdraw }: Props): ReactNode {
  const [running, once] = useOnce();
  return (
    <Note tone="info">
      <div className={classes.row}>
        <span>
          <strong>{pendingEmail}</strong> replaces {email} once it is confirmed by the link mailed
          to it. Until then nothing changes.
        </span>
        {withdraw ? (
          <Button
            pending={running !== null}
            onClick={() => once(() => withdraw().then(() => 'The change was withdrawn.'))}
          >
            Withdraw
          </Button>
        ) : null}
      </div>
    </Note>
  );
}
