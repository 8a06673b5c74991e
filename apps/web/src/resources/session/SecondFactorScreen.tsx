import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { knowsPasskeys } from '../../platform/passkeys.ts';
import { refreshMe, signOut } from '../../platform/session.ts';
import { TextButton } from '../../ui/Button.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import classes from './session.module.css';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

/** Where a second factor is required and not set up there is no other screen. */
export function SecondFactorScreen(): ReactNode {
  const client = useQueryClient();
  const router = useRouter();
  const [by, setBy] = useState<'app' | 'passkey'>('app');
  const done = () => void refreshMe(client).then(() => router.invalidate());
  return (
    <div className={classes.form}>
      <h1>Set up two-factor sign-in</h1>
      <p>
        {by === 'app'
          ? 'You are asked for a code of an authenticator app besides the password. Enter your password to begin.'
          : 'You are asked for more than the password. A passkey is enough, and signs you in by itself.'}
      </p>
      {by === 'app' ? <SetUpSecondFactor onDone={done} /> : <AddPasskey onDone={done} />}
      <div className={classes.links}>
        {knowsPasskeys() ? (
          <TextButton onClick={() => setBy(by === 'app' ? 'passkey' : 'app')}>
            {by === 'app' ? 'Use a passkey instead' : 'Use an authenticator app instead'}
          </TextButton>
        ) : null}
        <TextButton onClick={signOut}>Sign out</TextButton>
      </div>
    </div>
  );
}
