import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { bothSchemes } from '@paydesk/contract/palette.ts';
import { html, Html } from '../../platform/http/html.ts';
import type { Button } from './button.ts';

const STYLE = `
${bothSchemes(['text', 'muted', 'page', 'surface', 'line', 'info', 'info-ground'])}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; color: var(--text);
  background: var(--page); font: 15px/1.5 Inter, system-ui, sans-serif; }
main { box-sizing: border-box; width: min(420px, calc(100vw - 32px)); padding: 28px;
  background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
p { margin: 0; overflow-wrap: anywhere; }
h1 { margin: 4px 0; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
.to { color: var(--muted); }
.amount { font-size: 22px; font-weight: 600; font-variant-numeric: tabular-nums; }
.note { margin-top: 20px; padding: 12px 16px; border-radius: 8px; color: var(--info);
  background: var(--info-ground); }
`;

/** Where a button leads; null is a widget that nobody knows. */
export function payPage(button: Button | null, nonce: string): string {
  const title = button ? button.label : 'There is nothing to pay here';
  const note = !button
    ? 'The link is wrong or out of date. Please go back to the shop.'
    : button.active
      ? 'This is the sandbox, and its checkout is not built yet: nothing can be paid here, and no order has begun.'
      : 'This payment is not available now. Please go back to the shop.';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Paydesk</title>
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>
          ${button ? html`<p class="to">To ${button.merchant}</p>` : ''}
          <h1>${title}</h1>
          ${
            button?.amount
              ? html`<p class="amount">${formatAmount(button.amount)} ${button.currency}</p>`
              : ''
          }
          <p class="note">${note}</p>
        </main>
      </body>
    </html>`.text;
}
