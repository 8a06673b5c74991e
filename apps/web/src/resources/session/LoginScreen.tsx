import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { codeFields, type Fields } from '@paydesk/contract/kernel/fields.ts';
import { loginFields } from '@paydesk/contract/resources/session/login.ts';
import { paths } from '../../paths.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { ApiError, call } from '../../platform/api.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { deviceId } from '../../platform/device-id.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { browserTimeZone } from '../../platform/format.ts';
import { safeRedirect } from '../../platform/guard.ts';
import { notify } from '../../platform/notify.tsx';
import { knowsPasskeys, offerPasskeys, orRefusal, showPasskey } from '../../platform/passkeys.ts';
import { useCall } from '../../platform/query.ts';
import { begin } from '../../platform/session.ts';
import { leaveFor } from '../../platform/sso.ts';
import { getLastEnd, type EndReason } from '../../platform/session-store.ts';
import { useOnce } from '../../platform/useOnce.ts';
import { Button, TextButton } from '../../ui/Button.tsx';
import { IconKey } from '../../ui/icons.ts';
import classes from './session.module.css';

const from = () => ({ timezone: browserTimeZone(), device: deviceId() });

/** For one who was put out and did not leave. */
const ENDED: Partial<Record<EndReason, string>> = {
  expired: 'Your session has expired. Please sign in again.',
  refused: 'Your session has ended. Please sign in again.',
  inactive: 'You were signed out after two hours without activity. Please sign in again.',
};

/** What is asked for: first the password, then, where it was right and there is one, the second factor. */
type Factor = 'passkey' | 'app' | 'recovery';
type Step = 'address' | 'password' | Factor;

/** Asked first where somebody signs in by what their firm has. */
const addressFields = {
  email: { ...loginFields.username, kind: 'email', maxLength: 255 },
} as const satisfies Fields;

const FIELDS: Readonly<Record<Step, Fields>> = {
  address: addressFields,
  password: loginFields,
  passkey: {},
  app: { code: { ...codeFields.code, keys: 'numeric' } },
  recovery: { code: { ...codeFields.code, label: 'Recovery code' } },
};

const WORDS: Readonly<Record<Factor, string>> = {
  passkey: 'Show a passkey of yours: your device asks for your finger, face or PIN.',
  app: 'Enter the code that your authenticator app shows for Paydesk.',
  recovery: 'Enter one of your recovery codes. Each can be used once.',
};

const OTHERWISE: Readonly<Record<Factor, string>> = {
  passkey: 'Use a passkey',
  app: 'Use the authenticator app',
  recovery: 'Use a recovery code',
};

const LABELS: Partial<Record<Step, string>> = { address: 'Continue', passkey: OTHERWISE.passkey };

const isFactor = (step: Step): step is Factor => step !== 'address' && step !== 'password';

/** Which of them the server named, by the field that each is sent in. */
const waysOf = (named: readonly string[]): Factor[] => [
  ...(named.includes('passkey') && knowsPasskeys() ? (['passkey'] as const) : []),
  ...(named.includes('code') ? (['app'] as const) : []),
  'recovery',
];

const AUTOCOMPLETE: Readonly<Record<Step, Readonly<Record<string, string>>>> = {
  address: { email: 'username' },
  password: { username: 'username', password: 'current-password' },
  passkey: {},
  app: { code: 'one-time-code' },
  recovery: {},
};
const AUTOFILLED = 'username webauthn';
const WITH_PASSKEYS: Partial<typeof AUTOCOMPLETE> = {
  address: { email: AUTOFILLED },
  password: { ...AUTOCOMPLETE.password, username: AUTOFILLED },
};

