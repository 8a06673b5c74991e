/** Whom one pays, by its logo or its first letter too. */
export function Head({ merchant }: { merchant: { name: string; logoUrl?: string | null } }) {
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
