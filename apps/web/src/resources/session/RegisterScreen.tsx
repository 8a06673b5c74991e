import { useState, type ReactNode } from 'react';
import { newPasswordFields, passwordWords } from '@paydesk/contract/resources/session/passwords.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { call } from '../../platform/api.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Outcome } from './Outcome.tsx';
import classes from './session.module.css';

const TITLE = 'Create password';
const LOGIN = 'Go to login page';

/** AU-18..22: whoever was invited chooses a password by the link of the mail. */
export function RegisterScreen(): ReactNode {
  const { invitation } = useRouteSearch<'register'>();
  const [done, setDone] = useState<boolean | null>(null);
  if (!invitation)
    return (
      <Outcome
        title={TITLE}
        tone="error"
        words="This address has no invitation in it. Please open the link in your invitation email, or ask whoever invited you for a new one."
        login={LOGIN}
      />
    );
  if (done)
    return <Outcome title={TITLE} tone="success" words={passwordWords.created} login={LOGIN} />;
  if (done === false)
    return (
      <Outcome title={TITLE} tone="error" words={passwordWords.invitationRefused} login={LOGIN} />
    );
  return (
    <div className={classes.form}>
      <h1>{TITLE}</h1>
      <p>Welcome to Paydesk. You will sign in with your email address and this password.</p>
      <NewPasswordForm
        fields={newPasswordFields}
        submitLabel="Create password"
        alone
        onSubmit={async ({ newPassword }) =>
          setDone(await call('POST /api/passwords', { body: { token: invitation, newPassword } }))
        }
      />
    </div>
  );
}
