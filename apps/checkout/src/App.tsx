import { isUnderWay } from '@paydesk/contract/lending.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Place } from './address.ts';
import { kept } from './kept.ts';
import { Apply } from './loan/Apply.tsx';
import { Elsewhere } from './loan/Elsewhere.tsx';
import { LoanSteps } from './loan/LoanSteps.tsx';
import { useLoan, type Borrowing } from './loan/use-loan.ts';
import { LOAN_TITLES, screenOf } from './loan/words.ts';
import { BankPage } from './parts/BankPage.tsx';
import { Head } from './parts/Head.tsx';
import { Note } from './parts/Note.tsx';
import { Pay } from './parts/Pay.tsx';
import { Absent, Result } from './parts/Result.tsx';
import { Summary } from './parts/Summary.tsx';
import { useCheckout, type Checkout } from './use-checkout.ts';
import { TITLES, titleOf } from './words.ts';

/** The shopper's page: what is bought beside what is to be done, in whichever state the payment is. */
export function App({ place }: { place: Exclude<Place, { loan: string }> }) {
  const checkout = useCheckout(place);
  return <Page checkout={checkout} borrowing={useLoan(checkout)} />;
}

/** What stands on it, whoever says so: the server, or the console that shows what a shopper will see. */
export function Page({ checkout, borrowing }: { checkout: Checkout; borrowing: Borrowing }) {
  const { view, absent } = checkout;
  const cut = checkout.cut || borrowing.cut;
  const key = absent ?? view?.state ?? null;
  const loan = absent ? null : loanScreenOf(checkout, borrowing);
  const title = loan
    ? LOAN_TITLES[loan]
    : absent || !view
      ? absent && TITLES[absent]
      : titleOf(view);
  const beforeRef = useRef<string | null>(null);
  // in place of the document before, for the sake of a frame: to its reader the page is the next one of the same
  const [anew] = useState(() => kept('framed') !== null);

  // another page of the bank's is another page, though it is called the same: a second card that was declined
  const page = view?.page?.url ?? '';

  useEffect(() => {
    if (!title) return;
    document.title = view ? `${title} · ${view.merchant.name}` : title;
    // a new page within the page: read out, and the keys begin at its head
    const now = `${title} ${page}`;
    if (beforeRef.current ? beforeRef.current !== now : anew) {
      document.getElementById('title')?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    beforeRef.current = now;
  }, [title, page, view, anew]);

  return (
    <>
      <output class="aside-words">{title}</output>
      {cut && (
        <Note kind="warning" alert>
          {navigator.onLine
            ? 'We can’t be reached at the moment.'
            : 'You are offline at the moment.'}{' '}
          Nothing of what you typed is lost, and nothing is paid twice: this page tries again by
          itself.
        </Note>
      )}
      {absent ? (
        <main class="alone">
          <Absent kind={absent} words={checkout.words} />
        </main>
      ) : view ? (
        <div class="sheet">
          <Head merchant={view.merchant} />
          <Summary view={view} />
          <main>{key && <Step checkout={checkout} borrowing={borrowing} />}</main>
        </div>
      ) : (
        <main class="alone" aria-busy="true">
          <p class="coming">One moment …</p>
        </main>
      )}
    </>
  );
}

/** Which of a loan's pages it is at; null: at none, what is paid is paid by card. */
function loanScreenOf({ view }: Checkout, { loan, answered, applying, left }: Borrowing) {
  if (!view) return null;
  // nothing is told of it here
  if (!loan && answered && view.loan && isUnderWay(view.loan.status)) return 'elsewhere';
  const payable = view.state === 'open' || (view.state === 'declined' && view.mayRetry);
  if (loan && loan.status !== 'FAILED') return screenOf(loan);
  if (loan && loan.id !== left && !BY_CARD.includes(view.state)) return screenOf(loan);
  return applying && payable && view.means.includes('CONSUMER_CREDIT') ? 'apply' : null;
}

/** Somebody pays by card after a loan that came to nothing. */
const BY_CARD = ['card', 'challenge', 'working', 'review', 'authorised', 'paid'];

function Step({ checkout, borrowing }: { checkout: Checkout; borrowing: Borrowing }) {
  const view = checkout.view!;
  const screen = loanScreenOf(checkout, borrowing);
  if (screen === 'apply') return borrowing.data && <Apply view={view} borrowing={borrowing} />;
  if (screen === 'elsewhere') return <Elsewhere />;
  if (screen) return <LoanSteps view={view} borrowing={borrowing} loan={borrowing.loan!} />;
  // a loan is on its way here: nothing else is offered for a moment
  if (view.loan && view.loan.status !== 'FAILED' && !borrowing.loan && !borrowing.answered)
    return <p class="coming">One moment …</p>;
  switch (view.state) {
    case 'open':
      return <Pay checkout={checkout} view={view} borrowing={borrowing} />;
    case 'declined':
      return view.mayRetry ? (
        <Pay checkout={checkout} view={view} borrowing={borrowing} />
      ) : (
        <Result view={view} since={checkout.since} />
      );
    case 'card':
    case 'challenge':
      if (view.page)
        return <BankPage key={view.page.url} checkout={checkout} view={view} page={view.page} />;
      // whoever says here that they pay begins anew
      return view.elsewhere && view.state === 'card' ? (
        <Pay checkout={checkout} view={view} borrowing={borrowing} />
      ) : (
        <Result view={view} since={checkout.since} />
      );
    default:
      return <Result view={view} since={checkout.since} />;
  }
}
