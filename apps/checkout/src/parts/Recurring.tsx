import { formatDate } from '@paydesk/contract/kernel/instants.ts';
import { expiryWords } from '@paydesk/contract/kernel/cards.ts';
import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { recurringPage, Refused } from '../api.ts';
import { money } from '../words.ts';
import { Button } from './Button.tsx';
import { Head } from './Head.tsx';
import { NewCard } from './NewCard.tsx';
import { Note } from './Note.tsx';
import { stateWords, wantsCard } from './recurring-words.ts';

type Doing = 'pause' | 'resume' | 'cancel' | 'card' | 'card/continue';

/** How often a page asks by itself while somebody else is at work. */
const PAUSE_MS = 2000;

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
  const [later, setLater] = useState(false);
  const questionRef = useRef<HTMLHeadingElement>(null);

  const run = useCallback(
    async (doing: Doing | null) => {
      setBusy(doing);
      setProblem(null);
      try {
        setView(await recurringPage(token, doing));
        setAsking(false);
        if (location.hash) history.replaceState(null, '', location.pathname + location.search);
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
  useEffect(() => void run(location.hash === '#returned' ? 'card/continue' : null), [run]);
  const state = view?.newCard?.state;
  // what stood here is gone: who listens is told of the page again
  useEffect(() => {
    if (state === 'done' || state === 'failed') document.getElementById('title')?.focus();
  }, [state]);
  const working = state === 'working';
  useEffect(() => {
    if (!working) return undefined;
    const timer = setInterval(() => {
      recurringPage(token, 'card/continue').then(setView, () => {});
    }, PAUSE_MS);
    return () => clearInterval(timer);
  }, [working, token]);
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
          <p>
            This link doesn’t belong to a subscription. Please use the one in your latest receipt.
          </p>
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
  const { merchant, currency, charges, status, newCard } = view;
  const isOver = status === 'CANCELLED' || status === 'EXPIRED';
  if (newCard && newCard.state !== 'done' && newCard.state !== 'failed' && !later)
    return (
      <NewCard
        view={view}
        newCard={newCard}
        problem={problem}
        busy={busy !== null}
        onAsk={() => void run('card')}
        onReturned={() => void run('card/continue')}
        onLeave={() => setLater(true)}
      />
    );
  return (
    <div class="sheet one">
      <Head merchant={merchant} />
      <main class="recurring">
        <section class="result">
          <h1 id="title" tabIndex={-1}>
            {TITLES[status]}
          </h1>
          <p>
            {view.what ? `${view.what}, from ` : 'From '}
            {merchant.name}.
          </p>
          <p>{stateWords(view)}</p>
          {newCard?.state === 'done' && (
            <Note kind="info" alert>
              Your new card ending in {view.card} is charged from now on. Nothing was taken for it.
            </Note>
          )}
          {newCard?.state === 'failed' && (
            <Note kind="error" alert>
              The new card was not accepted{newCard.reason ? `: ${newCard.reason}` : ''}. Nothing
              has changed.
            </Note>
          )}
          {view.cardOver && (
            <Note kind="warning">
              Your card ending in {view.card} expires before the next charge. Please enter a new
              one.
            </Note>
          )}
          {view.unpaid > 0 && !isOver && (
            <Note kind="warning">
              {view.unpaid === 1 ? 'One charge is' : `${view.unpaid} charges are`} not paid.{' '}
              {merchant.name} decides whether to try again; it isn’t charged automatically.
            </Note>
          )}
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
                <dd>
                  •••• {view.card}
                  {view.cardExpires && `, until ${expiryWords(view.cardExpires)}`}
                </dd>
              </div>
            )}
          </dl>
          {asking ? (
            <section aria-labelledby="question">
              <h2 id="question" ref={questionRef} tabIndex={-1}>
                Cancel for good?
              </h2>
              <p>
                No more payments will be taken. To start again you would have to agree to it at{' '}
                {merchant.name}. Earlier payments aren’t refunded by this.
              </p>
              <Button busy={busy === 'cancel'} onClick={() => void run('cancel')}>
                Cancel for good
              </Button>
              <Button plain onClick={() => setAsking(false)}>
                Keep it
              </Button>
            </section>
          ) : (
            <div class="choices">
              {view.mayChangeCard && (
                <Button
                  busy={busy === 'card'}
                  plain={!wantsCard(view)}
                  onClick={() => {
                    setLater(false);
                    void run('card');
                  }}
                >
                  {wantsCard(view) ? 'Enter a new card' : 'Use another card'}
                </Button>
              )}
              {view.mayResume && (
                <Button busy={busy === 'resume'} onClick={() => void run('resume')}>
                  Resume
                </Button>
              )}
              {view.mayPause && (
                <Button plain busy={busy === 'pause'} onClick={() => void run('pause')}>
                  Pause
                </Button>
              )}
              {view.mayCancel && (
                <Button plain onClick={() => setAsking(true)}>
                  Cancel the subscription
                </Button>
              )}
            </div>
          )}
          {charges.length > 0 && (
            <>
              <h2>Charges</h2>
              <dl class="receipt">
                {charges.map(({ day, amount, status: how }) => (
                  <div key={day}>
                    <dt>{dayOf(`${day}T12:00`)}</dt>
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
    </div>
  );
}

/** Of a day of the calendar, its noon here: it is the same one everywhere. */
const dayOf = (text: string) => formatDate(new Date(text));
