import { useState, type ReactNode } from 'react';
import {
  changePasswordFields,
  passwordWords,
} from '@paydesk/contract/resources/session/passwords.ts';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { notify } from '../../platform/notify.tsx';
import { useMe } from '../../platform/session.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import classes from './session.module.css';

/** AU-42..46: the own password; the other sessions end. */
export function PasswordCard(): ReactNode {
  const me = useMe();
  const [changes, setChanges] = useState(0);
  return (
    <DetailCard title="Update password">
      <div className={classes.narrow}>
        <NewPasswordForm
          // empty again once it is done
          key={changes}
          fields={changePasswordFields}
          submitLabel="Update password"
          person={me}
          onSubmit={async ({ currentPassword, newPassword }) => {
            await call('PUT /api/users/me/password', {
              body: { userId: me.id, currentPassword, newPassword },
            });
            notify.success(passwordWords.changed);
            setChanges((count) => count + 1);
          }}
        />
      </div>
    </DetailCard>
  );
}
