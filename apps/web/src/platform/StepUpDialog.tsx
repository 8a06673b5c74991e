import { useEffect, useState } from 'react';
import { codeFields } from '@paydesk/contract/kernel/fields.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './action.module.css';
import { call } from './api.ts';
import { FieldsForm } from './form/FieldsForm.tsx';
import { useSession } from './session.ts';
import { answerCode } from './step-up.ts';

/** Asks for a code of the authenticator app; what waits for it goes on by itself. */
export default function StepUpDialog() {
  const [pending, setPending] = useState(false);
  const session = useSession();
  useEffect(() => {
    // ended meanwhile, here or elsewhere: nothing is left to ask for
    if (!session) answerCode(false);
  }, [session]);
  return (
    <Dialog title="Confirm that it is you" pending={pending} onClose={() => answerCode(false)}>
      <div className={styles.intro}>
        <p>
          Your last code is more than five minutes old. Enter a new one of your authenticator app,
          or a recovery code; what you were doing goes on with it.
        </p>
      </div>
      <FieldsForm
        fields={codeFields}
        autoComplete={{ code: 'one-time-code' }}
        submitLabel="Confirm and continue"
        onCancel={() => answerCode(false)}
        onPending={setPending}
        onSubmit={async ({ code }) => {
          await call('POST /api/users/me/second-factor/renew', { body: { code } });
          answerCode(true);
        }}
      />
    </Dialog>
  );
}
