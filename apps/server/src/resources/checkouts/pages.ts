import { readFile } from 'node:fs/promises';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import type { LoanView } from '@paydesk/contract/loan-view.ts';
import { sql } from 'kysely';
import { standingOfLink } from '../../domain/checkouts/link.ts';
import { PREVIEW_PATH } from '@paydesk/contract/shopper-facts.ts';
import { paymentState } from '../../domain/payments/state.ts';
import { loanByToken, loanView } from '../../domain/lending/view.ts';
import { isOpen } from '../../domain/merchant-features.ts';
import type { Database } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { html, Html } from '@paydesk/contract/kernel/html-template.ts';
import { ANY_ORIGIN, type Page, type PageAnswer } from '../../platform/http/pages.ts';
import type { Services } from '../../platform/services.ts';
import { loanPapers } from './loan/pages.ts';

/** What vite makes of apps/checkout. */
const BUILT = new URL('../../../../checkout/dist/', import.meta.url);
const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Checkout</title><p>The checkout is not built: run npm run build.</p></html>';

const TYPES = { js: 'text/javascript', css: 'text/css' } as const;

/**
 * The shopper's page (AM-108): one app whatever the way in, by a policy of its own. It may hold one
 * frame, the acquirer's page of that payment, and stands in none (ADR 114).
 */
export function checkoutPages(services: Services): Page[] {
  const { database } = services;

  const ofWidget = async (id: string) => {
    const [row] = await database.run(
      sql<{ active: boolean }>`
        select w.status = 'ACTIVE' and m.status = 'ACTIVE' and ${isOpen('w.merchant_id', 'WIDGETS')} as active
        from widgets w join merchants m on m.id = w.merchant_id where w.id = ${id}`,
      'all',
    );
    return row ? (row.active ? 200 : 409) : 404;
  };

  /** The payer's page of what is taken again and again; the token is no id. */
  const ofRecurring = async (token: string) => {
    const [found] = await database.run(
      sql<{ url: string | null }>`
        select (select page_url from recurring_card_changes c where c.recurring_payment_id = r.id
            and c.merchant_id = r.merchant_id and c.frame and c.page_url is not null
          order by created_date desc limit 1) as url
        from recurring_payments r where access_token = ${token}`,
      'all',
    );
    return found;
  };

  const stateOf = (id: string) =>
    paymentState(services, id).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return null;
      throw error;
    });

  const pages: Page[] = [
    { path: '/pay/{id}', serve: ofWay(ofWidget) },
    { path: '/pay/l/{id}', serve: ofWay((id) => ofLink(database, id)) },
    {
      path: '/pay/c/{id}',
      serve: async ({ params: { id = '' }, nonce }) => {
        const state = isUuid(id) ? await stateOf(id) : null;
        const frame = state?.framed && state.url ? new URL(state.url).origin : null;
        // the origin of the page that it is at tells nothing of who is there
        const loan = state && !frame ? await loanView(services, id) : null;
        return page(nonce, state ? 200 : 404, frame ?? (loan && identifyingAt(loan)));
      },
    },
    {
      path: '/pay/r/{id}',
      serve: async ({ params: { id = '' }, nonce }) => {
        const found = isUuid(id) ? await ofRecurring(id) : undefined;
        return page(nonce, found ? 200 : 404, found?.url ? new URL(found.url).origin : null);
      },
    },
    {
      path: '/pay/r/{id}/return',
      serve: async ({ params: { id = '' }, nonce }) => returnedPage('r', id, nonce),
    },
    {
      path: '/pay/c/{id}/return',
      serve: async ({ params: { id = '' }, nonce }) => returnedPage('c', id, nonce),
    },
    {
      path: '/pay/assets/{file}',
      serve: async ({ params: { file = '' } }) => {
        const [, kind] = /^[\w-]+\.(js|css)$/.exec(file) ?? [];
        const body =
          kind && (await readFile(new URL(`assets/${file}`, BUILT), 'utf8').catch(() => ''));
        return body
          ? {
              type: TYPES[kind as keyof typeof TYPES],
              body,
              brotli: await readFile(new URL(`assets/${file}.br`, BUILT)).catch(() => undefined),
              // the preview in the console is a page of no origin
              headers: { ...ANY_ORIGIN, 'cache-control': 'public, max-age=31536000, immutable' },
            }
          : { status: 404, type: 'text/plain', body: 'Not found', headers: KEPT_BY_NOBODY };
      },
    },
    {
      path: '/pay/loan/{token}',
      serve: async ({ params: { token = '' }, nonce }) => {
        const loan = isUuid(token) ? await loanByToken(services, token) : null;
        return page(nonce, loan ? 200 : 404, null);
      },
    },
    ...loanPapers(services),
    ...['/pay', '/pay/*'].map((path): Page => ({
      path,
      serve: ({ nonce }) => page(nonce, 404, null),
    })),
  ];
  return [...pages.map((one): Page => ({ ...one, onCheckoutHost: true })), preview];
}

