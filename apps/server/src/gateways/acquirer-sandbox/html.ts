import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { TEST_CARDS } from '@paydesk/contract/test-cards.ts';
import { html, Html } from '@paydesk/contract/kernel/html-template.ts';
import { page } from '../sandbox-pages/shell.ts';

/** What the sandbox's pages look like: the acquirer's, on which a card is typed, and the one of the payer's bank. */

const money = (amountCents: bigint, currency: string) =>
  `${formatAmount(Number(amountCents) / 100)} ${currency}`;

export interface Typed {
  number: string;
  expires: string;
  cvc: string;
}
export type CardErrors = Partial<Record<keyof Typed, string>>;

interface Paying {
  nonce: string;
  framedIn: string | null;
  merchantName: string;
  amountCents: bigint;
  currency: string;
  /** Nothing is paid: the card is looked at, for what it is charged with later. */
  checksOnly: boolean;
}

const groups = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Where the checkout stands around the page, it shows them by itself. */
const TESTS = html`<details>
  <summary>Test cards</summary>
  <ul>
    ${TEST_CARDS.map(
      ({ name, number, words }) =>
        html`<li>
          <a href="?use=${name}"><span>${groups(number)}</span><span>${words}</span></a>
        </li>`,
    )}
  </ul>
</details>`;

export function cardPage(given: Paying, typed: Typed, errors: CardErrors): string {
  const { nonce, framedIn, merchantName, amountCents, currency, checksOnly } = given;
  const amount = money(amountCents, currency);
  const first = (['number', 'expires', 'cvc'] as const).find((name) => errors[name]);
  const field = (
    name: keyof Typed,
    label: string,
    { auto, hint, most }: { auto: string; hint: string; most: number },
  ) =>
    html`<div>
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        value="${typed[name]}"
        inputmode="numeric"
        autocomplete="${auto}"
        placeholder="${hint}"
        maxlength="${most}"
        required
        ${errors[name] ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''}
        ${name === first ? new Html('autofocus') : ''}
      />
      ${errors[name] ? html`<p class="error" id="${name}-error">${errors[name]}</p>` : ''}
    </div>`;
  return page(
    { nonce, title: checksOnly ? 'Your new card' : `Pay ${amount} by card`, framedIn },
    html`<div class="card">
      <div class="head">
        <h1>${checksOnly ? 'A new card for' : 'Pay'} ${merchantName}</h1>
        ${checksOnly ? '' : html`<p class="amount">${amount}</p>`}
      </div>
      ${checksOnly ? html`<p>The card is checked, and nothing is charged now. Later payments are ${amount} each.</p>` : ''}
      <p class="note">Sandbox: no money moves. Use a test card, never your own.</p>
      <form method="post" novalidate>
        ${field('number', 'Card number', { auto: 'cc-number', hint: '1234 1234 1234 1234', most: 30 })}
        <div class="pair">
          ${field('expires', 'Expiry', { auto: 'cc-exp', hint: 'MM / YY', most: 9 })}
          ${field('cvc', 'Security code', { auto: 'cc-csc', hint: 'CVC', most: 4 })}
        </div>
        <button>${checksOnly ? 'Check this card' : `Pay ${amount}`}</button>
        <button class="plain" name="cancel" value="yes" formnovalidate>
          ${checksOnly ? 'Go back' : 'Back to your details'}
        </button>
      </form>
      ${framedIn === null ? TESTS : ''}
    </div>`,
  );
}

export function challengePage(given: Paying & { issuer: string; last4: string }): string {
  const { nonce, framedIn, merchantName, amountCents, currency, checksOnly, issuer, last4 } = given;
  const amount = money(amountCents, currency);
  return page(
    {
      nonce,
      title: `Confirm ${checksOnly ? 'your card' : amount} · ${issuer}`,
      framedIn,
    },
    html`<div class="card">
      <p class="muted small">${issuer} · the bank of your card</p>
      <h1>${checksOnly ? 'Is it your card?' : 'Is it you who pays?'}</h1>
      ${
        checksOnly
          ? html`<p>
              ${merchantName} wants to charge the card that ends in ${last4} with ${amount} each
              time. Nothing is charged now.
            </p>`
          : html`<p>
              <span class="amount">${amount}</span> to ${merchantName}, with the card that ends in
              ${last4}.
            </p>`
      }
      <p class="note">Sandbox: your bank would ask for its app or a code here.</p>
      <form method="post">
        <button name="answer" value="approve">
          ${checksOnly ? 'Yes, confirm the card' : 'Yes, confirm the payment'}
        </button>
        <button class="other" name="answer" value="fail">It was not me</button>
        <button class="plain" name="answer" value="cancel">
          ${
            // the checkout around it has the one way out, which gives the order up
            framedIn === null ? 'Cancel and go back' : 'Go back'
          }
        </button>
      </form>
    </div>`,
  );
}
