import { bothSchemes } from '@paydesk/contract/palette.ts';
import { html, Html } from '@paydesk/contract/kernel/html-template.ts';

/** What the pages of the sandboxes look like. */

const STYLE = `
${bothSchemes(['text', 'muted', 'page', 'surface', 'line', 'primary', 'error', 'error-ground', 'warning', 'warning-ground'])}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page); font: 15px/1.45 Inter, system-ui, sans-serif; }
main { width: min(420px, 100%); margin: 0 auto; padding: 24px 16px; }
.framed { background: var(--surface); }
.framed main { width: 100%; padding: 12px; }
.card { padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.framed :is(button, input):focus-visible { outline-offset: -3px; }
.framed .card { padding: 0; border: 0; border-radius: 0; background: transparent; }
p, h1 { margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 1.3; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; align-items: baseline; }
.framed .head { font-size: 14px; }
.framed h1 { font-size: 15px; }
.amount { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.said { margin-top: 8px; }
.code { font-size: 26px; font-weight: 600; letter-spacing: 2px; font-variant-numeric: tabular-nums; }
.muted { color: var(--muted); }
.small, .note { font-size: 13px; }
.note { margin: 8px 0; padding: 6px 10px; border-radius: 8px; color: var(--warning); background: var(--warning-ground); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
label { display: block; margin-top: 8px; font-weight: 500; font-size: 14px; }
input { width: 100%; min-height: 42px; margin-top: 2px; padding: 8px 12px; color: inherit; background: transparent;
  border: 1px solid var(--muted); border-radius: 8px; font: inherit; font-size: 16px; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border-color: var(--error); }
.error { color: var(--error); font-size: 13px; }
button { width: 100%; min-height: 44px; margin-top: 12px; padding: 8px 16px; border: 2px solid transparent; border-radius: 8px;
  font: inherit; font-weight: 600; cursor: pointer; color: var(--surface); background: var(--primary); }
button.plain { margin-top: 4px; min-height: 40px; color: var(--primary); background: transparent; font-weight: 500; }
button.other { color: var(--text); background: transparent; border: 1px solid var(--muted); }
:is(button, input, a, summary):focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
a { color: var(--primary); }
details { margin-top: 12px; border-top: 1px solid var(--line); padding-top: 8px; font-size: 14px; }
summary { cursor: pointer; min-height: 24px; color: var(--muted); }
ul { margin: 4px 0 0; padding: 0; list-style: none; }
li a { display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: space-between; padding: 6px 0; text-decoration: none; }
li a span:first-child { font-variant-numeric: tabular-nums; white-space: nowrap; }
li a span:last-child { color: var(--muted); }
`;

/** Tells the frame around how high it wants to be; without it nothing is missing. */
const HEIGHT_SCRIPT = `const tell=()=>parent.postMessage({paydesk:'height',height:Math.ceil(document.body.getBoundingClientRect().height)},document.body.dataset.parent);if(parent!==self){new ResizeObserver(tell).observe(document.body);tell()}`;

export interface Shell {
  nonce: string;
  title: string;
  /** In a frame of this page, where it is in one. */
  framedIn: string | null;
  head?: Html;
}

/** A page of a sandbox: nothing but its own style, and inside a frame how high it is. */
export function page({ nonce, title, framedIn, head }: Shell, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${head ?? ''}
        <style nonce="${nonce}">
          ${new Html(STYLE)}
        </style>
      </head>
      ${
        framedIn === null
          ? html`<body>
              <main>${body}</main>
            </body>`
          : html`<body class="framed" data-parent="${framedIn}">
              <main>${body}</main>
              <script nonce="${nonce}">
                ${new Html(HEIGHT_SCRIPT)};
              </script>
            </body>`
      }
    </html>`.text;
}

/** Leads back by itself: a redirect straight from the form would be held against the form's own policy. */
export function donePage(given: {
  nonce: string;
  framedIn: string | null;
  returnTo: string;
  over: boolean;
}): string {
  const { nonce, framedIn, returnTo, over } = given;
  return page(
    {
      nonce,
      framedIn,
      title: 'Back to the shop',
      head: html`<meta http-equiv="refresh" content="0; url=${returnTo}" />`,
    },
    html`<div class="card">
      <h1>${over ? 'This goes on in the shop' : 'Thank you'}</h1>
      <p><a href="${returnTo}">Back to the shop</a></p>
    </div>`,
  );
}

export const lostPage = (nonce: string): string =>
  page(
    { nonce, framedIn: null, title: 'There is nothing here' },
    html`<div class="card">
      <h1>There is nothing here</h1>
      <p>The link is wrong or out of date. Please go back to the shop.</p>
    </div>`,
  );
