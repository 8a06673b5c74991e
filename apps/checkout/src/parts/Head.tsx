/** Whom one pays, by the first letter too. */
export function Head({ merchant }: { merchant: { name: string } }) {
  return (
    <header class="head">
      <span class="letter" aria-hidden="true">
        {[...merchant.name.trim()][0]}
      </span>
      <span class="merchant">{merchant.name}</span>
    </header>
  );
}
