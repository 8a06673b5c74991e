import { useEffect, useRef } from 'preact/hooks';
import type { Place } from './address.ts';
import { BankPage } from './parts/BankPage.tsx';
import { Head } from './parts/Head.tsx';
import { Note } from './parts/Note.tsx';
import { Pay } from './parts/Pay.tsx';
import { Absent, Result } from './parts/Result.tsx';
import { Summary } from './parts/Summary.tsx';
import { useCheckout, type Checkout } from './use-checkout.ts';
import { TITLES } from './words.ts';

/** The shopper's page: what is bought beside what is to be done, in whichever state the payment is. */
export function App({ place }: { place: Place }) {
  const checkout = useCheckout(place);
  const { view, absent, cut } = checkout;
  const key = absent ?? view?.state ?? null;
  const title = key && TITLES[key];
  const beforeRef = useRef<string | null>(null);

  useEffect(() => {
    if (!title) return;
    document.title = view ? `${title} · ${view.merchant.name}` : title;
    // a new page within the page: read out, and the keys begin at its head
    if (beforeRef.current && beforeRef.current !== title) {
      document.getElementById('title')?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    beforeRef.current = title;
  }, [title, view]);

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
          <main>{key && <Step checkout={checkout} />}</main>
        </div>
      ) : (
        <main class="alone" aria-busy="true">
          <p class="coming">One moment …</p>
        </main>
      )}
    </>
  );
}

function Step({ checkout }: { checkout: Checkout }) {
  const view = checkout.view!;
  switch (view.state) {
    case 'open':
      return <Pay checkout={checkout} view={view} />;
    case 'declined':
      return view.mayRetry ? (
        <Pay checkout={checkout} view={view} />
      ) : (
        <Result view={view} since={checkout.since} />
      );
    case 'card':
    case 'challenge':
      return view.page ? (
        <BankPage key={view.page.url} checkout={checkout} view={view} page={view.page} />
      ) : (
        <Result view={view} since={checkout.since} />
      );
    default:
      return <Result view={view} since={checkout.since} />;
  }
}
