import { LOAN_TITLES, THEIR_MAIL } from './words.ts';

/** Whoever comes by the address alone may be anybody who has seen it, at the shop too: nothing is told here. */
export const Elsewhere = () => (
  <section class="result">
    <span class="sign info" aria-hidden="true">
      …
    </span>
    <h1 id="title" tabIndex={-1}>
      {LOAN_TITLES.elsewhere}
    </h1>
    <p>
      A loan was applied for to pay this order, in another browser. If it was you, go on there, or
      by the link in the mail that we sent to {THEIR_MAIL}.
    </p>
  </section>
);
