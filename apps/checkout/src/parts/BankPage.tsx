import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { kept, keep } from '../kept.ts';
import type { Checkout } from '../use-checkout.ts';
import { money, TITLES } from '../words.ts';
import { Button } from './Button.tsx';
import { GiveUp } from './GiveUp.tsx';
import { TestCards } from './TestCards.tsx';

interface Props {
  checkout: Checkout;
  view: CheckoutView;
  page: NonNullable<CheckoutView['page']>;
}

const [LOWEST, HIGHEST] = [300, 1200];

/** A page of the acquirer's, or of the payer's bank: in a frame, or opened in place of this one. */
export function BankPage({ checkout, view, page }: Props) {
  const state = view.state as 'card' | 'challenge';
  const framed = page.framed && mayHold(page.url);
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(460);

  useEffect(() => {
    if (page.framed && !framed) reloadOnce(page.url);
  }, [page, framed]);

  const { goOn } = checkout;
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frameRef.current?.contentWindow || typeof data !== 'object' || !data) return;
      const { paydesk, height: asked } = data as { paydesk?: string; height?: number };
      // our own page stands in the frame now: whoever was there has sent the shopper back
      if (paydesk === 'returned' && origin === location.origin) void goOn();
      if (paydesk === 'height' && origin === new URL(page.url).origin && Number.isFinite(asked))
        setHeight(Math.min(Math.max(asked!, LOWEST), HIGHEST));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [page, goOn]);

  return (
    <section>
      <h1 id="title" tabIndex={-1}>
        {TITLES[state]}
      </h1>
      {state === 'challenge' && (
        <p class="quiet">Your bank wants to know that it is you who pays.</p>
      )}
      {view.testCards && state === 'card' && <TestCards cards={view.testCards} />}
      {framed ? (
        // another origin, the one that the policy names; it needs scripts and an origin of its own
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          ref={frameRef}
          src={page.url}
          height={height}
          title={state === 'card' ? 'Your card' : 'Your bank'}
          allow="payment; publickey-credentials-get"
        />
      ) : (
        <>
          <p>
            You go to a page of {state === 'card' ? 'the bank that takes the payment' : 'your bank'}
            , and come back here.
          </p>
          <Button onClick={() => location.assign(page.url)}>
            {state === 'card'
              ? `Type the card for ${money(view.amount, view.currency)}`
              : 'Go to your bank'}
          </Button>
        </>
      )}
      <GiveUp checkout={checkout} />
    </section>
  );
}

/** Which origins this document may hold in a frame stands in its head, as the policy has it. */
function mayHold(url: string): boolean {
  const said = document.querySelector<HTMLMetaElement>('meta[name="frame-src"]')?.content ?? '';
  return said.split(' ').includes(new URL(url).origin);
}

/** A policy is a document's for good: another origin wants the page anew, once. */
function reloadOnce(url: string): void {
  const { origin } = new URL(url);
  if (kept<string>('framed') === origin) return;
  keep('framed', origin);
  location.reload();
}
