import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { isSignedBy, readSignature } from './platform/auth/signatures.ts';
import { QUICK_ATTEMPTS } from './domain/callbacks/tasks.ts';
import { tasksOf } from './resources.ts';
import { insertPurchase } from './seed/factories.ts';
import { insertOrder } from './seed/factories/orders.ts';
import { machine, newOrder } from './testing/machines.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

interface Heard {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Verifier = (call: Heard, certificate: string, now?: Date) => boolean;

/** What a document says, element by element. */
const said = (xml: string) =>
  Object.fromEntries(
    [...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, key, text]) => [key, text]),
  );

const signatureOf = ({ method, url: targetUri, headers, body }: Heard) =>
  readSignature(
    { method, targetUri, header: (name) => (headers[name] as string) ?? null, body },
    new Date(),
  );

describe('callbacks', () => {
  let server: TestServer;
  let owner: Client;
  let admin: Client;
  let amber: string;
  let base: string;
  const heard: Heard[] = [];
  let answer = 200;
  let location: string | undefined;
  const shop = createServer((request, response) => {
    const answered = async () => {
      let body = '';
      for await (const part of request) body += part;
      const { method = '', url = '', headers } = request;
      heard.push({ method, url: base + url, headers, body });
      response.writeHead(answer, location ? { location } : {}).end();
    };
    void answered();
  });

  before(async () => {
    server = await testServer({ settings: { CALLBACK_ALLOW: '127.0.0.1' } });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    owner = await server.as('owner@amber.test');
    admin = await server.as('admin@paydesk.test');
    amber = await server.merchantId('Amber & Oak');
    await server.pool.query('update merchants set purchase_notification_url = $2 where id = $1', [
      amber,
      `${base}/notify?shop=1`,
    ]);
  });
  beforeEach(async () => {
    await server.pool.query(`delete from outbox where kind = 'CALLBACK'`);
    heard.length = 0;
    answer = 200;
    location = undefined;
  });
  after(async () => {
    shop.close();
    await server.close();
  });

  const task = (name: string) => tasksOf(server.services).find((one) => one.name === name)!;
  /** Every pause is over: that of the message, and that of the address. */
  const due = () =>
    server.pool.query(
      `update outbox set due_date = now() - interval '1 second'; update callback_lanes set open_until = null`,
    );
  const deliver = () => task('deliver-callbacks').run();
  const retry = () => task('retry-callbacks').run();
  const decide = (id: string, what: 'approve' | 'reject', client = owner) =>
    client.call(`PUT /api/orders/{id}/${what}`, { params: { id } });
  const pending = () => insertOrder(server.pool, { merchantId: amber, status: 'PENDING' });
  const provider = async () =>
    (await owner.call('GET /api/service-provider/certificateInfo')).body as {
      id: string;
      certificate: string;
      publicKey: string;
    };

  test('AM-48 a callback is signed with the service provider’s key, as calls to us are signed', async () => {
    const { id } = await pending();
    assert.equal((await decide(id, 'approve')).status, 200);
    await deliver();
    const [call, ...more] = heard;
    assert.deepEqual(more, []);
    const { id: keyId, certificate, publicKey } = await provider();
    const signature = signatureOf(call!);
    assert.equal(signature.keyId, keyId);
    assert.ok(isSignedBy(signature, publicKey));
    assert.equal(
      new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }),
      createPublicKey(publicKey).export({ type: 'spki', format: 'pem' }),
    );
  });

  test('AM-48 the documented verifier takes what we send, and nothing that was changed, old or of another', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/merchant-api.md'), 'utf8');
    const code = [...text.matchAll(/```ts\n([^]*?)\n```/g)].map(([, block]) => block!);
    const source = stripTypeScriptTypes(code.find((block) => block.includes('isFromPaydesk'))!);
    const { isFromPaydesk } = (await import(
      `data:text/javascript,${encodeURIComponent(source)}`
    )) as { isFromPaydesk: Verifier };
    const { id } = await pending();
    await decide(id, 'approve');
    await deliver();
    const call = heard[0]!;
    const { certificate } = await provider();
    assert.equal(isFromPaydesk(call, certificate), true);
    const changed: Partial<Heard>[] = [
      { body: call.body.replace('VERIFIED', 'REJECTED') },
      { url: `${base}/notify?shop=2` },
      { method: 'POST' },
      { headers: {} },
      { headers: { ...call.headers, signature: 'sig=:AAAA:' } },
    ];
    for (const part of changed)
      assert.equal(isFromPaydesk({ ...call, ...part }, certificate), false, JSON.stringify(part));
    assert.equal(isFromPaydesk(call, certificate, new Date(Date.now() + 301_000)), false);
    const { certificate: another } = await server.one<{ certificate: string }>(
      'select certificate from certificates limit 1',
    );
    assert.equal(isFromPaydesk(call, another), false);
  });

  test('AM-48 it is signed for the address as it is called, however that was typed', async () => {
    const { publicKey } = await provider();
    for (const typed of [base, `${base}/zahlung ä?x=1#notify`]) {
      await server.pool.query('update merchants set purchase_notification_url = $2 where id = $1', [
        amber,
        typed,
      ]);
      heard.length = 0;
      const { id } = await pending();
      await decide(id, 'approve');
      await deliver();
      const [call] = heard;
      const signature = signatureOf(call!);
      assert.ok(isSignedBy(signature, publicKey), `${typed} is called as ${call!.url}`);
    }
    await server.pool.query('update merchants set purchase_notification_url = $2 where id = $1', [
      amber,
      `${base}/notify?shop=1`,
    ]);
  });

  test('AM-48, SB-29 a shop that has moved has not taken it: a 301 is not followed, and tried again', async () => {
    answer = 301;
    location = `${base}/elsewhere`;
    const { id } = await pending();
    assert.equal((await decide(id, 'approve')).status, 200);
    await deliver();
    const { delivered_date } = await server.one<{ delivered_date: string | null }>(
      `select delivered_date from outbox where kind = 'CALLBACK'`,
    );
    assert.equal(delivered_date, null);
    answer = 200;
    location = undefined;
    await due();
    await retry();
    await deliver();
    assert.deepEqual(
      heard.map(({ url }) => url),
      [`${base}/notify?shop=1`, `${base}/notify?shop=1`],
    );
  });

  test('AM-48, SB-36 an order that is made, approved or rejected is told, and stands in the exchange logs under it', async () => {
    const order = newOrder({ externalOrderNumber: 'AO-77' });
    const client = await machine(server, amber);
    const made = await client.call('POST /api/merchant-api/orders', { body: order });
    assert.equal(made.status, 200, made.text);
    // the same again makes nothing, and tells nothing
    await client.call('POST /api/merchant-api/orders', { body: order });
    const { id } = made.body;
    assert.equal((await decide(id, 'reject', admin)).status, 200);
    assert.equal((await decide(id, 'reject')).status, 400);
    await deliver();
    const told = heard.map(({ body }) => said(body)).filter(({ orderId }) => orderId === id);
    assert.deepEqual(told.map(({ status }) => status).toSorted(), ['PENDING', 'REJECTED']);
    const { eventId, changed, ...rejected } = told.find(({ status }) => status === 'REJECTED')!;
    assert.ok(Date.parse(changed!) > Date.now() - 60_000);
    assert.deepEqual(rejected, {
      orderId: id,
      externalId: order.externalId,
      orderNumber: 'AO-77',
      purchaseId: made.body.purchaseId,
      status: 'REJECTED',
      amount: '130.99',
      currency: 'EUR',
      reasonCode: 'MANUAL_REJECT',
    });
    for (const reader of [owner, admin]) {
      const query = { f_orderId: id, sort: 'createdDate,ASC' };
      const { content } = (await reader.call('GET /api/exchange-logs', { query })).body;
      // what was asked for and what we said stand before what was told
      assert.deepEqual(
        content.map(({ xmlType }) => xmlType),
        ['PMTREQ', 'PMTRESP', 'PURCHCOMPLREQ', 'PURCHCOMPLREQ'],
      );
      assert.ok(content.every(({ purchaseId }) => purchaseId === made.body.purchaseId));
      assert.ok(content.some((row) => row.id === eventId && row.xml.includes('REJECTED')));
    }
    const baltic = await server.as('owner@baltic.test');
    const theirs = await baltic.call('GET /api/exchange-logs', { query: { f_orderId: id } });
    assert.equal(theirs.body.totalElements, 0);
  });

  test('EL-09, AM-48 the exchange log says of each message whether it arrived, and at which attempt', async () => {
    const { id } = await insertPurchase(server.pool, { merchantId: amber, status: 'UNSIGNED' });
    const fate = async (client = owner) => {
      const query = { f_purchaseId: id, f_xmlType: 'PURCHCOMPLREQ' };
      const { content } = (await client.call('GET /api/exchange-logs', { query })).body;
      return content.map(({ outcome, outcomeDetail, attempts, outcomeDate }) => [
        outcome,
        outcomeDetail,
        attempts,
        Math.abs(Date.parse(outcomeDate!) - Date.now()) < 60_000,
      ]);
    };
    answer = 503;
    await admin.call('POST /api/purchases/{id}/actions/cancel', { params: { id }, body: {} });
    await deliver();
    assert.deepEqual(await fate(), [['FAILED', 'The address answered 503', 1, true]]);
    const query = { f_outcome: 'FAILED', f_purchaseId: id };
    const failed = async () =>
      (await owner.call('GET /api/exchange-logs', { query })).body.totalElements;
    assert.equal(await failed(), 1);
    answer = 204;
    await due();
    await deliver();
    for (const client of [owner, admin])
      assert.deepEqual(await fate(client), [['DELIVERED', 'The address answered 204', 2, true]]);
    assert.equal(await failed(), 0);
  });

  test('AM-14, AM-48 after the quick attempts a task of its own goes on, and counts what it tried and what failed', async () => {
    const { id } = await insertPurchase(server.pool, { merchantId: amber, status: 'UNSIGNED' });
    answer = 503;
    await admin.call('POST /api/purchases/{id}/actions/cancel', { params: { id }, body: {} });
    for (let nth = 0; nth < QUICK_ATTEMPTS; nth++) {
      await due();
      assert.deepEqual(await retry(), { processed: 0, failed: 0 }, 'not its own yet');
      await deliver();
    }
    assert.equal(heard.length, QUICK_ATTEMPTS);
    await due();
    await deliver();
    assert.equal(heard.length, QUICK_ATTEMPTS, 'no longer of the quick ones');
    assert.deepEqual(await retry(), { processed: 1, failed: 1, why: 'The address answered 503' });
    assert.deepEqual(await retry(), { processed: 0, failed: 0 }, 'not due again at once');
    const status = async () =>
      (await admin.call('GET /api/purchases/{id}', { params: { id } })).body.lastCallbackStatus!
        .name;
    assert.equal(await status(), 'ERROR');
    answer = 200;
    await due();
    assert.deepEqual(
      await Promise.all([retry(), retry()]).then((runs) =>
        runs.map((figures) => (figures as { processed: number }).processed).toSorted(),
      ),
      [0, 1],
    );
    assert.equal(await status(), 'OK');
    assert.equal(new Set(heard.map(({ body }) => body)).size, 1, 'the same words each time');
    const { n } = await server.one<{ n: number }>(
      'select count(*)::int as n from exchange_logs where purchase_id = $1',
      [id],
    );
    assert.equal(n, 1);
  });
});
