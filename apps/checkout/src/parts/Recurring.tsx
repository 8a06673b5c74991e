import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { recurringPage, Refused } from '../api.ts';
import { money } from '../words.ts';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';

type Doing = 'pause' | 'resume' | 'cancel';

const TITLES: Record<RecurringPage['status'], string> = {
  ACTIVE: 'Your subscription',
  SUSPENDED: 'Your subscription is paused',
  CANCELLED: 'Your subscription has ended',
  EXPIRED: 'Your subscription has ended',
};

/** What is taken again and again: what, when next, what was; and the buttons to stop it (AM-122). */
export function Recurring({ token }: { token: string }) {
  const [view, setView] = useState<RecurringPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [absent, setAbsent] = useState(false);
  const [busy, setBusy] = useState<Doing | null>(null);
  const [asking, setAsking] = useState(false);
  const questionRef = useRef<HTMLHeadingElement>(null);

  const run = useCallback(
    async (doing: Doing | null) => {
      setBusy(doing);
      setProblem(null);
      try {
        setView(await recurringPage(token, doing));
        setAsking(false);
        if (doing) document.getElementById('title')?.focus();
      } catch (error) {
        if (error instanceof Refused && error.status === 404) setAbsent(true);
        else if (error instanceof Refused) setProblem(error.errors[0]?.message ?? error.message);
        else setProblem('We can’t be reached at the moment. Please try again.');
      } finally {
        setBusy(null);
      }
    },
    [token],
  );
  useEffect(() => void run(null), [run]);
  useEffect(() => {
    if (asking) questionRef.current?.focus();
  }, [asking]);
  useEffect(() => {
    if (view) document.title = `${TITLES[view.status]} · ${view.merchant.name}`;
  }, [view]);

  if (absent)
    return (
      <main class="alone">
        <section class="result">
          <h1 id="title">There is nothing here</h1>
          <p>This link belongs to no subscription. Please look for the newest receipt.</p>
        </section>
      </main>
    );
  if (!view)
    return (
      <main class="alone" aria-busy={!problem}>
        {problem ? (
          <section class="result">
            <Note kind="error" alert>
              {problem}
            </Note>
            <Button onClick={() => void run(null)}>Try again</Button>
          </section>
        ) : (
          <p class="coming">One moment …</p>
        )}
      </main>
    );
  const { merchant, currency, charges, status } = view;
  return (
    <main class="alone recurring">
      <section class="result">
        <h1 id="title" tabIndex={-1}>
          {TITLES[status]}
        </h1>
        <p>
          {view.what ? `${view.what}, from ` : 'From '}
          {merchant.name}.
        </p>
        <p>{stateWords(view)}</p>
        {problem && (
          <Note kind="error" alert>
            {problem}
          </Note>
        )}
        <dl class="receipt">
          <div>
            <dt>Amount</dt>
            <dd>
              {money(view.amount, currency)} {view.every}
            </dd>
          </div>
          {view.nextChargeAt && (
            <div>
              <dt>Next charge</dt>
              <dd>{dayOf(view.nextChargeAt)}</dd>
            </div>
          )}
          {view.card && (
            <div>
              <dt>Card</dt>
              <dd>•••• {view.card}</dd>
            </div>
          )}
        </dl>
        {asking ? (
          <section aria-labelledby="question">
            <h2 id="question" ref={questionRef} tabIndex={-1}>
              Cancel for good?
            </h2>
            <p>
              Nothing is taken any more. To begin again you would have to agree anew at{' '}
              {merchant.name}. What was paid stays paid.
            </p>
            <Button busy={busy === 'cancel'} onClick={() => void run('cancel')}>
              Cancel for good
            </Button>
            <Button plain onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </section>
        ) : (
          <>
            {view.mayResume && (
              <Button busy={busy === 'resume'} onClick={() => void run('resume')}>
                Resume
              </Button>
            )}
            {view.mayPause && (
              <Button busy={busy === 'pause'} onClick={() => void run('pause')}>
                Pause
              </Button>
            )}
            {view.mayCancel && (
              <Button plain onClick={() => setAsking(true)}>
                Cancel the subscription
              </Button>
            )}
          </>
        )}
        {charges.length > 0 && (
          <>
            <h2>What was charged</h2>
            <dl class="receipt">
              {charges.map(({ day, amount, status: how }) => (
                <div key={day}>
                  <dt>{dayOf(day)}</dt>
                  <dd>
                    {money(amount, currency)} · {how}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {view.consent && (
          <details>
            <summary>What you agreed to</summary>
            <p>{view.consent}</p>
          </details>
        )}
        {merchant.email && (
          <p class="quiet">
            Questions? Write to <a href={`mailto:${merchant.email}`}>{merchant.email}</a>.
          </p>
        )}
      </section>
    </main>
  );
}

function stateWords({ status, suspendReason, merchant }: RecurringPage): string {
  if (status === 'ACTIVE') return 'It goes on until you cancel.';
  if (status !== 'SUSPENDED') return 'Nothing is taken any more.';
  switch (suspendReason) {
    case 'PAUSED_BY_CUSTOMER':
      return 'You paused it: nothing is taken until you resume it.';
    case 'PAUSED_BY_MERCHANT':
      return `${merchant.name} paused it: nothing is taken at the moment.`;
    default:
      return `Your card was declined, so nothing is taken any more. Please write to ${merchant.name} to begin again with another card.`;
  }
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const dayOf = (text: string) => DAY.format(new Date(text));
