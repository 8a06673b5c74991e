import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { tasksOf } from '../../resources.ts';
import { CHANGES, type Changing } from '../../testing/changes.ts';
import { insertPayment, markSuccessful, read, refund, reverse } from '../../testing/money.ts';
import { testServer, TRYING_OUT, type Client, type TestServer } from '../../testing/server.ts';

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('Idempotency-Key', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  let operator: Client;

  before(async () => {
    server = await testServer({ settings: { ACQUIRER_TIMEOUT_MS: '20000' } });
    merchantId = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
    operator = await server.as('operator@amber.test');
  });
  after(() => server.close());

  const payment = () => insertPayment(server, { merchantId });
  const refunds = async (id: string) =>
    Number(
      (
        await server.one<{ count: bigint }>(
          'select count(*) from transactions where refunded_transaction_id = $1',
          [id],
        )
      ).count,
    );

  test('AM-102, SB-19 the same key and body: the same result and one refund, by PUT or POST, fields in any order', async () => {
    const id = await payment();
    const first = await refund(owner, id, 10, { refundNote: 'n' }, keyed('a'));
    const again = await refund(owner, id, 10, { refundNote: 'n' }, keyed('a'));
    const posted = await owner.call('POST /api/transactions/{id}/actions/refund', {
      params: { id: id.toUpperCase() },
      body: { refundNote: 'n', refundReason: 'OTHER_REFUND', currency: 'EUR', amount: 10.0 },
      ...keyed('a'),
    });
    assert.equal(first.status, 200);
    for (const reply of [again, posted]) {
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.body.refunds, first.body.refunds);
    }
    assert.equal(await refunds(id), 1);
  });

  test('AM-102 the same key with another body, action or transaction is refused by its name', async () => {
    const id = await payment();
    const other = await payment();
    const failed = await insertPayment(server, { merchantId, status: 'FAILED' });
    await refund(owner, id, 10, {}, keyed('b'));
    for (const reply of [
      await refund(owner, id, 10.01, {}, keyed('b')),
      await refund(owner, id, 10, { refundReason: 'RETURNED_PRODUCT' }, keyed('b')),
      await refund(owner, id, 10, { refundReason: 'REFUNDED_MANUALLY' }, keyed('b')),
      await refund(owner, id, 10, { refundNote: 'x' }, keyed('b')),
      await refund(owner, other, 10, {}, keyed('b')),
      await reverse(owner, id, 10, {}, keyed('b')),
      await markSuccessful(owner, failed, keyed('b')),
    ]) {
      assert.equal(reply.status, 400);
      assert.equal(reply.error.errors[0]!.field, 'Idempotency-Key');
    }
    assert.equal(await refunds(id), 1);
    assert.equal(await refunds(other), 0);
    assert.equal((await read(owner, failed)).status.name, 'FAILED');
  });

  test('AM-102 what the database ended since others waited for it in a circle is a 503 and done nowhere; the same key does it then', async () => {
    const id = await payment();
    await server.pool.query(`
      create function in_a_circle() returns trigger language plpgsql as
        $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
      create trigger in_a_circle before insert on money_operations
        for each row when (new.amount_cents = 1317) execute function in_a_circle()`);
    const ended = await refund(owner, id, 13.17, {}, keyed('circle'));
    assert.deepEqual([ended.status, ended.headers['retry-after']], [503, '1'], ended.text);
    assert.equal(await refunds(id), 0);
    await server.pool.query('drop function in_a_circle cascade');
    assert.equal((await refund(owner, id, 13.17, {}, keyed('circle'))).status, 200);
    assert.equal(await refunds(id), 1);
  });

  test('AM-102 another person’s same key is another key; without a key each call counts', async () => {
    const id = await payment();
    await refund(owner, id, 10, {}, keyed('c'));
    await refund(operator, id, 10, {}, keyed('c'));
    await refund(owner, id, 10);
    await refund(owner, id, 10);
    assert.equal(await refunds(id), 4);
  });

  test('AM-102, SB-15, SB-18 a reversal and a mark repeat their result too', async () => {
    const id = await payment();
    for (let nth = 0; nth < 3; nth++) {
      const reply = await reverse(owner, id, 60, {}, keyed('d'));
      assert.equal(reply.status, 200);
      assert.equal(reply.body.reversal!.amount, 60);
    }
    const failed = await insertPayment(server, { merchantId, status: 'FAILED' });
    for (let nth = 0; nth < 3; nth++) {
      const reply = await markSuccessful(owner, failed, keyed('e'));
      assert.equal(reply.status, 200);
    }
    const { count } = await server.one<{ count: bigint }>(
      `select count(*) from transaction_logs where transaction_id = $1 and event = 'MARKED_SUCCESSFUL'`,
      [failed],
    );
    assert.equal(count, 1n);
  });

  test('SB-19, SB-15 forty at once with one key: one refund, one answer', async () => {
    const id = await payment();
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => refund(owner, id, 10, {}, keyed('f'))),
    );
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
    const entries = new Set(replies.map(({ body }) => body.refunds[0]!.id));
    assert.equal(entries.size, 1);
    assert.equal(await refunds(id), 1);
    const asked = await server.one<{ count: bigint }>(
      'select count(*) from acquirer_sandbox.requests where transaction_id = $1',
      [id],
    );
    assert.equal(asked.count, 1n);
  });

  test('AM-102 a refused attempt leaves its key free', async () => {
    const id = await payment();
    assert.equal((await refund(owner, id, 100.01, {}, keyed('g'))).status, 400);
    assert.equal((await refund(owner, id, 100, {}, keyed('g'))).status, 200);
  });

  test('AM-102 a key is 1 to 255 printable ASCII characters', async () => {
    const id = await payment();
    for (const key of ['', 'x'.repeat(256), 'ключ', 'a\tb', 'é']) {
      const reply = await refund(owner, id, 1, {}, keyed(key));
      assert.equal(reply.status, 400, JSON.stringify(key));
      assert.deepEqual(
        reply.error.errors.map(({ field }) => field),
        ['Idempotency-Key'],
      );
    }
    assert.equal(await refunds(id), 0);
    for (const key of ['x', '~'.repeat(255), `'; drop table users; -- "{}`])
      assert.equal((await refund(owner, id, 1, {}, keyed(key))).status, 200, key);
  });

  const ageKey = (days: number) =>
    server.pool.query(
      `update idempotency_keys set created_date = now() - make_interval(days => $1) where key = 'old'`,
      [days],
    );

  test('AM-102 a key is known for as many days as staff say, 30 at least, and forgotten after them', async () => {
    const staff = await server.as('admin@paydesk.test');
    const keep = async (value: number) =>
      (
        await staff.call('PUT /api/settings/meta-data/{name}', {
          params: { name: 'retention.idempotency-keys.days' },
          body: { value },
        })
      ).status;
    const houseKeep = () =>
      tasksOf(server.services)
        .find(({ name }) => name === 'housekeeping')!
        .run();
    const id = await payment();
    const again = async (amount: number, days: number) => {
      await ageKey(days);
      await houseKeep();
      const { status } = await refund(owner, id, amount, {}, keyed('old'));
      return [status, await refunds(id)];
    };
    await refund(owner, id, 10, {}, keyed('old'));
    assert.equal(await keep(29), 400);
    assert.deepEqual(await again(10, 29), [200, 1]);
    assert.equal(await keep(60), 200);
    assert.deepEqual(await again(10, 59), [200, 1]);
    assert.equal(await keep(30), 200);
    assert.deepEqual(await again(11, 31), [200, 2]);
    assert.deepEqual(await again(11, 0), [200, 2]);
  });
});

const idOf = ({ body }: { body: unknown }) => (body as { id?: string }).id;
const keyedRows = (Object.entries(table) as [Key, Endpoint][])
  .filter(([, row]) => row.idempotent)
  .map(([key]) => key as Changing);

describe('every call that takes a key', () => {
  let server: TestServer;
  let owner: Client;
  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    owner = await server.as('owner@amber.test');
    // a threshold needs somebody who could agree
    await server.person({ userRole: 'BACKOFFICE_ADMIN' });
  });
  after(() => server.close());

  for (const key of keyedRows)
    test(`AM-102 ${key} sent again is answered as it was, about the same record`, async () => {
      const { by = owner, whose: _, finish, ...options } = await CHANGES[key](server);
      const headers = { ...options.headers, 'idempotency-key': `again ${key}` };
      const first = await by.call(key, { ...options, headers });
      const again = await by.call(key, { ...options, headers });
      assert.equal(first.status, 200, first.text);
      assert.equal(again.status, 200, again.text);
      assert.equal(idOf(again), idOf(first));
      await finish?.();
    });
});
