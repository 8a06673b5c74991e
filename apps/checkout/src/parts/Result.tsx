import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { namedCard } from '@paydesk/contract/kernel/schemes.ts';
import { useEffect, useState } from 'preact/hooks';
import { keep } from '../kept.ts';
import { moment, money, TITLES, titleOf } from '../words.ts';
import { Note } from './Note.tsx';

type State = CheckoutView['state'];

/** Good, under way, or over without a payment: told by a sign too, never by the colour alone. */
const SIGNS: Partial<Record<State, [kind: string, sign: string]>> = {
  paid: ['success', '✓'],
  authorised: ['success', '✓'],
  working: ['info', '…'],
  challenge: ['info', '…'],
  review: ['info', '…'],
};

const LONG_MS = 20_000;

/** How it ended, or what it waits for. */
export function Result({ view, since }: { view: CheckoutView; since: number }) {
  const { state, merchant, returnUrl, receipt } = view;
  const over = state === 'paid' || state === 'authorised';
  // nobody reads a shopper's address out of a tab that has paid
  useEffect(() => {
    if (over) keep(`checkout ${view.id}`, null);
  }, [over, view.id]);
  const [kind, sign] = SIGNS[state] ?? ['ended', '–'];
  return (
    <section class="result">
      <span class={`sign ${kind}`} aria-hidden="true">
        {sign === '…' ? <span class="turning" /> : sign}
      </span>
      <h1 id="title" tabIndex={-1}>
        {titleOf(view)}
      </h1>
      <Words view={view} since={since} />
      {receipt && (
        <dl class="receipt">
          <div>
            <dt>{state === 'authorised' ? 'Held' : 'Paid'}</dt>
            <dd>{money(receipt.amount, view.currency)}</dd>
          </div>
          <div>
            <dt>Card</dt>
            <dd>{namedCard(receipt.card)}</dd>
          </div>
          <div>
            <dt>Date</dt>
            <dd>{moment(receipt.date)}</dd>
          </div>
          <div>
            <dt>Reference</dt>
            {/* as much of its number as the shop's own lists show, and finds it by */}
            <dd class="number" title={receipt.transactionId}>
              {receipt.transactionId.slice(-6)}
            </dd>
          </div>
        </dl>
      )}
      {view.recurring?.pageUrl && (
        <p>
          <a href={view.recurring.pageUrl}>See, pause or cancel your subscription</a>
        </p>
      )}
      {over && view.recurring?.pageUrl === null && (
        <p>You see, pause or cancel your subscription by the link in the mail about it.</p>
      )}
      {merchant.email && (over || view.linkOver) && (
        <p class="quiet">
          Questions? Write to <a href={`mailto:${merchant.email}`}>{merchant.email}</a>.
        </p>
      )}
      {returnUrl && state !== 'working' && (
        <a class={over ? 'main' : 'plain'} href={returnUrl}>
          Back to {merchant.name}
        </a>
      )}
    </section>
  );
}

function Words({ view, since }: { view: CheckoutView; since: number }) {
  const { state, merchant, customer, failure, receipt } = view;
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    const timer = setTimeout(() => setLong(true), Math.max(0, since + LONG_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [since]);
  if (view.linkOver) return <Over view={view} over={view.linkOver} />;
  // of what was marked as paid by hand nothing is sent
  const mail = receipt && customer.email ? ` The receipt goes to ${customer.email}.` : '';
  switch (state) {
    case 'paid':
      return (
        <p>
          {merchant.name} has your payment.{mail}
        </p>
      );
    case 'authorised':
      return (
        <p>
          The amount is held on your card. {merchant.name} takes it when your order is ready; what
          is not taken within seven days is free again.
        </p>
      );
    case 'challenge':
      return (
        <p>
          {view.elsewhere
            ? 'The bank of the card asks for a confirmation in the browser where this payment was begun. Please go on there: this page shows by itself what comes of it. Unless it is confirmed nothing is taken.'
            : 'One moment …'}
        </p>
      );
    case 'working':
      return (
        <>
          <p>We wait for the bank’s answer. Leave this page open: it shows the answer by itself.</p>
          {long && (
            <Note kind="info" alert>
              This takes longer than usual: the bank has not told us yet whether it took the
              payment. Please don’t pay again. We keep asking, and write to{' '}
              {customer.email ?? 'you'} when it is paid.
            </Note>
          )}
        </>
      );
    case 'review':
      return (
        <p>
          Nothing has been taken yet. A person looks at payments like this one; you get an email
          {customer.email && ` at ${customer.email}`} as soon as it is decided. You may close this
          page.
        </p>
      );
    case 'expired':
      return (
        <p>
          It was open for too long, so nothing can be paid here any more, and nothing was taken.
          Please begin again at {merchant.name}.
        </p>
      );
    case 'rejected':
      return (
        <p>
          {failure
            ? `${failure.reason}. ${failure.nextStep}`
            : `Please go back to ${merchant.name}.`}{' '}
          Nothing was taken.
        </p>
      );
    case 'cancelled':
      return <p>Nothing was taken. To buy it after all, begin again at {merchant.name}.</p>;
    case 'declined':
      return <p>{failure && `${failure.reason}. ${failure.nextStep}`} Nothing was taken.</p>;
    default:
      return <p>One moment …</p>;
  }
}

/** Of a link that nothing more is paid by. Whoever reads it may be who has paid. */
function Over({ view, over }: { view: CheckoutView; over: NonNullable<CheckoutView['linkOver']> }) {
  const { merchant, amount, currency, label } = view;
  const date = moment(over.date);
  const what = `${money(amount, currency)}${label ? ` for ${label}` : ''}`;
  switch (over.why) {
    case 'PAID':
      return (
        <p>
          {what} was paid to {merchant.name} on {date}, thank you. The link was for one payment:
          nothing more can be paid by it.
        </p>
      );
    case 'EXPIRED':
      return (
        <p>
          {what} could be paid to {merchant.name} until {date}. Please ask {merchant.name} for a new
          link.
        </p>
      );
    case 'DISABLED':
      return (
        <p>
          {merchant.name} ended it on {date}: {what} can’t be paid by it any more. Please ask{' '}
          {merchant.name} for a new link.
        </p>
      );
  }
}

/** A way in that leads nowhere. */
export function Absent({ kind, words }: { kind: 'nothing' | 'closed'; words: string | null }) {
  return (
    <section class="result">
      <span class="sign ended" aria-hidden="true">
        –
      </span>
      <h1 id="title" tabIndex={-1}>
        {TITLES[kind]}
      </h1>
      <p>
        {kind === 'nothing'
          ? 'The link is wrong or out of date. Please go back to the shop.'
          : (words ?? 'It can’t begin now. Please go back to the shop.')}
        {/* what the server says may be that it was paid */}
        {words ? '' : ' Nothing was taken.'}
      </p>
    </section>
  );
}
