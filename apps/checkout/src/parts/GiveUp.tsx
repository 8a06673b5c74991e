import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Checkout } from '../use-checkout.ts';
import { Button } from './Button.tsx';

/**
 * The one way out without paying, which says where it leads, and asks first: an order that is given up can't be paid
 * any more.
 */
export function GiveUp({ checkout, view }: { checkout: Checkout; view: CheckoutView }) {
  const [asked, setAsked] = useState(false);
  const questionRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (asked) questionRef.current?.focus();
  }, [asked]);
  if (!asked)
    return (
      <Button plain onClick={() => setAsked(true)}>
        Cancel this payment{view.cancelReturns && ` and return to ${view.merchant.name}`}
      </Button>
    );
  return (
    <div class="question">
      <p ref={questionRef} tabIndex={-1}>
        Give up this payment? Nothing has been taken from you.
      </p>
      <Button
        plain
        busy={checkout.busy === 'cancelling'}
        onClick={() => {
          void checkout.cancel().then((now) => {
            if (now?.state === 'cancelled' && now.returnUrl) location.assign(now.returnUrl);
          });
        }}
      >
        Yes, give it up
      </Button>
      <Button plain onClick={() => setAsked(false)}>
        No, go on paying
      </Button>
    </div>
  );
}
