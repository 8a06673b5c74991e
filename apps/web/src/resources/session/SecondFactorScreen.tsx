import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { refreshMe, signOut } from '../../platform/session.ts';
import { TextButton } from '../../ui/Button.tsx';
import classes from './session.module.css';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

/** Where a second factor is required and not set up there is no other screen. */
export function SecondFactorScreen(): ReactNode {
  const client = useQueryClient();
  const router = useRouter();
  return (
    <div className={classes.form}>
      <h1>Set up two-factor sign-in</h1>
      <p>
        Your role asks for a code of an authenticator app besides the password. Enter your password
        to begin.
      </p>
      <SetUpSecondFactor onDone={() => void refreshMe(client).then(() => router.invalidate())} />
      <TextButton className={classes.link} onClick={signOut}>
        Sign out
      </TextButton>
    </div>
  );
}
