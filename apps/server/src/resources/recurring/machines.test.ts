import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { machine } from '../../testing/machines.ts';
import { insertAgreed, insertDue, nextDayOf } from '../../testing/recurring.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const status = (reply: { body: unknown }) =>
  (reply.body as { status: { name: string } }).status.name;

describe('recurring payments by a merchant’s own systems', () => {
  let server: TestServer;
  let merchantId: string;
  let shop: Client;
  let stranger: Client;
  before(async () => {
    server = await testServer({ clock: true });
    merchantId = await server.merchantId('Amber & Oak');
    shop = await machine(server, merchantId);
    stranger = await machine(server, await server.merchantId('Baltic Books'));
  });
  after(() => server.close());

  type What = 'pause' | 'resume' | 'cancel' | 'charge' | 'amount';
  const act = (id: string, what: What, body: object = {}, by = shop) =>
    by.call(`POST /api/merchant-api/recurring/{id}/${what}`, {
      params: { id },
      ...(what !== 'resume' && { body }),
    } as never);
  const charged = async (id: string) =>
    (
      await server.one<{ n: number }>(
        `select count(*)::int as n from recurring_charges where recurring_payment_id = $1`,
        [id],
      )
    ).n;
  const run = () =>
    tasksOf(server.services)
      .find(({ name }) => name === 'charge-what-is-asked')!
      .run();

  test('AM-14, AM-122, SB-32 are read and changed, each call as good as ten of it, and another merchant finds none', async () => {
    const { id } = await insertAgreed(server, merchantId);
    const listed = await shop.call('GET /api/merchant-api/recurring', { query: { f_id: id } });
    assert.deepEqual(
      listed.body.content.map((one) => one.id),
      [id],
    );
    assert.ok(!('customerId' in listed.body.content[0]!));
    assert.deepEqual(
      (await stranger.call('GET /api/merchant-api/recurring', { query: { f_id: id } })).body
        .content,
      [],
    );
    const params = { id };
    assert.equal((await shop.call('GET /api/merchant-api/recurring/{id}', { params })).status, 200);
    assert.equal(
      (await stranger.call('GET /api/merchant-api/recurring/{id}', { params })).status,
      404,
    );
    for (const what of ['pause', 'resume', 'cancel', 'charge', 'amount'] as const) {
      const body = { charge: { dueDay: '2026-01-31' }, amount: { amount: 1 } }[what as 'charge'];
      assert.equal((await act(id, what, body, stranger)).status, 404, what);
    }
    const paused = await Promise.all(Array.from({ length: 10 }, () => act(id, 'pause')));
    assert.deepEqual(new Set(paused.map(status)), new Set(['SUSPENDED']));
    const resumed = await Promise.all(Array.from({ length: 10 }, () => act(id, 'resume')));
    assert.deepEqual(new Set(resumed.map(status)), new Set(['ACTIVE']));
    assert.equal((await act(id, 'amount', { amount: 16.5 })).status, 200);
    for (const amount of [20.01, 0, -1, '16', null])
      assert.equal((await act(id, 'amount', { amount })).error.errors[0]?.field, 'amount');

    const dueDay = await nextDayOf(server, id);
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => act(id, 'charge', { dueDay })),
    );
    assert.deepEqual(new Set(asked.map((reply) => reply.status)), new Set([200]));
    await Promise.all([run(), run()]);
    assert.equal((await act(id, 'charge', { dueDay })).status, 200);
    await run();
    assert.equal(await charged(id), 1, 'a day is charged once');
    for (const day of ['', '2026-02-30', '31.01.2026', null, 7])
      assert.equal((await act(id, 'charge', { dueDay: day })).status, 400, String(day));
    assert.equal((await act(id, 'charge', {})).status, 400);

    const told = await server.all<{ action: string; by: string }>(
      `select action, user_name as by from audit_logs where entity_id = $1 and result in ('SUCCESS', 'PENDING') and user_name <> 'Acquirer' order by id`,
      [id],
    );
    assert.deepEqual(
      told.map(({ action }) => action),
      ['PAUSE', 'RESUME', 'CHANGE_AMOUNT', 'CHARGE_NOW'],
    );
    assert.ok(told.every(({ by }) => by.startsWith('API key')));
    const over = await Promise.all(Array.from({ length: 10 }, () => act(id, 'cancel')));
    assert.deepEqual(new Set(over.map(status)), new Set(['CANCELLED']));
    assert.equal((await act(id, 'resume')).status, 400);
  });

  test('AM-122 what its payer paused its payer alone resumes; a missed day is charged by its name', async () => {
    const { id: theirs } = await insertAgreed(server, merchantId, {
      status: 'SUSPENDED',
      suspendReason: 'PAUSED_BY_CUSTOMER',
    });
    assert.equal((await act(theirs, 'resume')).status, 400);
    const { id } = await insertAgreed(server, merchantId);
    await insertDue(server, merchantId, id, 'MISSED', '2026-01-31');
    assert.equal((await act(id, 'charge', { dueDay: '2026-01-31' })).status, 200);
    await run();
    assert.equal(await charged(id), 1);
  });
});
