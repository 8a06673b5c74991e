import type { ShopStart } from '@paydesk/contract/sandbox-shop.ts';
import { html, Html } from '@paydesk/contract/kernel/html-template.ts';
import { drawing, STYLE } from './look.ts';
import { PRODUCTS, totalOf, type Event, type Line, type Order } from './orders.ts';

/** The shop's pages. They run no code of their own: the one script on them is Paydesk's, for its button. */

export interface Shown {
  nonce: string;
  shop: ShopStart;
  lines: readonly Line[];
}

const money = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;
const pieces = (lines: readonly Line[]) => lines.reduce((sum, { count }) => sum + count, 0);

export function page(
  { nonce, shop, lines }: Shown,
  title: string,
  body: Html,
  again?: number,
): string {
  const count = pieces(lines);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${again ? html`<meta http-equiv="refresh" content="${again}" />` : ''}
        <title>${title} · ${shop.merchant}</title>
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <div class="wide">
            <a class="logo" href="/">${shop.merchant}</a>
            <a class="basket" href="/basket">Basket${count ? ` (${count})` : ''}</a>
          </div>
        </header>
        <main class="wide">${body}</main>
        <footer>
          <div class="wide row">
            <p>A sandbox shop: nothing is sold, and no money moves.</p>
            <p>
              <a href="/counter">Behind the counter</a> ·
              <a href="${shop.paydeskUrl}" target="_blank" rel="noopener">Console</a>
            </p>
          </div>
        </footer>
      </body>
    </html>`.text;
}

/** Paydesk's button as its console gives it out, with the basket it is for. */
const button = ({ paydeskUrl }: ShopStart, widget: string, words: string, order?: string) =>
  html`<div id="paydesk-${widget}" ${order ? html`data-order="${order}"` : ''}>
      <a href="${paydeskUrl}/pay/${widget}">${words}</a>
    </div>
    <script src="${paydeskUrl}/widget.js" data-widget="${widget}" async></script>`;

export function homePage(shown: Shown): string {
  const { shop } = shown;
  return page(
    shown,
    'Things of oak',
    html`<section class="hero">
        <h1>Things that stay</h1>
        <p>Oak, linen and a little amber, made by the sea.</p>
      </section>
      <section class="goods" aria-label="Products">
        ${PRODUCTS.map(
          ({ id, name, words, cents, picture }) =>
            html`<article class="good">
              ${drawing(picture)}
              <h2>${name}</h2>
              <p class="muted">${words}</p>
              <div class="row">
                <span class="price">${money(cents)}</span>
                <form method="post" action="/basket">
                  <input type="hidden" name="product" value="${id}" />
                  <button name="by" value="1" aria-label="Add to basket: ${name}">
                    Add to basket
                  </button>
                </form>
              </div>
            </article>`,
        )}
      </section>
      ${
        shop.widgets.voucher
          ? html`<section class="panel">
              <h2>A gift voucher</h2>
              <p class="muted">Paid at once, without a basket.</p>
              ${button(shop, shop.widgets.voucher, 'Buy a gift voucher')}
            </section>`
          : ''
      }`,
  );
}

const change = (id: string, by: number, label: string, name: string) =>
  html`<form method="post" action="/basket">
    <input type="hidden" name="product" value="${id}" />
    <button class="quiet" name="by" value="${by}" aria-label="${label} ${name}">
      ${by < 0 ? '−' : '+'}
    </button>
  </form>`;

export function basketPage(
  shown: Shown,
  order: { signed: string; id: string } | null,
  problem: string | null,
): string {
  const { shop, lines } = shown;
  const { checkout } = shop.widgets;
  if (!lines.length)
    return page(
      shown,
      'Basket',
      html`<section class="panel">
        <h1>Your basket is empty</h1>
        <p><a href="/">See what there is</a></p>
      </section>`,
    );
  return page(
    shown,
    'Basket',
    html`<h1>Your basket</h1>
      <section class="panel">
        <ul>
          ${lines.map(
            ({ product: { id, name, cents }, count }) =>
              html`<li class="row">
                <span>${name}</span>
                <span class="buttons">
                  ${change(id, -1, 'One less:', name)}
                  <span>${count}</span> ${change(id, 1, 'One more:', name)}
                  <span class="price">${money(cents * count)}</span>
                </span>
              </li>`,
          )}
        </ul>
        <div class="row total">
          <span>Total, shipping is next</span><span class="price">${money(totalOf(lines))}</span>
        </div>
        ${
          order && checkout
            ? button(shop, checkout, 'To the checkout', order.signed)
            : html`<p class="chip bad-news">${problem ?? 'The checkout is closed'}</p>`
        }
        ${order ? html`<p class="muted small">Order ${order.id}</p>` : ''}
      </section>`,
  );
}

const when = (date: Date) => `${date.toISOString().slice(11, 19)} UTC`;

/** One message of Paydesk's, and whether it is known to be its own. */
const message = ({ date, verified, document, dropped }: Event) =>
  html`<li>
    <div class="row">
      <span class="chip ${verified ? 'good-news' : 'bad-news'}"
        >${verified ? 'Verified' : 'Not from Paydesk'}</span
      >
      <span class="muted small">${dropped ? 'Dropped, it comes again · ' : ''}${when(date)}</span>
    </div>
    <details>
      <summary class="small">
        ${document.match(/<(?:event|status)>([^<]+)</)?.[1] ?? 'Message'}
      </summary>
      <pre tabindex="0">${document}</pre>
    </details>
  </li>`;

export const messages = (events: readonly Event[]) =>
  events.length
    ? html`<ul>
        ${events.map(message)}
      </ul>`
    : html`<p class="muted">None yet.</p>`;

export interface Returned {
  order: Order | null;
  id: string;
  status: string;
  /** Whether the address it came by is Paydesk's. */
  verified: boolean;
}

/** Seconds until a page that waits for a message looks again. */
const LOOK_AGAIN = 2;

/** The message that says by itself what the way back has said. */
const AWAITED: Readonly<Record<string, string>> = {
  PAID: '<status>PAID</status>',
  AUTHORISED: '<status>SIGNED</status>',
};

export function thanksPage(shown: Shown, { order, id, status, verified }: Returned): string {
  const awaited = AWAITED[status];
  const told =
    !awaited ||
    !order ||
    order.events.some(
      ({ verified: sure, dropped, document }) => sure && !dropped && document.includes(awaited),
    );
  const words = !verified
    ? 'We could not make sure of your payment'
    : status === 'PAID'
      ? 'Thank you, it is paid'
      : 'Thank you, we have your order';
  return page(
    shown,
    'Thank you',
    html`<section class="hero">
        <h1>${words}</h1>
        <p>
          Order ${id}${order ? ` · ${money(order.cents)} and shipping` : ''}.
          <span class="chip ${verified ? 'good-news' : 'bad-news'}"
            >${verified ? 'The way back is signed by Paydesk' : 'This address is not signed by Paydesk'}</span
          >
        </p>
      </section>
      <section class="panel" aria-live="polite">
        <h2>What Paydesk told the shop</h2>
        ${told ? '' : html`<p class="chip waits">The shop waits for Paydesk’s message</p>`}
        ${messages(order?.events ?? [])}
        <p><a href="/">Back to the shop</a></p>
      </section>`,
    verified && !told ? LOOK_AGAIN : undefined,
  );
}
