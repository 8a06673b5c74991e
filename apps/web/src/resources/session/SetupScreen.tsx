import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { firstAdministratorFields, setupWords } from '@paydesk/contract/resources/session/setup.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { deviceId } from '../../platform/device-id.ts';
import { browserTimeZone } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { begin, refreshMe } from '../../platform/session.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Outcome } from './Outcome.tsx';
import classes from './session.module.css';
import { SetUpSecondFactor, type Begun } from './SetUpSecondFactor.tsx';

const TITLE = 'Set up Paydesk';
const LOGIN = 'Go to login page';

/** An installation that nobody can sign in to yet: the first administrator, and their second factor. */
export function SetupScreen({ Rest }: { Rest: ComponentType<{ onDone: () => void }> }): ReactNode {
  const { token } = useRouteSearch<'setup'>();
  const client = useQueryClient();
  const router = useRouter();
  const { data } = useCall('GET /api/setup');
  const [begun, setBegun] = useState<Begun | null>(null);
  const [over, setOver] = useState(false);
  const [signedIn, setSignedIn] = useState(false);
  if (signedIn)
    return (
      <Suspense fallback={<h1>{TITLE}</h1>}>
        <Rest onDone={() => void router.navigate({ href: paths.home(), replace: true })} />
      </Suspense>
    );
  if (begun)
    return (
      <div className={classes.form}>
        <h1>Two-factor sign-in</h1>
        <p>Step 2 of 4: whoever administers Paydesk signs in by password and app.</p>
        <SetUpSecondFactor
          begun={begun}
          onDone={() => void refreshMe(client).then(() => setSignedIn(true))}
        />
      </div>
    );
  if (!data) return <h1>{TITLE}</h1>;
  if (!data.open)
    return <Outcome title={TITLE} tone="success" words={setupWords.done} login={LOGIN} />;
  if (over) return <Outcome title={TITLE} tone="error" words={setupWords.over} login={LOGIN} />;
  if (!token)
    return (
      <Outcome
        title={TITLE}
        tone="error"
        words="Please open the link that Paydesk printed when it started: it holds the right to set it up."
        login={LOGIN}
      />
    );
  return (
    <div className={classes.form}>
      <h1>{TITLE}</h1>
      <p>Step 1 of 4: the first administrator. Everybody else is invited from within.</p>
      <NewPasswordForm
        fields={firstAdministratorFields}
        submitLabel="Create administrator"
        alone
        onSubmit={async ({ firstName, lastName, email, newPassword }) => {
          const timezone = browserTimeZone();
          const person = { firstName, lastName, email, newPassword };
          const body = { ...person, token, timezone, device: deviceId() };
          const login = await call('POST /api/setup', { body });
          if (!login) return setOver(true);
          begin(login, timezone);
          const password = { password: newPassword };
          setBegun(await call('POST /api/users/me/second-factor', { body: password }));
        }}
      />
    </div>
  );
}
