import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import type { Checkout } from '../use-checkout.ts';
import { money, titleOf } from '../words.ts';
import { Button } from './Button.tsx';
import { Declined } from './Declined.tsx';
import { Framed } from './Framed.tsx';
import { GiveUp } from './GiveUp.tsx';
import { TestCards } from './TestCards.tsx';

interface Props {
  checkout: Checkout;
  view: CheckoutView;
  page: NonNullable<CheckoutView['page']>;
}

/** A page of the acquirer's, or of the payer's bank. */
export function BankPage({ checkout, view, page }: Props) {
  const state = view.state as 'card' | 'challenge';
  return (
    <section>
      <h1 id="title" tabIndex={-1}>
        {titleOf(view)}
      </h1>
      <Declined failure={view.failure} />
      {state === 'challenge' && (
        <p class="quiet">Your bank wants to know that it is you who pays.</p>
      )}
      {view.testCards && state === 'card' && <TestCards cards={view.testCards} />}
      <Framed
        page={page}
        title={state === 'card' ? 'Your card' : 'Your bank'}
        onReturned={() => void checkout.goOn()}
      >
        <p>
          You go to a page of {state === 'card' ? 'the bank that takes the payment' : 'your bank'},
          and come back here.
        </p>
        <Button onClick={() => location.assign(page.url)}>
          {state === 'card'
            ? `Type the card for ${money(view.amount, view.currency)}`
            : 'Go to your bank'}
        </Button>
      </Framed>
      <p class="quiet">
        To change what you typed before, go back on the bank’s page. Cancelling ends the payment for
        good.
      </p>
      <GiveUp checkout={checkout} view={view} />
    </section>
  );
}
