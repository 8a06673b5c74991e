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
  const { on, required, recoveryCodesLeft } = useMe().secondFactor;
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
              ? 'Signing in asks for a code of your authenticator app; so does moving money, where the last code is older than five minutes.'
              : 'With a code of an authenticator app besides the password, a stolen password alone opens nothing.'}
            {on && required ? ' It is required for your role.' : null}
          </p>
        </div>
        <div className={classes.buttons}>
          {on ? (
            <>
              <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
              {required ? null : <Button onClick={() => setOpen('turn off')}>Turn off</Button>}
            </>
          ) : (
            <Button variant="primary" onClick={() => setOpen('set up')}>
              Set up
            </Button>
          )}
        </div>
      </div>
      {open === 'set up' ? <SetUpDialog onClose={close} /> : null}
      {open === 'turn off' ? <TurnOffDialog onClose={close} /> : null}
      {open === 'codes' ? <CodesDialog onClose={close} /> : null}
    </DetailCard>
  );
}

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

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Turn off two-factor sign-in" onClose={onClose}>
      <p className={classes.intro}>
        From then on your password alone signs you in. Your recovery codes become void.
      </p>
      <FieldsForm
        fields={{ ...passwordFields, ...codeFields }}
        autoComplete={{ password: 'current-password', code: 'one-time-code' }}
        submitLabel="Turn off two-factor sign-in"
        danger
        onCancel={onClose}
        onSubmit={async (body) => {
          await call('DELETE /api/users/me/second-factor', { body });
          onClose();
          notify.success('Two-factor sign-in is off');
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
          <p className={classes.intro}>The recovery codes that you have now become void.</p>
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
