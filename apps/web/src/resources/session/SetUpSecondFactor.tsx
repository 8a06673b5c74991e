import { Suspense, useState } from 'react';
import { codeFields, passwordFields } from '@paydesk/contract/kernel/fields.ts';
import { call } from '../../platform/api.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './session.module.css';
import { late } from '../../platform/late.tsx';

const QrCode = late(() => import('../../ui/QrCode.tsx'));

/** What the app is to be told, once the password was right. */
export interface Begun {
  uri: string;
  secret: string;
}

interface Props {
  /** Where the password has just been given. */
  begun?: Begun;
  onCancel?: () => void;
  /** On, and its recovery codes kept. */
  onDone: () => void;
}

/** Password, authenticator app, recovery codes: the three steps, in a dialog or on a page of their own. */
export function SetUpSecondFactor({ begun: given, onCancel, onDone }: Props) {
  const [begun, setBegun] = useState<Begun | null>(given ?? null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!begun)
    return (
      <FieldsForm
        key="password"
        onCancel={onCancel}
        fields={passwordFields}
        autoComplete={{ password: 'current-password' }}
        submitLabel="Continue"
        onSubmit={async ({ password }) =>
          setBegun(await call('POST /api/users/me/second-factor', { body: { password } }))
        }
      />
    );
  return (
    <div className={classes.steps}>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <div className={classes.scan}>
        <Suspense fallback={<div className={classes.qrPlace} />}>
          <QrCode text={begun.uri} label="QR code for the authenticator app" />
        </Suspense>
        <div>
          <p>No camera? Enter this key in the app:</p>
          <p className={classes.secret}>
            <code>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={begun.secret} label="Copy key" />
          </p>
        </div>
      </div>
      <FieldsForm
        key="code"
        onCancel={onCancel}
        fields={codeFields}
        autoComplete={{ code: 'one-time-code' }}
        submitLabel="Turn on"
        onSubmit={async ({ code }) => {
          const body = { code };
          const answer = await call('POST /api/users/me/second-factor/confirm', { body });
          setCodes(answer.recoveryCodes);
        }}
      />
    </div>
  );
}