/** AU-01..08, and the second factor's step */
export function LoginScreen(): ReactNode {
  const router = useRouter();
  const { redirectFrom } = useRouteSearch<'login'>();
  // each step, and each new attempt at a code, is a form of its own, which takes the focus
  const [{ step: chosen, attempt }, setStep] = useState<{ step: Step | null; attempt: number }>({
    step: null,
    attempt: 0,
  });
  const { data: sso } = useCall('GET /api/sso');
  const first: Step = sso?.any ? 'address' : 'password';
  const step = chosen ?? first;
  const [ways, setWays] = useState<Factor[]>([]);
  const [person, setPerson] = useState({ username: '', password: '' });
  // whether the address is asked for first is known a moment after one may have begun to type it
  const [typed, setTyped] = useState('');
  const [end] = useState(getLastEnd);
  const ended = end && ENDED[end];
  const goTo = (next: Step) => setStep((last) => ({ step: next, attempt: last.attempt + 1 }));
  const enter = () =>
    router.navigate({ href: safeRedirect(redirectFrom, location.origin), replace: true });

  const byFirm = async ({ email }: Readonly<Record<string, unknown>>) => {
    const asked = String(email);
    const away = await leaveFor(
      (binding) => call('POST /api/sso/begin', { body: { email: asked, binding } }),
      redirectFrom,
    );
    if (away) return;
    setPerson({ username: asked, password: '' });
    goTo('password');
  };

  const submit = async (values: Readonly<Record<string, unknown>>) => {
    if (step === 'address') return byFirm(values);
    const { username, password, code } = { ...person, ...values } as typeof person & {
      code?: string;
    };
    setPerson({ username, password });
    const passkey = step === 'passkey' && (await showPasskey('GET /api/passkeys/sign-in'));
    try {
      const factor = { ...(code && { code }), ...(passkey && { passkey }) };
      const body = { username, password, ...factor, ...from() };
      begin(await call('POST /api/login', { body }), body.timezone);
      await enter();
    } catch (error) {
      const refusal = error instanceof ApiError ? error.answer?.errorCode : undefined;
      if (refusal === 'SECOND_FACTOR_REQUIRED') {
        const all = waysOf((error as ApiError).fieldErrors.map(({ field }) => field));
        setWays(all);
        return goTo(all[0]!);
      }
      if (step === 'password') throw error;
      notify.failure(error);
      if (refusal === 'SECOND_FACTOR_REFUSED') goTo(step);
      // blocked meanwhile, or the password has been changed
      if (refusal === 'UNAUTHORIZED') goTo('password');
    }
  };

  const withPasskey = async (credential: string) => {
    const body = { credential, ...from() };
    begin(await call('POST /api/passkeys/sign-in', { body }), body.timezone);
    await enter();
  };

  return (
    <div
      className={classes.form}
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name === 'username' || name === 'email') setTyped(value);
      }}
    >
      <h1>{isFactor(step) ? 'Two-factor sign-in' : 'Sign in'}</h1>
      {isFactor(step) ? <p>{WORDS[step]}</p> : ended && <p>{ended}</p>}
      <FieldsForm
        key={`${step} ${attempt}`}
        fields={FIELDS[step]}
        initial={{ ...person, ...(typed && { username: typed, email: typed }) }}
        autoComplete={(knowsPasskeys() && WITH_PASSKEYS[step]) || AUTOCOMPLETE[step]}
        submitLabel={LABELS[step] ?? 'Login'}
        wide
        onSubmit={submit}
      />
      {!isFactor(step) ? (
        <>
          {knowsPasskeys() ? <ByPasskey onShown={withPasskey} /> : null}
          {step === 'address' ? (
            <TextButton className={classes.forgot} onClick={() => goTo('password')}>
              Use a password
            </TextButton>
          ) : (
            <AppLink href={paths.passwordRecovery()} className={classes.forgot}>
              Forgot password
            </AppLink>
          )}
        </>
      ) : (
        <div className={classes.links}>
          {ways
            .filter((way) => way !== step)
            .map((way) => (
              <TextButton key={way} onClick={() => goTo(way)}>
                {OTHERWISE[way]}
              </TextButton>
            ))}
          <TextButton onClick={() => goTo('password')}>Back</TextButton>
        </div>
      )}
    </div>
  );
}

/** A passkey in place of address and password: by the button, and among what the browser fills in. */
function ByPasskey({ onShown }: { onShown: (credential: string) => Promise<void> }): ReactNode {
  const [running, once] = useOnce();
  // an offer ends with the one that was taken, whether or not it opened anything
  const [offer, setOffer] = useState(0);
  const enter = (credential: () => Promise<string>) =>
    once(async () => {
      try {
        await onShown(await credential());
        return null;
      } catch (error) {
        setOffer((count) => count + 1);
        throw orRefusal(error);
      }
    });
  return (
    <>
      <Offer
        key={offer}
        onTaken={async (credential) => {
          enter(async () => credential);
        }}
      />
      <Button
        icon={<IconKey size={16} aria-hidden />}
        className={classes.next}
        pending={running !== null}
        onClick={() => enter(() => showPasskey('GET /api/passkeys/sign-in'))}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}

/** Stands as long as the offer does; what is done with what is taken may change meanwhile. */
function Offer({ onTaken }: { onTaken: (credential: string) => Promise<void> }): null {
  const take = useEffectEvent(onTaken);
  useEffect(() => offerPasskeys((credential) => take(credential)), []);
  return null;
}
