import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import type { ShopStart } from '@paydesk/contract/sandbox-shop.ts';
import type { Documented } from './documented.ts';
import { orderBook, PRODUCTS, readBasket, TAX_RATE, writeBasket, type Line } from './orders.ts';
import { counterPage, TIMES } from './counter.ts';
import { basketPage, homePage, thanksPage } from './pages.ts';

/** A shop as a merchant would write one: pages for shoppers, and what Paydesk calls. */

const MOST_BYTES = 256 * 1024;
const NAMESPACE = 'urn:paydesk:exchange:1';
/** To the door, wherever that is; with tax. */
const SHIPPING = '4.90';

interface Parts {
  shop: ShopStart;
  code: Documented;
  /** Has the last payment disputed, or the last dispute decided; false where there is none. */
  dispute: (becomes: DisputeStatus) => Promise<boolean>;
  /** Lets so many days pass for Paydesk; false where its clock can't be moved. */
  pass: (days: number) => Promise<boolean>;
}

const keep = (name: string, value: string) => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`;

export function shopServer({ shop, code, dispute, pass }: Parts) {
  const book = orderBook();
  const demo: { capture: 'AUTOMATIC' | 'MANUAL'; drops: boolean; said: string | null } = {
    capture: 'AUTOMATIC',
    drops: false,
    said: null,
  };

  /** The basket as the page may carry it, signed by the merchant's own key. */
  const signed = (id: string, lines: readonly Line[]) =>
    code.signBasket(shop.certificate!, {
      externalId: id,
      externalOrderNumber: id,
      label: `${shop.merchant}, order ${id}`,
      items: lines.map(({ product: { name, cents }, count }) => ({
        label: name,
        amount: cents / 100,
        taxRate: TAX_RATE,
        count,
      })),
      successUrl: `${shop.shopUrl}/thanks`,
      cancelUrl: `${shop.shopUrl}/basket`,
      capture: demo.capture,
    });

  /** What Paydesk says and asks: believed where its signature holds, by the code of the documentation. */
  async function hook(request: IncomingMessage, response: ServerResponse, path: string) {
    const body = await textOf(request);
    // Paydesk signs for the address as the Business Profile has it
    const url = `https://${String(request.headers['host'])}${path}`;
    const call = { method: request.method!, url, headers: request.headers, body };
    const verified = code.isFromPaydesk(call, shop.providerCertificate);
    const value = (name: string) =>
      new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? null;
    const order = book.find(value('externalId'));
    const say = (status: number, text = '') =>
      response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8' }).end(text);
    if (path.endsWith('/payments')) {
      const dropped = verified && demo.drops;
      if (dropped) demo.drops = false;
      const id = value('externalId');
      book.note(id, { date: new Date(), verified, document: body, dropped });
      return say(dropped ? 503 : verified ? 204 : 401);
    }
    if (!verified) return say(401);
    if (path.endsWith('/shipping'))
      return say(
        200,
        `<shipcostresp xmlns="${NAMESPACE}"><amount>${SHIPPING}</amount><taxRate>${TAX_RATE}</taxRate></shipcostresp>`,
      );
    const answer = order
      ? `<result>VERIFIED</result><amount>${(order.cents / 100).toFixed(2)}</amount>`
      : '<result>REJECTED</result><reason>The shop does not know this order</reason>';
    return say(200, `<orderverresp xmlns="${NAMESPACE}">${answer}</orderverresp>`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', shop.shopUrl);
    const asked = `${request.method === 'HEAD' ? 'GET' : request.method} ${path}`;
    if (HOOKS.includes(asked)) return hook(request, response, path);
    const cookies = cookiesOf(request);
    const lines = readBasket(cookies['shop_basket'] ?? '');
    const nonce = randomBytes(16).toString('base64');
    const shown = { nonce, shop, lines };
    const say = (body: string, cookie: string[] = [], status = 200) =>
      response
        .writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy':
            `default-src 'none'; style-src 'nonce-${nonce}'; script-src ${shop.paydeskUrl}; ` +
            `connect-src ${shop.paydeskUrl}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
          'cache-control': 'no-store',
          'referrer-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          ...(cookie.length && { 'set-cookie': cookie }),
        })
        .end(request.method === 'HEAD' ? undefined : body);
    const to = (location: string, cookie: string[] = []) =>
      response.writeHead(303, { location, ...(cookie.length && { 'set-cookie': cookie }) }).end();

    switch (asked) {
      case 'GET /':
        return say(homePage(shown));
      case 'POST /basket': {
        const form = new URLSearchParams(await textOf(request));
        return to('/basket', [keep('shop_basket', changed(lines, form))]);
      }
      case 'GET /basket': {
        if (!lines.length) return say(basketPage(shown, null, null));
        if (!shop.certificate)
          return say(basketPage(shown, null, 'The shop’s certificate was replaced in the console'));
        const order = book.of(cookies['shop_order'] ?? null, lines);
        return say(basketPage(shown, { id: order.id, signed: signed(order.id, lines) }, null), [
          keep('shop_order', order.id),
        ]);
      }
      case 'GET /thanks': {
        const id = searchParams.get('externalId') ?? '';
        const status = searchParams.get('status') ?? '';
        const verified = code.isReturnFromPaydesk(
          shop.shopUrl + request.url!,
          shop.providerCertificate,
        );
        const order = book.find(id);
        // what is bought leaves the basket, unless another one was begun meanwhile
        const over = verified && cookies['shop_order'] === id;
        return say(
          thanksPage({ ...shown, lines: over ? [] : lines }, { order, id, status, verified }),
          over ? [keep('shop_basket', ''), keep('shop_order', '')] : [],
        );
      }
      case 'GET /counter': {
        const { said } = demo;
        demo.said = null;
        return say(counterPage(shown, { ...demo, said, others: book.others() }));
      }
      case 'POST /counter': {
        const wanted = new URLSearchParams(await textOf(request)).get('do');
        if (wanted === 'drop') demo.drops = true;
        if (wanted === 'capture') demo.capture = demo.capture === 'MANUAL' ? 'AUTOMATIC' : 'MANUAL';
        const time = TIMES.find(({ name }) => name === wanted);
        if (time)
          demo.said = (await pass(time.days))
            ? `${time.words} has passed for Paydesk: what was due is done within a minute`
            : 'The clock of this demo can’t be moved';
        const disputed = wanted && DISPUTES[wanted];
        if (disputed)
          demo.said = (await dispute(disputed.becomes)) ? disputed.done : disputed.nothing;
        return to('/counter');
      }
    }
    return say(homePage(shown), [], 404);
  }

  return createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

const UNDISPUTED = 'There is no open dispute: dispute a payment first';
/** What the buttons of the counter have the payer's bank say. */
const DISPUTES: Readonly<
  Record<string, { becomes: DisputeStatus; done: string; nothing: string }>
> = {
  dispute: {
    becomes: 'OPEN',
    done: 'The last payment is disputed: the console knows within seconds',
    nothing: 'There is no payment to dispute: pay something first',
  },
  win: {
    becomes: 'WON',
    done: 'The dispute is won: the money stays, and can be refunded again',
    nothing: UNDISPUTED,
  },
  lose: {
    becomes: 'LOST',
    done: 'The dispute is lost: the payer’s bank has the money back',
    nothing: UNDISPUTED,
  },
};

/** What the Business Profile names. */
const HOOKS = ['PUT /paydesk/payments', 'POST /paydesk/orders', 'POST /paydesk/shipping'];

/** The basket with one product more, or less. */
function changed(lines: readonly Line[], form: URLSearchParams): string {
  const product = PRODUCTS.find(({ id }) => id === form.get('product'));
  const by = form.get('by') === '-1' ? -1 : 1;
  if (!product) return writeBasket(lines);
  const known = lines.find((line) => line.product === product);
  const rest = lines.filter((line) => line !== known);
  return writeBasket([...rest, { product, count: (known?.count ?? 0) + by }]);
}

function cookiesOf(request: IncomingMessage): Record<string, string> {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/).map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The call is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
