import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { buildApp } from '../../platform/http/app.ts';
import { pagesOf } from '../../resources.ts';
import { insertMerchant } from '../../seed/factories.ts';
import { insertWidget, type WidgetGiven } from '../../seed/factories/widgets.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

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
    assert.deepEqual(body, { label: 'Chairs', amount: 49.9, currency: 'EUR', active: true });
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    const labelled = await button(await add({ totalLabel: 'Pay' }));
    assert.deepEqual(labelled.body, { label: 'Pay', amount: null, currency: 'EUR', active: true });
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
