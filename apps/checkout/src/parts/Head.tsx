import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';

/** Whom one pays, by its logo or its first letter too. */
export function Head({ merchant }: Pick<CheckoutView, 'merchant'>) {
  return (
    <header class="head">
      {merchant.logoUrl ? (
        <img class="logo" src={merchant.logoUrl} alt="" />
      ) : (
        <span class="letter" aria-hidden="true">
          {[...merchant.name.trim()][0]}
        </span>
      )}
      <span class="merchant">{merchant.name}</span>
    </header>
  );
}
