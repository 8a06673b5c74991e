import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';

/** Whom one pays, by the first letter too. */
export function Head({ merchant }: Pick<CheckoutView, 'merchant'>) {
  return (
    <header class="head">
      <span class="letter" aria-hidden="true">
        {[...merchant.name.trim()][0]}
      </span>
      <span class="merchant">{merchant.name}</span>
    </header>
  );
}
