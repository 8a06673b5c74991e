import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { insertAgreed } from '../../testing/recurring.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('what people do to a recurring payment', () => {
  let server: TestServer;
  let owner: Client;
  let merchantId: string;
  before(async () => {
    server = await testServer({ clock: true });
    owner = await server.as('owner@amber.test');
    merchantId = await server.merchantId('Amber & Oak');
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
  });
  after(() => server.close());

  const run = (name: string) =>
    tasksOf(server.services)
      .find((one) => one.name === name)!
      .run();
  const read = async (id: string, by = owner) =>
    (await by.call('GET /api/recurring/{id}', { params: { id } })).body;
  const act = (id: string, what: 'charge' | 'pause' | 'resume' | 'cancel' | 'amount', body = {}) =>
    owner.call(`POST /api/recurring/{id}/actions/${what}`, { params: { id }, body } as never);
  const paid = async (id: string) =>
    (
      await server.one<{ n: number }>(
        `select count(*)::int as n from transactions where recurring_payment_id = $1 and status = 'SUCCESS'`,
        [id],
      )
    ).n;

  test('AM-122 paused it is SUSPENDED, by whom stands on it, nobody is charged for what came meanwhile; resumed it goes on from its next day; cancelled for good', async () => {
    const { id } = await insertAgreed(server, merchantId, {
      nextChargeAt: new Date(Date.now() + 3 * 86_400_000),
    });
    const paused = await act(id, 'pause', { note: 'On holiday' });
    assert.deepEqual(
      [paused.body.status.name, paused.body.suspendReason, paused.body.nextChargeAt],
      ['SUSPENDED', 'PAUSED_BY_MERCHANT', null],
    );
    assert.equal((await act(id, 'pause')).status, 400);
    await server.services.clock.move!(5 * 86_400);
    await run('charge-recurring-payments');
    const resumed = await act(id, 'resume');
    assert.deepEqual([resumed.body.status.name, resumed.body.suspendReason], ['ACTIVE', null]);
    await run('charge-recurring-payments');
    assert.equal(await paid(id), 0, 'what came while it was paused is not caught up');
    assert.equal(resumed.body.openDues, 0);
    assert.ok(Date.parse(resumed.body.nextChargeAt!) > server.services.now().getTime());
    assert.equal((await act(id, 'cancel')).body.status.name, 'CANCELLED');
    for (const what of ['pause', 'resume', 'cancel', 'charge'] as const)
      assert.equal((await act(id, what)).status, 400, what);
    const told = await server.all<{ action: string }>(
      `select action from audit_logs where entity_id = $1 and result = 'SUCCESS' order by id`,
      [id],
    );
    assert.deepEqual(
      told.map(({ action }) => action),
      ['PAUSE', 'RESUME', 'CANCEL'],
    );
  });

  test('AM-102 charged now by ten at once and once more it is charged once, in place of its next day', async () => {
    const { id } = await insertAgreed(server, merchantId);
    const day = (await read(id)).nextDueDay!;
    await Promise.all(Array.from({ length: 10 }, () => act(id, 'charge')));
    await Promise.all([run('charge-what-is-asked'), run('charge-what-is-asked')]);
    assert.equal((await act(id, 'charge')).status, 400, 'it was charged a moment ago');
    await run('charge-what-is-asked');
    assert.equal(await paid(id), 1);
    const then = await read(id);
    assert.deepEqual([then.count, then.totalAmount], [1, 14.99]);
    assert.ok(then.nextDueDay! > day);
    const query = { f_recurringPaymentId: id };
    const [due] = (await owner.call('GET /api/recurring-dues', { query })).body.content;
    assert.deepEqual([due!.dueDay, due!.status.name], [day, 'PAID']);
  });

  test('the amount is changed up to what was agreed to, and the next charge takes it', async () => {
    const { id } = await insertAgreed(server, merchantId);
    const refused = await act(id, 'amount', { amount: 20.01 });
    assert.deepEqual(refused.error.errors, [
      { field: 'amount', message: 'The customer agreed to at most 20.00 EUR' },
    ]);
    assert.equal((await act(id, 'amount', { amount: 20 })).body.amount, 20);
    await act(id, 'charge');
    await run('charge-what-is-asked');
    assert.equal((await read(id)).totalAmount, 20);
  });

  test('another merchant finds none of it, and who only looks on changes nothing', async () => {
    const { id } = await insertAgreed(server, merchantId);
    const params = { id };
    const other = await server.as('owner@baltic.test');
    const technical = await server.as('technical@paydesk.test');
    const pause = (by: Client) =>
      by.call('POST /api/recurring/{id}/actions/pause', { params, body: {} });
    assert.equal((await pause(other)).status, 404);
    assert.equal((await pause(technical)).status, 403);
    assert.equal((await read(id)).status.name, 'ACTIVE');
  });
});
