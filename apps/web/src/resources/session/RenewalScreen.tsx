import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { newPasswordFields, passwordWords } from '@paydesk/contract/resources/session/passwords.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { notify } from '../../platform/notify.tsx';
import { queryClient } from '../../platform/query.ts';
import { meQuery, refreshMe, signOut } from '../../platform/session.ts';
import { markPasswordExpired } from '../../platform/session-store.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { TextButton } from '../../ui/Button.tsx';
import classes from './session.module.css';

/** While the password is expired there is no other screen (NG-08, AU-23, AU-24). */
export function PasswordRenewalScreen(): ReactNode {
  const router = useRouter();
  const { data: me } = useQuery(meQuery);
  return (
    <div className={classes.form}>
      <h1>Password Expired</h1>
      <p>Your password is no longer valid. Choose a new one to go on.</p>
      <NewPasswordForm
        fields={newPasswordFields}
        submitLabel="Renew Password"
        person={me}
        alone
        onSubmit={async ({ newPassword }) => {
          await call('POST /api/passwords/renew', { body: { newPassword } });
          // what is known of the own user says that the password has expired
          await refreshMe(queryClient);
          markPasswordExpired(false);
          notify.success(passwordWords.changed);
          await router.navigate({ href: paths.home(), replace: true });
        }}
      />
      <TextButton className={classes.link} onClick={signOut}>
        Sign out
      </TextButton>
    </div>
  );
}
