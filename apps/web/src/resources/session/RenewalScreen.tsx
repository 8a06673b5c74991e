import type { ReactNode } from 'react';
import { signOut } from '../../platform/session.ts';
import classes from './session.module.css';

/** While the password is expired there is no other screen (NG-08); its form is not built yet. */
export function PasswordRenewalScreen(): ReactNode {
  return (
    <div className={classes.form}>
      <h1>Password Expired</h1>
      <p>Your password is no longer valid. Here you will choose a new one.</p>
      <p>This screen is not built yet. Please ask an administrator, or sign in as someone else.</p>
      <button type="button" className={classes.submit} onClick={signOut}>
        Sign out
      </button>
    </div>
  );
}
