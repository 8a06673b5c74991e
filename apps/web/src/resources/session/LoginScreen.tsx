import { useRouter, useSearch } from '@tanstack/react-router';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { checkFields, codeFields, type Fields } from '@paydesk/contract/kernel/fields.ts';
import type { ErrorCode } from '@paydesk/contract/kernel/errors.ts';
import { loginFields } from '@paydesk/contract/resources/session/login.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { safeRedirect } from '../../platform/guard.ts';
import { notify } from '../../platform/notify.tsx';
import { signIn } from '../../platform/session.ts';
import { getLastEnd, type EndReason } from '../../platform/session-store.ts';
import classes from './session.module.css';

/** For one who was put out and did not leave. */
const ENDED: Partial<Record<EndReason, string>> = {
  expired: 'Your session has expired. Please sign in again.',
  refused: 'Your session has ended. Please sign in again.',
  inactive: 'You were signed out after two hours without activity. Please sign in again.',
};

/** What is asked for: first the password, then, where it was right and there is one, the second factor. */
type Step = 'password' | 'app' | 'recovery';

const FIELDS: Readonly<Record<Step, Fields>> = {
  password: loginFields,
  app: codeFields,
  recovery: { code: { ...codeFields.code, label: 'Recovery code' } },
};

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  username: 'username',
  password: 'current-password',
};

const EMPTY = { username: '', password: '', code: '' };
type Name = keyof typeof EMPTY;

const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError ? error.answer?.errorCode : undefined;

/** AU-01..08, and the second factor's step */
export function LoginScreen(): ReactNode {
  const id = useId();
  const router = useRouter();
  const { redirectFrom } = useSearch({ strict: false }) as { redirectFrom?: string };
  const form = useRef<HTMLFormElement>(null);
  const [step, setStep] = useState<Step>('password');
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [pending, setPending] = useState(false);
  const [end] = useState(getLastEnd);
  const ended = end && ENDED[end];
  const fields = FIELDS[step];

  const focus = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const goTo = (next: Step) => {
    setStep(next);
    setErrors({});
    setValues((before) => ({ ...before, code: '' }));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const found = checkFields(fields, values);
    setErrors(found);
    const first = Object.keys(fields).find((name) => found[name]);
    if (first) {
      focus(first);
      return;
    }
    setPending(true);
    notify.clear();
    try {
      const code = step === 'password' ? undefined : values.code.trim();
      await signIn(values.username.trim(), values.password, code);
      await router.navigate({ href: safeRedirect(redirectFrom, location.origin), replace: true });
    } catch (error) {
      const refusal = codeOf(error);
      if (refusal === 'SECOND_FACTOR_REQUIRED') goTo('app');
      else notify.failure(error);
      if (refusal === 'SECOND_FACTOR_REFUSED') {
        setValues((before) => ({ ...before, code: '' }));
        focus('code');
      }
      // blocked meanwhile, or the password has been changed
      if (refusal === 'UNAUTHORIZED' && step !== 'password') goTo('password');
    } finally {
      setPending(false);
    }
  };

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>{step === 'password' ? 'Sign in' : 'Two-factor sign-in'}</h1>
      {ended && step === 'password' && <p>{ended}</p>}
      {step === 'app' && <p>Enter the code that your authenticator app shows for Paydesk.</p>}
      {step === 'recovery' && <p>Enter one of your recovery codes. Each can be used once.</p>}
      {Object.entries(fields).map(([name, { label, kind }], at) => {
        const error = errors[name];
        return (
          // a new step is a new field, which takes the focus
          <div key={`${step}-${name}`} className={classes.field}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              name={name}
              type={kind === 'password' ? 'password' : 'text'}
              inputMode={name === 'username' ? 'email' : step === 'app' ? 'numeric' : undefined}
              autoComplete={AUTOCOMPLETE[name] ?? (step === 'app' ? 'one-time-code' : 'off')}
              autoCapitalize="none"
              spellCheck={false}
              // the one thing to do on this page
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={at === 0}
              aria-required
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-${name}-error` : undefined}
              value={values[name as Name]}
              onChange={({ currentTarget: { value } }) => {
                setValues((before) => ({ ...before, [name]: value }));
                setErrors((before) => ({ ...before, [name]: undefined }));
              }}
            />
            {error && (
              <p id={`${id}-${name}-error`} className={classes.error}>
                {error}
              </p>
            )}
          </div>
        );
      })}
      <button
        type="submit"
        className={classes.submit}
        aria-disabled={pending}
        data-pending={pending}
      >
        Login
      </button>
      {step === 'password' ? (
        <AppLink href={paths.passwordRecovery()} className={classes.forgot}>
          Forgot password
        </AppLink>
      ) : (
        <div className={classes.links}>
          <button
            type="button"
            className={classes.link}
            onClick={() => goTo(step === 'app' ? 'recovery' : 'app')}
          >
            {step === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
          </button>
          <button type="button" className={classes.link} onClick={() => goTo('password')}>
            Back
          </button>
        </div>
      )}
    </form>
  );
}
