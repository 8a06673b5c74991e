import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import type { Checkout } from '../use-checkout.ts';
import { Note } from './Note.tsx';
import { priceOf } from './Summary.tsx';

interface Props {
  checkout: Checkout;
  view: CheckoutView;
  chosen: string;
  choose: (id: string) => void;
}

/** How it is sent; what that costs the shop says, or we say that it can't be worked out. */
export function Delivery({ checkout, view, chosen, choose }: Props) {
  const error = checkout.errors['shippingMethodId'];
  const asking = checkout.busy === 'saying';
  const known = view.shipping !== null && view.customer.shippingMethodId === chosen;
  const words = (cost: number | null) =>
    cost !== null ? priceOf(cost, view.currency) : asking ? 'Asking …' : 'Could not be worked out';
  return (
    <fieldset class="ways" aria-describedby={error ? 'shippingMethodId-error' : undefined}>
      <legend>Delivery</legend>
      {view.shippingMethods.map(({ id, name, kind, cost }) => (
        <label key={id} class="way">
          <input
            type="radio"
            name="shippingMethodId"
            value={id}
            checked={id === chosen}
            onChange={() => choose(id)}
          />
          <span>
            {name}
            {kind !== name && <small>{kind}</small>}
          </span>
          {id === chosen ? (
            <output class="sum">{words(known ? view.shipping : asking ? cost : null)}</output>
          ) : (
            <span class="sum">
              {/* it is asked as soon as this one is chosen */}
              {cost !== null ? priceOf(cost, view.currency) : 'Priced by the shop'}
            </span>
          )}
        </label>
      ))}
      {error && (
        <p class="error" id="shippingMethodId-error">
          {error}
        </p>
      )}
      {chosen && !known && !asking && (
        <Note kind="warning" alert>
          {checkout.problem ?? 'What this delivery costs is not known yet.'}{' '}
          <button type="button" class="link" onClick={() => choose(chosen)}>
            Ask again
          </button>
        </Note>
      )}
    </fieldset>
  );
}
