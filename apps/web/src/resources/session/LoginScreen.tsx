import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { codeFields, type Fields } from '@paydesk/contract/kernel/fields.ts';
import { loginFields } from '@paydesk/contract/resources/session/login.ts';
import { paths } from '../../paths.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { ApiError } from '../../platform/api.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { safeRedirect } from '../../platform/guard.ts';
import { notify } from '../../platform/notify.tsx';
import { signIn } from '../../platform/session.ts';
import { getLastEnd, type EndReason } from '../../platform/session-store.ts';
import { TextButton } from '../../ui/Button.tsx';
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
  app: { code: { ...codeFields.code, keys: 'numeric' } },
  recovery: { code: { ...codeFields.code, label: 'Recovery code' } },
};

const WORDS: Readonly<Record<Exclude<Step, 'password'>, string>> = {
  app: 'Enter the code that your authenticator app shows for Paydesk.',
  recovery: 'Enter one of your recovery codes. Each can be used once.',
};

const AUTOCOMPLETE: Readonly<Record<Step, Readonly<Record<string, string>>>> = {
  password: { username: 'username', password: 'current-password' },
  app: { code: 'one-time-code' },
  recovery: {},
};

/** AU-01..08, and the second factor's step */
export function LoginScreen(): ReactNode {
  const router = useRouter();
  const { redirectFrom } = useRouteSearch<'login'>();
  // each step, and each new attempt at a code, is a form of its own, which takes the focus
  const [{ step, attempt }, setStep] = useState<{ step: Step; attempt: number }>({
    step: 'password',
    attempt: 0,
  });
  const [person, setPerson] = useState({ username: '', password: '' });
  const [end] = useState(getLastEnd);
  const ended = end && ENDED[end];
  const goTo = (next: Step) => setStep((last) => ({ step: next, attempt: last.attempt + 1 }));

  const submit = async (values: Readonly<Record<string, unknown>>) => {
    const { username, password, code } = { ...person, ...values } as typeof person & {
      code?: string;
    };
    setPerson({ username, password });
    try {
      await signIn(username, password, code);
      await router.navigate({ href: safeRedirect(redirectFrom, location.origin), replace: true });
    } catch (error) {
      const refusal = error instanceof ApiError ? error.answer?.errorCode : undefined;
      if (refusal === 'SECOND_FACTOR_REQUIRED') return goTo('app');
      if (step === 'password') throw error;
      notify.failure(error);
      if (refusal === 'SECOND_FACTOR_REFUSED') goTo(step);
      // blocked meanwhile, or the password has been changed
      if (refusal === 'UNAUTHORIZED') goTo('password');
    }
  };

  return (
    <div className={classes.form}>
      <h1>{step === 'password' ? 'Sign in' : 'Two-factor sign-in'}</h1>
      {step === 'password' ? ended && <p>{ended}</p> : <p>{WORDS[step]}</p>}
      <FieldsForm
        key={`${step} ${attempt}`}
        fields={FIELDS[step]}
        initial={person}
        autoComplete={AUTOCOMPLETE[step]}
        submitLabel="Login"
        wide
        onSubmit={submit}
      />
      {step === 'password' ? (
        <AppLink href={paths.passwordRecovery()} className={classes.forgot}>
          Forgot password
        </AppLink>
      ) : (
        <div className={classes.links}>
          <TextButton onClick={() => goTo(step === 'app' ? 'recovery' : 'app')}>
            {step === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
          </TextButton>
          <TextButton onClick={() => goTo('password')}>Back</TextButton>
        </div>
      )}
    </div>
  );
}
