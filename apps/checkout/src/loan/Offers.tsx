import { formatDateTime } from '@paydesk/contract/kernel/instants.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { LoanView } from '@paydesk/contract/loan-view.ts';
import { useState } from 'preact/hooks';
import { Button } from '../parts/Button.tsx';
import { money } from '../words.ts';
import { Problem } from './Problem.tsx';
import { Quit } from './Quit.tsx';
import { Steps } from './Steps.tsx';
import type { Borrowing } from './use-loan.ts';
import { LOAN_TITLES } from './words.ts';

/** What institutions offer: one is taken. */
export function Offers({ borrowing, loan }: { borrowing: Borrowing; loan: LoanView }) {
  const offers = loan.offers.toSorted((a, b) => a.total - b.total);
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = offers.find(({ id }) => id === wanted) ?? offers[0];
  const waits = loan.applications.filter(({ status }) => status === 'SENT');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen && !borrowing.busy) void borrowing.choose(chosen.id);
      }}
    >
      <Steps at="offers" />
      <h1 id="title" tabIndex={-1}>
        {LOAN_TITLES.offers}
      </h1>
      <fieldset class="ways">
        <legend>For {money(loan.amount, loan.currency)}</legend>
        {offers.map((offer) => (
          <label key={offer.id} class="way offer">
            <input
              type="radio"
              name="offer"
              value={offer.id}
              checked={offer === chosen}
              onChange={() => setWanted(offer.id)}
            />
            <span>
              {offer.institution}
              <small>
                {offer.product}, APR {`${formatAmount(offer.apr)}\u00a0%`}
              </small>
              {offer.validUntil && <small>Until {formatDateTime(offer.validUntil)}</small>}
            </span>
            <span class="sum">
              {money(offer.monthly, loan.currency)}
              <small>
                {offer.months} {offer.months === 1 ? 'time' : 'times'}
              </small>
              <small>{money(offer.total, loan.currency)} in total</small>
            </span>
          </label>
        ))}
      </fieldset>
      {waits.length > 0 && (
        <p class="quiet">
          {waits.map(({ institution }) => institution).join(', ')} may still make an offer: it will
          appear here.
        </p>
      )}
      <Problem borrowing={borrowing} />
      {chosen && (
        <Button busy={borrowing.busy === 'choosing'}>Take {chosen.institution}’s offer</Button>
      )}
      <p class="quiet">Nothing is binding until you sign.</p>
      <Quit borrowing={borrowing} />
    </form>
  );
}
