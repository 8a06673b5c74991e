import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { codeFields, passwordFields } from '@paydesk/contract/kernel/fields.ts';
import { RECOVERY_CODES } from '@paydesk/contract/kernel/session.ts';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { refreshMe, useMe } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './session.module.css';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

type Open = 'set up' | 'turn off' | 'codes' | null;

/** Two-factor sign-in on the own profile: on or off, and what can be done about it. */
export function SecondFactorCard(): ReactNode {
  const { on, app, passkeys, required, recoveryCodesLeft } = useMe().secondFactor;
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const close = () => {
    setOpen(null);
    void refreshMe(client);
  };
  return (
    <DetailCard title="Two-factor sign-in">
      <div className={classes.factor}>
        <div>
          <p className={classes.state}>
            <Chip tone={on ? 'success' : 'ended'}>{on ? 'On' : 'Off'}</Chip>
            {on ? `${recoveryCodesLeft} of ${RECOVERY_CODES} recovery codes left` : null}
          </p>
          <p>
            {on
              ? `Signing in asks for ${waysOf(app, passkeys)}; so does moving money, where the last one is older than five minutes.`
              : 'With a code of an authenticator app besides the password, a stolen password alone opens nothing.'}
            {on && required ? ' It is required of you.' : null}
          </p>
        </div>
        <div className={classes.buttons}>
          {on ? (
            <>
              <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
              {!app || (required && !passkeys) ? null : (
                <Button onClick={() => setOpen('turn off')}>
                  {passkeys ? 'Remove the app' : 'Turn off'}
                </Button>
              )}
            </>
          ) : null}
          {app ? null : (
            <Button variant={on ? 'default' : 'primary'} onClick={() => setOpen('set up')}>
              {on ? 'Set up an app' : 'Set up'}
            </Button>
          )}
        </div>
      </div>
      {open === 'set up' ? <SetUpDialog onClose={close} /> : null}
      {open === 'turn off' ? <TurnOffDialog left={passkeys > 0} onClose={close} /> : null}
      {open === 'codes' ? <CodesDialog onClose={close} /> : null}
    </DetailCard>
  );
}

const waysOf = (app: boolean, passkeys: number) =>
  app && passkeys
    ? 'a code of your authenticator app or a passkey'
    : app
      ? 'a code of your authenticator app'
      : 'a passkey';

function SetUpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Set up two-factor sign-in" onClose={onClose}>
      <SetUpSecondFactor
        onCancel={onClose}
        onDone={() => {
          onClose();
          notify.success('Two-factor sign-in is on. Your other sessions have ended.');
        }}
      />
    </Dialog>
  );
}

function TurnOffDialog({ left, onClose }: { left: boolean; onClose: () => void }) {
  const title = left ? 'Remove the authenticator app' : 'Turn off two-factor sign-in';
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={classes.intro}>
        {left
          ? 'Its codes will no longer work; your passkeys and recovery codes will.'
          : 'From then on your password alone signs you in. Your recovery codes stop working.'}
      </p>
      <FieldsForm
        fields={{ ...passwordFields, ...codeFields }}
        autoComplete={{ password: 'current-password', code: 'one-time-code' }}
        submitLabel={title}
        danger
        onCancel={onClose}
        onSubmit={async (body) => {
          await call('DELETE /api/users/me/second-factor', { body });
          onClose();
          notify.success(left ? 'The app is removed' : 'Two-factor sign-in is off');
        }}
      />
    </Dialog>
  );
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <>
          <p className={classes.intro}>Your present recovery codes stop working.</p>
          <FieldsForm
            fields={passwordFields}
            autoComplete={{ password: 'current-password' }}
            submitLabel="Make new recovery codes"
            onCancel={onClose}
            onSubmit={async (body) => {
              const answer = await call('POST /api/users/me/second-factor/recovery-codes', {
                body,
              });
              setCodes(answer.recoveryCodes);
            }}
          />
        </>
      )}
    </Dialog>
  );
}
