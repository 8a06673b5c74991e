import { useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Note } from './DetailScreen/blocks.tsx';
import { notify } from './notify.tsx';
import classes from './pending-email.module.css';

interface Props {
  email: string;
  pendingEmail: string;
  /** None for who may not. */
  withdraw?: (() => Promise<unknown>) | undefined;
}

/** An address that waits for its confirmation, and the way to take it back (AM-120). */
export function PendingEmail({ email, pendingEmail, withdraw }: Props): ReactNode {
  const [pending, setPending] = useState(false);
  const take = async (run: () => Promise<unknown>) => {
    setPending(true);
    try {
      await run();
      notify.success('The change was withdrawn.');
    } catch (error) {
      notify.failure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Note tone="info">
      <div className={classes.row}>
        <span>
          <strong>{pendingEmail}</strong> takes the place of {email} once it is confirmed by the
          link that was mailed to it. Until then nothing changes.
        </span>
        {withdraw ? (
          <Button pending={pending} onClick={() => void take(withdraw)}>
            Withdraw
          </Button>
        ) : null}
      </div>
    </Note>
  );
}
