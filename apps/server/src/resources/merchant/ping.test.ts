import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const METHODS = 'access-control-allow-methods';
const answering =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end();

describe('the ping of the purchase notification URL', () => {
  let server: TestServer;
  let owner: Client;
  let answer: RequestListener;
  const asked: { method: string; headers: Record<string, unknown>; body: string }[] = [];
  const shop = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      asked.push({ method: request.method!, headers: request.headers, body });
      answer(request, response);
    });
  });
  let url: string;

  before(async () => {
    server = await testServer({ settings: { CALLBACK_ALLOW: '127.0.0.1' } });
    owner = await server.person({ merchantId: await server.merchantId('Amber & Oak') });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/payments`;
  });
  after(async () => {
    shop.close();
    await server.close();
  });

  const ping = (given: unknown = url, client = owner) =>
    client.call('POST /api/user-merchant/payment-notification-callback', {
      body: { purchaseNotificationUrl: given },
    });

  test('API-93, MM-27, MM-28 an OPTIONS request arrives, without credentials; status, headers and timing come back', async () => {
    answer = answering(200, { [METHODS]: 'GET, PUT', server: 'shop/1' });
    const { status, body } = await ping();
    assert.equal(status, 200);
    assert.equal(body.status, 200);
    assert.ok(body.durationMs >= 0 && body.durationMs < 5000);
    assert.deepEqual(
      body.headers.find(({ name }) => name === 'server'),
      { name: 'server', value: 'shop/1' },
    );
    const [request] = asked.splice(0);
    assert.equal(request!.method, 'OPTIONS');
    assert.equal(request!.body, '');
    assert.equal(request!.headers['access-control-request-method'], 'PUT');
    assert.equal(request!.headers['authorization'], undefined);
    assert.equal(request!.headers['cookie'], undefined);
  });

  test('MM-30, SB-29 PUT counts in any case and anywhere in the list, and nothing that only holds it', async () => {
    for (const methods of ['PUT', 'put', 'GET,Put', 'GET , PUT , POST', 'OPTIONS,PUT']) {
      answer = answering(200, { [METHODS]: methods });
      assert.equal((await ping()).status, 200, methods);
    }
    for (const methods of ['', 'GET', 'PUTS', 'OUTPUT', 'GET PUT', '*', 'PUT;GET']) {
      answer = answering(200, { [METHODS]: methods });
      const { status, error } = await ping();
      assert.equal(status, 400, methods);
      assert.match(
        error.errors[0]!.message,
        /^Access-Control-Allow-Methods of the answer does not/,
      );
    }
    answer = answering(200);
    assert.match((await ping()).error.errors[0]!.message, /^The answer has no Access-Control/);
  });

  test('MM-29, SB-29 only 200 will do; the refusal stands on the field and says why, then what was answered', async () => {
    for (const status of [201, 204, 301, 307, 400, 401, 404, 405, 500, 503]) {
      answer = answering(status, { [METHODS]: 'PUT', location: url, 'x-of': 'shop' });
      asked.length = 0;
      const refused = await ping();
      assert.equal(refused.status, 400, String(status));
      const [{ field, message } = { field: '', message: '' }, ...more] = refused.error.errors;
      assert.equal(field, 'purchaseNotificationUrl');
      assert.deepEqual(more, []);
      const lines = message.split('\n');
      assert.equal(lines[0], `The address answered ${status}, and 200 is expected`);
      assert.match(lines[1]!, new RegExp(`^Status ${status} after \\d+ ms$`));
      assert.ok(lines.includes('x-of: shop'), message);
      assert.equal(asked.length, 1, 'no redirect is followed');
    }
  });

  test('SB-29 addresses inside are refused before anybody is asked, and never told apart from others of their kind', async () => {
    asked.length = 0;
    const strict = await testServer();
    const person = await strict.person({ merchantId: await strict.merchantId('Amber & Oak') });
    const port = new URL(url).port;
    const reasons = new Set<string>();
    for (const inside of [
      url,
      `http://localhost:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
    ]) {
      const { status, error } = await ping(inside, person);
      assert.equal(status, 400, inside);
      assert.equal(error.errors[0]!.field, 'purchaseNotificationUrl');
      reasons.add(error.errors[0]!.message.split('\n')[0]!);
    }
    assert.deepEqual([...reasons].sort(), [
      'The address is not one of the public internet',
      'The host localhost leads to an address that is not of the public internet',
    ]);
    assert.equal(asked.length, 0);
    await strict.close();
  });

  test('API-93, MM-17, MM-18 an empty or wrong URL is refused like when it is saved', async () => {
    for (const [given, message] of [
      ['', 'Purchase Notification URL is required'],
      ['abc', 'URL is invalid'],
    ])
      assert.deepEqual((await ping(given)).error.errors, [
        { field: 'purchaseNotificationUrl', message },
      ]);
  });

  test('SB-29, SB-46 a ping changes nothing of the merchant, and is written down without the address’s secrets', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const state = () => server.one('select m::text from merchants m where id = $1', [merchantId]);
    const before = await state();
    answer = answering(200, { [METHODS]: 'PUT' });
    await ping(`${url}/other`);
    assert.deepEqual(await state(), before);
    const { details } = await server.one<{ details: object }>(
      `select details from audit_logs where action = 'PING' order by created_date desc, id desc limit 1`,
    );
    assert.deepEqual(details, { host: new URL(url).host });
  });

  test('SB-07, SB-29 sixty a minute are a merchant’s, whoever of its people asks; another has its own', async () => {
    answer = answering(200, { [METHODS]: 'PUT' });
    const now = { at: new Date('2026-11-20T12:00:00Z') };
    const counting = await testServer({
      settings: { CALLBACK_ALLOW: '127.0.0.1' },
      now: () => now.at,
    });
    const merchantId = await counting.merchantId('Amber & Oak');
    const people = [
      await counting.person({ merchantId }),
      await counting.person({ merchantId }),
    ] as const;
    const other = await counting.person({
      merchantId: await counting.merchantId('Baltic Books'),
    });
    for (let nth = 0; nth < 60; nth++)
      assert.equal((await ping(url, people[nth % 2])).status, 200, String(nth));
    asked.length = 0;
    for (const person of people) {
      const refused = await ping(url, person);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0);
    }
    assert.equal(asked.length, 0);
    assert.equal((await ping(url, other)).status, 200);
    now.at = new Date(now.at.getTime() + 60_000);
    assert.equal((await ping(url, people[0])).status, 200);
    await counting.close();
  });
});