/**
 * The same app inside the console, where it shows what a shopper will see: it stands in a frame of the
 * console alone, which is where it is told what to show, and calls nobody (ADR 134).
 */
const preview: Page = {
  path: PREVIEW_PATH,
  serve: async ({ nonce }) => {
    const answer = await page(nonce, 200, null);
    return {
      ...answer,
      headers: {
        ...KEPT_BY_NOBODY,
        'x-frame-options': 'SAMEORIGIN',
        // a page of no origin has no cluster of its own
        'origin-agent-cluster': '?0',
        'content-security-policy': `${policy(nonce, ["'none'"], "'self'", "'none'")};sandbox allow-scripts`,
      },
    };
  },
};

/** A link that is used up, has expired or was ended is over for good. */
const LINKS = { OPEN: 200, IDLE: 409, OVER: 410 } as const;

async function ofLink(database: Database, id: string): Promise<number> {
  const standing = await standingOfLink(database, id);
  return standing ? LINKS[standing] : 404;
}

/** A way in: 404 where there is none, 409 where none begins there now; the app says why. */
const ofWay =
  (find: (id: string) => Promise<number>): Page['serve'] =>
  async ({ params: { id = '' }, nonce }) =>
    page(nonce, isUuid(id) ? await find(id) : 404, null);

/** Where its borrower proves who they are or signs, if that stands inside the checkout. */
function identifyingAt({ status, authentication, signing }: LoanView): string | null {
  const page = status === 'OFFER_CHOSEN' ? authentication : signing;
  return page?.framed && page.url ? new URL(page.url).origin : null;
}

/** The app, with the one origin beside its own that may stand in it. */
async function page(nonce: string, status: number, frame: string | null): Promise<PageAnswer> {
  const text = await readFile(new URL('index.html', BUILT), 'utf8').catch(() => NOT_BUILT);
  const frames = ["'self'", ...(frame ? [frame] : [])];
  return {
    status,
    type: 'text/html',
    body: text.replaceAll('__CSP_NONCE__', nonce).replace('__FRAME_SRC__', frame ?? ''),
    headers: {
      ...KEPT_BY_NOBODY,
      'x-frame-options': 'DENY',
      'content-security-policy': policy(nonce, frames, "'none'"),
    },
  };
}

const KEPT_BY_NOBODY = { 'cache-control': 'no-store' };

/** Own scripts and sheets alone; no form leaves by itself, and nothing is written into the page as code. */
const policy = (
  nonce: string,
  frames: readonly string[],
  ancestors: string,
  calls = "'self'",
): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src ${calls}`,
    `frame-src ${frames.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
  ].join(';');

const returnedPage = (at: 'c' | 'r', id: string, nonce: string): PageAnswer => ({
  status: isUuid(id) ? 200 : 404,
  type: 'text/html',
  body: isUuid(id) ? returned(at, id, nonce) : NOT_BUILT,
  headers: {
    ...KEPT_BY_NOBODY,
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': policy(nonce, ["'none'"], "'self'"),
  },
});

/**
 * Where the acquirer's page sends the shopper back to: inside the frame it tells the checkout around it,
 * and as the whole page it goes there.
 */
function returned(at: 'c' | 'r', id: string, nonce: string): string {
  const to = `/pay/${at}/${id.toLowerCase()}`;
  const script = `if (parent === window) location.replace('${to}#returned');
else parent.postMessage({ paydesk: 'returned' }, location.origin);`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>One moment …</title>
      </head>
      <body>
        <p><a href="${to}#returned" target="_top">Back to the checkout</a></p>
        <script nonce="${nonce}">
          ${new Html(script)};
        </script>
      </body>
    </html>`.text;
}
