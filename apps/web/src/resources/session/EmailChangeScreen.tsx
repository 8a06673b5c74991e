import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { EmailAnswer } from '@paydesk/contract/kernel/email-change.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { Button } from '../../ui/Button.tsx';
import { Outcome } from './Outcome.tsx';
import classes from './session.module.css';

const LOGIN = 'Go to login page';

/** The links of a change of an address: the new one confirms it, the old one stops it (AM-120). */
export function EmailChangeScreen(): ReactNode {
  const { confirm, stop } = useRouteSearch<'email-change'>();
  if (confirm) return <ByLink key={confirm} link={CONFIRM} token={confirm} />;
  if (stop) return <ByLink key={stop} link={STOP} token={stop} />;
  return (
    <Outcome
      title="Email address"
      tone="error"
      words="This address has no link in it. Please open the whole link from the mail."
      login={LOGIN}
    />
  );
}

type Words = { [outcome in Exclude<EmailAnswer['outcome'], 'DONE'>]: string };

interface Link {
  title: string;
  what: string;
  button: string;
  danger?: boolean;
  run: (body: { token: string }) => Promise<EmailAnswer>;
  done: (email: string) => string;
  words: Words;
  /** What to do next, before signing in. */
  next?: string;
}

const CONFIRM: Link = {
  title: 'Confirm your email address',
  what: 'From then on you sign in with this address, and our emails come to it.',
  button: 'Confirm address',
  run: (body) => call('POST /api/email-changes/confirm', { body }),
  done: (email) => `You sign in with ${email} from now on.`,
  words: {
    USED: 'This address has been confirmed already.',
    EXPIRED: 'This link has expired. Please ask for the change once more.',
    TAKEN: 'This address belongs to somebody else by now. Nothing was changed.',
    VOID: 'This link no longer works: the change was stopped, withdrawn or replaced.',
  },
};

const STOP: Link = {
  title: 'Stop the change of your address',
  what: 'Your address stays, or is put back where the new one has been confirmed. All your sessions end. What your account has added since to sign in with, and the API keys and certificates that it has made, stop working; a mail says which.',
  button: 'Stop this change',
  danger: true,
  run: (body) => call('POST /api/email-changes/stop', { body }),
  done: (email) =>
    `You sign in with ${email}, as before, and all sessions have ended. If you did not ask for the change, choose a new password now.`,
  words: {
    USED: 'This change has been stopped already.',
    EXPIRED: 'This link has expired. If you did not expect the change, tell your administrator.',
    TAKEN: 'Your address belongs to somebody else by now. Please tell your administrator at once.',
    VOID: 'There is nothing left to stop: the change was withdrawn or replaced.',
  },
  next: 'Choose a new password',
};

/** One question, so that nobody who only looks at a mail does it. */
function ByLink({ link, token }: { link: Link; token: string }): ReactNode {
  const router = useRouter();
  const [answer, setAnswer] = useState<EmailAnswer | null>(null);
  if (answer) {
    const done = answer.outcome === 'DONE';
    return (
      <Outcome
        title={link.title}
        tone={done ? 'success' : 'error'}
        words={answer.outcome === 'DONE' ? link.done(answer.email!) : link.words[answer.outcome]}
        login={LOGIN}
      >
        {done && link.next ? (
          <Button
            variant="primary"
            className={classes.next}
            onClick={() => void router.navigate({ href: paths.passwordRecovery() })}
          >
            {link.next}
          </Button>
        ) : null}
      </Outcome>
    );
  }
  return (
    <div className={classes.form}>
      <h1>{link.title}</h1>
      <p>{link.what}</p>
      <FieldsForm
        fields={{}}
        submitLabel={link.button}
        danger={link.danger ?? false}
        wide
        onSubmit={async () => setAnswer(await link.run({ token }))}
      />
    </div>
  );
}
