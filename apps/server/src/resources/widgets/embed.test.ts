import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { buildApp } from '../../platform/http/app.ts';
import { pagesOf } from '../../resources.ts';
import { insertMerchant } from '../../seed/factories.ts';
import { insertWidget, type WidgetGiven } from '../../seed/factories/widgets.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/** As the shop's server signs it; who reads the sum asks for no more than its form. */
const signedOf = (basket: object) =>
  ['{}', JSON.stringify(basket), 's']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** An element of a page, as far as the script knows one. */
const make = () => ({
  children: [] as { className: string; textContent: string }[],
  dataset: {} as Record<string, string>,
  href: null as string | null,
  setAttribute: () => undefined,
  append(piece: { className: string; textContent: string }) {
    this.children.push(piece);
  },
});

const EVIL = `"><script>alert('1')</script>&`;

describe('a widget in a page', () => {
  let server: TestServer;
  let merchantId: string;

  before(async () => {
    server = await testServer({ settings: {} });
    merchantId = (await insertMerchant(server.pool, { name: 'Pine <Bikes>' })).id;
  });
  after(() => server.close());

  const add = async (given: Partial<WidgetGiven> = {}) =>
    (await insertWidget(server.pool, { merchantId, ...given })).id;
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers });
  const button = (id: string) =>
    server.anonymous.call('GET /api/widgets/{id}/button', { params: { id } });

  const active = async (id: string) => (await button(id)).body.active;

  test('AM-108 everybody reads what a button says, from any site, and nothing more', async () => {
    const id = await add({ name: 'Chairs', type: 'INSTANT', totalAmount: 49.9 });
    const { body, headers } = await button(id);
    assert.deepEqual(body, {
      label: 'Chairs',
      amount: 49.9,
      currency: 'EUR',
      active: true,
      fixed: true,
    });
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    const labelled = await button(await add({ totalLabel: 'Pay' }));
    assert.deepEqual(labelled.body, {
      label: 'Pay',
      amount: null,
      currency: 'EUR',
      active: true,
      fixed: false,
    });
    for (const unknown of [randomUUIDv7(), 'x']) assert.equal((await button(unknown)).status, 404);
    const session = await get('/api/widgets', {});
    assert.equal(session.headers['access-control-allow-origin'], undefined);
  });

  test('AM-108 the script is open to every site, cached, and known again by its ETag', async () => {
    const first = await get('/widget.js');
    assert.equal(first.statusCode, 200);
    assert.match(String(first.headers['content-type']), /^text\/javascript/);
    assert.equal(first.headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(first.headers['access-control-allow-origin'], '*');
    assert.match(String(first.headers['cache-control']), /public, max-age=\d+/);
    const again = await get('/widget.js', { 'if-none-match': String(first.headers['etag']) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    assert.ok(first.body.length < 5000);
    // values become text alone
    assert.doesNotMatch(first.body, /innerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });

  test('AM-108, SB-34 whatever a page passes, the button says the sum that the checkout asks for, or that there is none', async () => {
    const { body: script } = await get('/widget.js');
    /** What stands on the button of these facts in a page that passes this, where it leads, and what its makers read. */
    const drawn = async (order: unknown, facts: object = {}) => {
      const said: string[] = [];
      let button = make();
      const replaceChildren = (one: typeof button): void => {
        button = one;
      };
      const container = { ...make(), id: 'paydesk-w', attachShadow: () => ({ replaceChildren }) };
      if (order !== undefined)
        container.dataset['order'] = typeof order === 'string' ? order : JSON.stringify(order);
      const tag = {
        dataset: { widget: 'w' },
        previousElementSibling: container,
        src: 'https://pay.test/widget.js',
      };
      const answer = {
        label: 'Pay',
        amount: null,
        currency: 'EUR',
        active: true,
        fixed: false,
        ...facts,
      };
      runInNewContext(script, {
        URL,
        atob,
        document: { currentScript: tag, createElement: make },
        console: { error: (words: string) => said.push(words) },
        CSSStyleSheet: class {
          replaceSync() {}
        },
        MutationObserver: class {
          observe() {}
        },
        fetch: async () => ({ ok: true, json: async () => answer }),
      });
      await new Promise((done) => setTimeout(done, 5));
      const texts = Object.fromEntries(
        button.children.map(({ className, textContent }) => [className, textContent]),
      );
      return { amount: texts['amount'], why: texts['why'], leads: button.href !== null, said };
    };
    const good: [unknown, string | undefined, object?][] = [
      [undefined, undefined],
      [undefined, '250.00 EUR', { amount: 250 }],
      [{ amount: 1250.5 }, "1'250.50 EUR"],
      [
        { items: [{ amount: 0.1, count: 3 }, { amount: 10.5 }, { amount: 1, count: null }] },
        '11.80 EUR',
      ],
      // the page's own goes before the widget's, but where the widget alone says it
      [{ amount: 10 }, '10.00 EUR', { amount: 250 }],
      [{ amount: 10 }, '250.00 EUR', { amount: 250, fixed: true }],
      [{ externalId: 'a', amount: null }, '250.00 EUR', { amount: 250 }],
      [{ amount: '' }, '250.00 EUR', { amount: 250 }],
      [signedOf({ amount: 10 }), '10.00 EUR', { amount: 250, fixed: true }],
    ];
    for (const [order, amount, facts] of good)
      assert.deepEqual(
        await drawn(order, facts),
        { amount, why: undefined, leads: true, said: [] },
        JSON.stringify(order),
      );
    for (const wrong of ['10', '10.50', '10,50', 'ten', -5, 0, 10.005, 1e21, {}, true])
      for (const order of [
        { amount: wrong },
        { items: [{ amount: wrong }] },
        { items: [{ amount: 5, count: wrong === 0 ? 0.5 : wrong === 1e21 ? 1.5 : wrong }] },
        signedOf({ amount: wrong }),
      ]) {
        const { amount, why, leads, said } = await drawn(order, { amount: 250 });
        assert.deepEqual([amount, leads], [undefined, false], JSON.stringify(order));
        assert.match(why!, /^The amount is not right/);
        assert.match(said[0]!, /^Paydesk can take no data-order where /);
      }
    for (const order of [
      'signedBasket',
      'null',
      '{"items":[{"amount":null}]}',
      '{"items":7,"amount":"x"}',
    ])
      assert.equal((await drawn(order)).leads, false, order);
    const off = await drawn({ amount: 10 }, { active: false });
    assert.deepEqual([off.amount, off.why, off.leads], ['10.00 EUR', 'Not available now', false]);
  });

  test('AM-108, SB-34 the code names the script, the widget and a container, and escapes what people typed', async () => {
    const owner = await server.person({ merchantId });
    const id = await add({ totalLabel: EVIL });
    const { body } = await owner.call('GET /api/widgets/{id}', { params: { id } });
    assert.equal(
      body.htmlCode,
      `<div id="paydesk-${id}"><a href="http://127.0.0.1:3000/pay/${id}">` +
        `&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</a></div>\n` +
        `<script async src="http://127.0.0.1:3000/widget.js" data-widget="${id}"></script>`,
    );
  });

  test('SB-35, SB-43 nothing can be begun at a disabled widget, nor at one of a merchant that does not trade', async () => {
    assert.equal(await active(await add()), true);
    assert.equal(await active(await add({ status: 'DISABLED' })), false);
    for (const status of ['DISABLED', 'DECLINED', 'PENDING_APPROVAL', 'APPROVED'] as const) {
      const other = await insertMerchant(server.pool, { status });
      assert.equal(await active(await add({ merchantId: other.id })), false, status);
    }
  });

  test('SB-07 pages count as calls of their address, and end as calls do', async () => {
    const app = await buildApp({
      services: server.services,
      table: {},
      handlers: {},
      lists: [],
      pages: pagesOf(server.services),
      draining: () => false,
      webFolder: null,
      callsAMinute: 2,
    });
    const ask = async (url: string, remoteAddress: string) =>
      (await app.inject({ url, remoteAddress })).statusCode;
    const statuses = [];
    for (const url of ['/widget.js', `/pay/${await add()}`, '/widget.js', '/pay/x'])
      statuses.push(await ask(url, '203.0.113.7'));
    assert.deepEqual(statuses, [200, 200, 429, 429]);
    assert.equal(await ask('/widget.js', '203.0.113.8'), 200);
    const one = ['2001:db8:9:1::1', '2001:db8:9:1::2', '2001:db8:9:1:ffff::', '2001:db8:9:2::1'];
    const each = [];
    for (const address of one) each.push(await ask('/widget.js', address));
    assert.deepEqual(each, [200, 200, 429, 200], 'one IPv6 network is one address');
    await app.close();
  });
});
