import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './action.module.css';
import { call } from './api.ts';
import { signOut } from './session.ts';
import { stay } from './session-store.ts';

function remain(): void {
  stay();
  // the server counts calls, not the mouse; a session that has ended there says so itself
  void call('GET /api/users/me/session').catch(() => undefined);
}

/** Counts down to the end of an idle session, and offers to stay (NG-19). */
export default function IdleDialog({ end }: { end: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Dialog title="Are you still there?" onClose={remain}>
      <p className={styles.question}>
        You have been inactive for almost two hours. You will be signed out in{' '}
        <strong role="timer">{left}</strong>; what you typed is kept.
      </p>
      <div className={styles.answers}>
        <Button onClick={signOut}>Sign out</Button>
        <Button variant="primary" data-autofocus onClick={remain}>
          Stay signed in
        </Button>
      </div>
    </Dialog>
  );
}
