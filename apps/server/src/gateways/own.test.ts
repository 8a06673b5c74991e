import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sandboxAdapters } from '../sandbox/adapters.ts';
import { tasksOf } from '../resources.ts';
import { insertLender, insertLoan } from '../seed/factories/financing.ts';
import { insertPayment, read, refund } from '../testing/money.ts';
import { insertHeld } from '../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';
import { gatewayServer } from './protocol/server.ts';
import { prepareSandboxes } from './sandboxes.ts';

const MERCHANTS_SECRET = 'the secret of Amber and of its own acquirer';
const INSTITUTIONS_SECRET = 'the secret of Coast Credit and its own core';
const TIMEOUT_MS = 1000;

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('a merchant’s own acquirer and an institution’s own gateway', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let amber: string;
  let address = '';
  let base = '';
  /** Whom the gateway is called under, and by which secret it knows them. */
  const secrets = new Map<string, string>();
  const asked: string[] = [];
  let gateway: ReturnType<typeof gatewayServer>;
  let books: ReturnType<typeof sandboxAdapters>;
  before(async () => {
    server = await testServer({
      demo: false,
      publicUrl: () => address,
      settings: { ACQUIRER_TIMEOUT_MS: String(TIMEOUT_MS), CALLBACK_ALLOW: '127.0.0.1' },
    });
    await prepareSandboxes(server.url);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    books = sandboxAdapters({
      databaseUrl: server.url,
      timeoutMs: TIMEOUT_MS,
      lateMs: TIMEOUT_MS + 200,
    });
    gateway = gatewayServer({
      adapters: books.adapters,
      secretOf: (keyId) => {
        asked.push(keyId);
        return secrets.get(keyId) ?? null;
      },
    });
    base = await listening(gateway.server);
    staff = await server.as('admin@paydesk.test');
    owner = await server.as('owner@amber.test');
    amber = await server.merchantId('Amber & Oak');
    secrets.set(`acquirer:${amber}`, MERCHANTS_SECRET);
  });
  after(async () => {
    await gateway.close();
    await books.close();
    await server.close();
  });

  const setAcquirer = (body: object) =>
    staff.call('POST /api/merchants/{id}/actions/set-acquirer', { params: { id: amber }, body });

  const refused = async (body: object, field: string) => {
    const { status, text } = await setAcquirer(body);
    assert.equal(status, 400);
    assert.equal((JSON.parse(text) as { errors: [{ field: string }] }).errors[0].field, field);
  };

  test('AM-102, AM-103, AT-05 moves that merchant’s money and no other’s, and keeps what it was asked though another is set', async () => {
    const id = await insertPayment(server, { merchantId: amber, amountCents: 3_000_000n });
    const baltic = await insertPayment(server, {
      merchantId: await server.merchantId('Baltic Books'),
    });
    assert.equal((await read(owner, id)).acquirerMissing, true);
    const set = await setAcquirer({ url: `${base}/acquirer/`, secret: MERCHANTS_SECRET });
    assert.equal(set.body.acquirerUrl, `${base}/acquirer`);
    assert.equal((await read(owner, id)).acquirerMissing, false);

    assert.equal((await refund(owner, id, 12.5)).body.refundedAmount, 12.5);
    assert.deepEqual([...new Set(asked)], [`acquirer:${amber}`]);
    assert.deepEqual(
      await server.all(
        'select direction, http_status from soap_logs where transaction_id = $1 order by created_date',
        [id],
      ),
      [
        { direction: 'REQUEST', http_status: null },
        { direction: 'RESPONSE', http_status: 200 },
      ],
    );
    const other = await server.as('owner@baltic.test');
    assert.match((await refund(other, baltic, 1)).text, /No acquirer is set up/);

    // done, and the answer is lost: asked again where it went, not where it would go now
    assert.equal((await refund(owner, id, 9999.03)).status, 202);
    await setAcquirer({ url: `${base}/elsewhere`, secret: MERCHANTS_SECRET });
    const resolve = tasksOf(server.services).find(({ name }) => name === 'resolve-pending-money')!;
    await server.pool.query(
      `update money_operations set next_attempt_date = now() - interval '1 second' where settled_date is null`,
    );
    await resolve.run();
    assert.equal((await read(owner, id)).pendingAmount, 9999.03, 'another one is not believed');
    await setAcquirer({ url: `${base}/acquirer`, secret: MERCHANTS_SECRET });
    await server.settleEverything();
    assert.equal((await read(owner, id)).refundedAmount, 12.5 + 9999.03);

    // its late answer comes by its own secret
    assert.equal((await refund(owner, id, 9999.04)).status, 202);
    for (let tries = 0; tries < 300 && (await read(owner, id)).pendingAmount; tries++)
      await wait(50);
    assert.equal((await read(owner, id)).pendingAmount, 0);
  });

  test('AT-05 the logs name no address that a payment was not sent to, whatever its merchant has since', async () => {
    await setAcquirer({ url: `${base}/acquirer`, secret: MERCHANTS_SECRET });
    const id = await insertHeld(server, amber, 'AUTHORISED');
    await server.pool.query(
      `insert into soap_logs (id, transaction_id, merchant_id, direction, operation, payload, created_date)
       values (gen_random_uuid(), $1, $2, 'REQUEST', 'Authorise', '{}', now())`,
      [id, amber],
    );
    const addressOf = async () => {
      const { body } = await staff.call('GET /api/soap-logs', { query: { f_transactionId: id } });
      return body.content.map((row) => row.address);
    };
    assert.deepEqual(await addressOf(), [null], 'it went to the one of the installation');
    await server.pool.query('update payment_attempts set gateway = null where id = $1', [id]);
    assert.deepEqual(await addressOf(), [`${base}/acquirer`]);
  });

  test('SB-47 the secret is told to nobody, a short one and an open address are refused, and a demo has none', async () => {
    const url = 'https://acquirer.firm.test/v1';
    await refused({ url, secret: 'short' }, 'secret');
    await refused({ url: 'http://acquirer.firm.test/v1', secret: MERCHANTS_SECRET }, 'url');
    await refused({ url: 'javascript:alert(1)', secret: MERCHANTS_SECRET }, 'url');
    const { sealed } = await server.one<{ sealed: Buffer }>(
      'select sealed from merchant_acquirer_secrets where merchant_id = $1',
      [amber],
    );
    assert.ok(!sealed.includes(MERCHANTS_SECRET));
    const everywhere = [
      (await staff.call('GET /api/merchants/{id}', { params: { id: amber } })).text,
      (await staff.call('GET /api/audit-logs/users', { query: { size: '200' } })).text,
      server.logLines.join(''),
      JSON.stringify(await server.all('select * from audit_logs')),
    ];
    for (const text of everywhere) assert.ok(!text.includes(MERCHANTS_SECRET));
    const removed = await staff.call('POST /api/merchants/{id}/actions/remove-acquirer', {
      params: { id: amber },
    });
    assert.equal(removed.body.acquirerUrl, null);
    assert.deepEqual(await server.all('select * from merchant_acquirer_secrets'), []);
    const demo = await testServer();
    try {
      const answer = await (
        await demo.as('admin@paydesk.test')
      ).call('POST /api/merchants/{id}/actions/set-acquirer', {
        params: { id: await demo.merchantId('Amber & Oak') },
        body: { url, secret: MERCHANTS_SECRET },
      });
      assert.equal(answer.status, 400);
      assert.match(answer.text, /This is a demo/);
    } finally {
      await demo.close();
    }
  });

  test('SB-39 an institution of its own is asked there, and decides there', async () => {
    const { institution, product } = await insertLender(server.pool);
    assert.ok(product.id);
    const { id } = await insertLoan(server.pool, {
      merchantId: amber,
      status: 'CONFIRMED',
      financingInstitutionId: institution.id,
    });
    const path = '/api/financing/consumer-credits/{id}';
    const loan = async () => (await owner.call(`GET ${path}`, { params: { id } })).body;
    assert.equal((await loan()).institutionMissing, true);
    secrets.set(`institution:${institution.id}`, INSTITUTIONS_SECRET);
    const set = await staff.call(
      'POST /api/financing/financing-institutions/{id}/actions/set-gateway',
      {
        params: { id: institution.id },
        body: { url: `${base}/institution`, secret: INSTITUTIONS_SECRET },
      },
    );
    assert.equal(set.body.gatewayUrl, `${base}/institution`);
    const { amount, institutionMissing } = await loan();
    assert.equal(institutionMissing, false);
    const requested = await owner.call(`POST ${path}/refund-requests`, {
      params: { id },
      body: { amount, reason: 'OTHER' },
    });
    assert.equal(requested.status, 200, requested.text);
    const deliver = tasksOf(server.services).find(({ name }) => name === 'deliver-credit-refunds')!;
    await deliver.run();
    // it decides later, and says so by its own secret: no task asks here
    const requests = () =>
      server.all<{ status: string }>(
        `select status, gateway, institution_reference is not null as told
         from consumer_credits_refunds where consumer_credit_id = $1`,
        [id],
      );
    for (let tries = 0; tries < 300 && (await requests())[0]!.status === 'REQUESTED'; tries++)
      await wait(50);
    assert.deepEqual(await requests(), [
      { status: 'CONFIRMED', gateway: `${base}/institution`, told: true },
    ]);
  });
});
