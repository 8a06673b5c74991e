import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { useEffect, useState } from 'preact/hooks';
import { money } from '../words.ts';

const WIDE = matchMedia('(min-width: 900px)');

/** What is bought and what it comes to; folded on a phone, where the amount alone stays. */
export function Summary({ view }: { view: CheckoutView }) {
  const { items, currency, ships, shipping, amount, tax, label } = view;
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const look = () => setWide(WIDE.matches);
    WIDE.addEventListener('change', look);
    return () => WIDE.removeEventListener('change', look);
  }, []);
  const total = money(amount, currency);
  const what = label ?? (items.length === 1 ? items[0]!.label : null);
  // a fold would open on the same words and the same sum
  const plain =
    items.length === 1 && items[0]!.count === 1 && what === items[0]!.label && !ships && !tax;
  const list = (
    <div class="bought">
      {label && items.every((item) => item.label !== label) && <p class="label">{label}</p>}
      <ul>
        {items.map((item, at) => (
          <li key={at}>
            <span class="what">
              {item.label}
              {item.count > 1 && (
                <small>
                  {item.count} × {money(item.amount, currency)}
                  {item.unit && ` a ${item.unit}`}
                </small>
              )}
            </span>
            <span class="sum">{money(item.amount * item.count, currency)}</span>
          </li>
        ))}
      </ul>
      <dl>
        {ships && (
          <div>
            <dt>Delivery</dt>
            <dd>
              {shipping !== null
                ? priceOf(shipping, currency)
                : view.customer.addressLine
                  ? 'As you choose it'
                  : 'Worked out with your address'}
            </dd>
          </div>
        )}
        <div class="total">
          <dt>Total</dt>
          <dd>{total}</dd>
        </div>
        {tax > 0 && (
          <div class="tax">
            <dt>Tax in it</dt>
            <dd>{money(tax, currency)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
  return (
    <aside class="summary" aria-label="Your order">
      {wide ? (
        <>
          <p class="amount">{total}</p>
          {list}
        </>
      ) : plain ? (
        <p class="brief">
          {what} <span class="amount">{total}</span>
        </p>
      ) : (
        <details>
          <summary>
            <span class="fold">Your order</span> <span class="amount">{total}</span>
            {/* what it is for is read without opening it */}
            {what && <span class="for">{what}</span>}
          </summary>
          {list}
        </details>
      )}
    </aside>
  );
}

export const priceOf = (amount: number, currency: string) =>
  amount === 0 ? 'Free' : money(amount, currency);
