import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  newPasswordFields,
  passwordWords,
  recoveryFields,
} from '@paydesk/contract/resources/session/passwords.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { Button } from '../../ui/Button.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Outcome } from './Outcome.tsx';
import classes from './session.module.css';

const TITLE = 'Password recovery';
const RETURN = 'Return to login page';

/** AU-09..17: asks for the address; with the link of the mail, for the new password. */
export function RecoveryScreen(): ReactNode {
  const { reset } = useRouteSearch<'password-recovery'>();
  return reset ? <ResetForm key={reset} token={reset} /> : <RecoveryForm />;
}

function RecoveryForm(): ReactNode {
  const [sent, setSent] = useState(false);
  if (sent)
    return <Outcome title={TITLE} tone="success" words={passwordWords.recovery} login={RETURN} />;
  return (
    <div className={classes.form}>
      <h1>{TITLE}</h1>
      <p>Enter the address you sign in with. We send you a link to choose a new password.</p>
      <FieldsForm
        fields={recoveryFields}
        submitLabel="Send link"
        autoComplete={{ email: 'username' }}
        wide
        onSubmit={async (body) => {
          await call('POST /api/passwords/recover', { body });
          setSent(true);
        }}
      />
      <AppLink href={paths.login()} className={classes.forgot}>
        {RETURN}
      </AppLink>
    </div>
  );
}

function ResetForm({ token }: { token: string }): ReactNode {
  const router = useRouter();
  const [done, setDone] = useState<boolean | null>(null);
  if (done)
    return <Outcome title={TITLE} tone="success" words={passwordWords.reset} login={RETURN} />;
  if (done === false)
    return (
      <Outcome title={TITLE} tone="error" words={passwordWords.resetRefused} login={RETURN}>
        <Button
          variant="primary"
          className={classes.next}
          onClick={() => void router.navigate({ href: paths.passwordRecovery() })}
        >
          Request a new link
        </Button>
      </Outcome>
    );
  return (
    <div className={classes.form}>
      <h1>{TITLE}</h1>
      <p>Choose a new password. It ends every session of yours.</p>
      <NewPasswordForm
        fields={newPasswordFields}
        submitLabel="Reset password"
        alone
        onSubmit={async ({ newPassword }) =>
          setDone(await call('POST /api/passwords/reset', { body: { token, newPassword } }))
        }
      />
    </div>
  );
}
