import { useRouter, useSearch } from '@tanstack/react-router';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { checkFields } from '@paydesk/contract/kernel/fields.ts';
import { loginFields } from '@paydesk/contract/resources/session/login.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { safeRedirect } from '../../platform/guard.ts';
import { notify } from '../../platform/notify.tsx';
import { signIn } from '../../platform/session.ts';
import { getLastEnd, type EndReason } from '../../platform/session-store.ts';
import classes from './session.module.css';

type LoginField = keyof typeof loginFields;

/** For one who was put out and did not leave. */
const ENDED: Partial<Record<EndReason, string>> = {
  expired: 'Your session has expired. Please sign in again.',
  refused: 'Your session has ended. Please sign in again.',
  inactive: 'You were signed out after two hours without activity. Please sign in again.',
};

const AUTOCOMPLETE = { username: 'username', password: 'current-password' } as const;

/** AU-01..08 */
export function LoginScreen(): ReactNode {
  const id = useId();
  const router = useRouter();
  const { redirectFrom } = useSearch({ strict: false }) as { redirectFrom?: string };
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ username: '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<LoginField, string>>>({});
  const [pending, setPending] = useState(false);
  const [end] = useState(getLastEnd);
  const ended = end && ENDED[end];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const found: Partial<Record<LoginField, string>> = checkFields(loginFields, values);
    setErrors(found);
    const first = (Object.keys(loginFields) as LoginField[]).find((name) => found[name]);
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setPending(true);
    notify.clear();
    try {
      await signIn(values.username.trim(), values.password);
      await router.navigate({ href: safeRedirect(redirectFrom, location.origin), replace: true });
    } catch (error) {
      notify.failure(error);
    } finally {
      setPending(false);
    }
  };

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>Sign in</h1>
      {ended && <p>{ended}</p>}
      {(Object.keys(loginFields) as LoginField[]).map((name) => {
        const { label, kind } = loginFields[name];
        const error = errors[name];
        return (
          <div key={name} className={classes.field}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              name={name}
              type={kind === 'password' ? 'password' : 'text'}
              inputMode={kind === 'password' ? undefined : 'email'}
              autoComplete={AUTOCOMPLETE[name]}
              autoCapitalize="none"
              spellCheck={false}
              // the one thing to do on this page
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={name === 'username'}
              aria-required
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-${name}-error` : undefined}
              value={values[name]}
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
      <AppLink href={paths.passwordRecovery()} className={classes.forgot}>
        Forgot password
      </AppLink>
    </form>
  );
}
