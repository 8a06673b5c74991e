import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';
import { useEffect, useRef } from 'preact/hooks';
import { money } from '../words.ts';
import { Button } from './Button.tsx';
import { Framed } from './Framed.tsx';
import { Head } from './Head.tsx';
import { Note } from './Note.tsx';
import { TestCards } from './TestCards.tsx';

interface Props {
  view: RecurringPage;
  newCard: NonNullable<RecurringPage['newCard']>;
  problem: string | null;
  busy: boolean;
  onAsk: () => void;
  onReturned: () => void;
  onLeave: () => void;
}

/** The acquirer's page for another card, then the one of the payer's bank. */
export function NewCard({ view, newCard, problem, busy, onAsk, onReturned, onLeave }: Props) {
  const { state, page } = newCard;
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => titleRef.current?.focus(), [state]);
  const amount = money(view.amount, view.currency);
  return (
    <div class="sheet one">
      <Head merchant={view.merchant} />
      <main class="recurring">
        <section class="result" aria-busy={state === 'working'}>
          <h1 id="title" tabIndex={-1} ref={titleRef}>
            {TITLES[state as keyof typeof TITLES]}
          </h1>
          <p>
            {state === 'working'
              ? 'One moment: your bank is asked.'
              : `For ${amount} ${view.every} at ${view.merchant.name}. Your bank is asked to confirm ${amount}, and lets go of it at once: nothing is taken now.`}
          </p>
          {problem && (
            <Note kind="error" alert>
              {problem}
            </Note>
          )}
          {view.testCards && state === 'card' && <TestCards cards={view.testCards} />}
          {page ? (
            <Framed
              page={page}
              title={state === 'card' ? 'Your card' : 'Your bank'}
              onReturned={onReturned}
            >
              <p>
                You go to a page of{' '}
                {state === 'card' ? 'the bank that takes the payment' : 'your bank'}, and come back
                here.
              </p>
              <Button onClick={() => location.assign(page.url)}>
                {state === 'card' ? 'Type the new card' : 'Go to your bank'}
              </Button>
            </Framed>
          ) : (
            state === 'card' && (
              <Button busy={busy} onClick={onAsk}>
                Open the page for the card
              </Button>
            )
          )}
          {state !== 'working' && (
            <Button plain onClick={onLeave}>
              {view.card ? `Keep the card ending in ${view.card}` : 'Back'}
            </Button>
          )}
        </section>
      </main>
    </div>
  );
}

const TITLES = {
  card: 'Your new card',
  challenge: 'Confirm it at your bank',
  working: 'Your new card',
} as const;
