import { useState, type ReactNode } from 'react';
import { passkeyFields } from '@paydesk/contract/resources/session/passkeys.ts';
import { call } from '../../platform/api.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { makePasskey } from '../../platform/passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './session.module.css';

interface Props {
  onCancel?: () => void;
  onDone: () => void;
}

/** A name, the browser's own question, and the recovery codes where it is the first second factor. */
export function AddPasskey({ onCancel, onDone }: Props): ReactNode {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <>
      <p className={classes.intro}>
        A passkey stays on your device, or in the account that keeps your passwords, and is shown by
        your finger, face or PIN. Name it so that you know it again, such as “Work laptop”.
      </p>
      <FieldsForm
        fields={passkeyFields}
        onCancel={onCancel}
        submitLabel="Add passkey"
        onSubmit={async ({ name }) => {
          const credential = await makePasskey();
          const answer = await call('POST /api/passkeys', { body: { name, credential } });
          if (answer.recoveryCodes) setCodes(answer.recoveryCodes);
          else onDone();
        }}
      />
    </>
  );
}
