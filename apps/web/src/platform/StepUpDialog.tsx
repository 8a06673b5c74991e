import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { codeFields, passwordFields } from '@paydesk/contract/kernel/fields.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { IconKey } from '../ui/icons.ts';
import styles from './action.module.css';
import { call } from './api.ts';
import { FieldsForm } from './form/FieldsForm.tsx';
import { knowsPasskeys, showPasskey } from './passkeys.ts';
import { meQuery, useSession } from './session.ts';
import { stepUp, type Proof } from './step-up.ts';
import { useOnce } from './useOnce.ts';

/** Asks for a code of the authenticator app, or for the password; what waits for it goes on by itself. */
export default function StepUpDialog({ proof }: { proof: Proof }) {
  const session = useSession();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const { app = true, passkeys = 0 } = me?.secondFactor ?? {};
  const [running, once] = useOnce();
  useEffect(() => {
    // ended meanwhile, here or elsewhere: nothing is left to ask for
    if (!session) stepUp.answer(false);
  }, [session]);
  const shared = {
    submitLabel: 'Confirm and continue',
    onCancel: () => stepUp.answer(false),
  };
  return (
    <Dialog title="Confirm it’s you" onClose={() => stepUp.answer(false)}>
      <div className={styles.intro}>
        <p>
          {proof === 'code'
            ? `Your last code is more than five minutes old. ${app ? 'Enter a new one from your authenticator app, or a recovery code' : 'Use a passkey, or enter a recovery code'} to carry on.`
            : 'This gives access to an account. Enter your own password to carry on.'}
        </p>
      </div>
      {proof === 'code' && passkeys > 0 && knowsPasskeys() ? (
        <div className={styles.intro}>
          <Button
            variant={app ? 'default' : 'primary'}
            icon={<IconKey size={16} aria-hidden />}
            pending={running !== null}
            onClick={() =>
              once(async () => {
                const credential = await showPasskey('GET /api/passkeys/confirmation');
                await call('POST /api/passkeys/confirmation', { body: { credential } });
                stepUp.answer(true);
                return null;
              })
            }
          >
            Use a passkey
          </Button>
        </div>
      ) : null}
      {proof === 'code' ? (
        <FieldsForm
          {...shared}
          fields={codeFields}
          autoComplete={{ code: 'one-time-code' }}
          onSubmit={async ({ code }) => {
            await call('POST /api/users/me/second-factor/renew', { body: { code } });
            stepUp.answer(true);
          }}
        />
      ) : (
        <FieldsForm
          {...shared}
          fields={passwordFields}
          autoComplete={{ password: 'current-password' }}
          onSubmit={async (body) => {
            await call('POST /api/users/me/password/confirm', { body });
            stepUp.answer(true);
          }}
        />
      )}
    </Dialog>
  );
}
