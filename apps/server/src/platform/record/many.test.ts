import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertOrder } from '../../seed/factories/orders.ts';
import { insertPurchase } from '../../seed/factories.ts';
import { insertMessage } from '../../testing/messages.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const CANCEL = 'POST /api/purchases/many/actions/cancel';
const REJECT = 'POST /api/orders/many/reject';
const NOT_THERE = 'There is no such resource';
const ONLY_PENDING = 'Only a pending order can be rejected; this one is verified';

const ids = (count: number) => Array.from({ length: count }, () => randomUUIDv7());

describe('an action over many', () => {
  let server: TestServer;
  let admin: Client;
  let owner: Client;
  let amber: string;
  let baltic: string;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    owner = await server.as('owner@amber.test');
    amber = await server.merchantId('Amber & Oak');
    baltic = await server.merchantId('Baltic Books');
  });
  after(() => server.close());

  const order = async (merchantId: string, status: 'PENDING' | 'VERIFIED' = 'PENDING') =>
    (await insertOrder(server.pool, { merchantId, status })).id;
  const purchase = async (status: 'SIGNED' | 'SETTLED' = 'SIGNED') =>
    (await insertPurchase(server.pool, { merchantId: amber, status })).id;
  const audits = async (ids: readonly string[], action: string) =>
    (
      await server.all<{ line: string }>(
        `select entity_type || ' ' || result || ' ' || coalesce(details->>'errorCode', '') as line
         from audit_logs where entity_id = any($1::uuid[]) and action = any($2) order by 1`,
        [ids, [action, action.startsWith('CANCEL') ? CANCEL_ONE : REJECT_ONE]],
      )
    ).map(({ line }) => line);
  const CANCEL_ONE = 'POST /api/purchases/{id}/actions/cancel';
  const REJECT_ONE = 'PUT /api/orders/{id}/reject';
  const statuses = async (table: 'orders' | 'purchases', ids: readonly string[]) =>
    (
      await server.all<{ status: string }>(
        `select t.status from unnest($1::uuid[]) with ordinality wanted (id, at)
         join ${table} t using (id) order by at`,
        [ids],
      )
    ).map(({ status }) => status);

  test('OR-12, SB-36 an order whose amount was changed since it was read is not approved, alone or among many', async () => {
    const [one, other, third] = [await order(amber), await order(amber), await order(amber)];
    const amountOf = async (id: string) =>
      (await owner.call('GET /api/orders/{id}', { params: { id } })).body.amount;
    const read = await amountOf(one);
    const seen = [read, await amountOf(other)].map((seenAmount) => ({ seenAmount }));
    // its shopper chose another delivery
    await server.pool.query('update orders set amount_cents = amount_cents + 490 where id = $1', [
      one,
    ]);
    const approve = (id: string, seenAmount: number) =>
      owner.call('PUT /api/orders/{id}/approve', { params: { id }, body: { seenAmount } });
    const stale = await approve(one, read);
    assert.deepEqual([stale.status, stale.error.errorCode], [409, 'STALE']);
    const now = `changed meanwhile: it is ${(await amountOf(one)).toFixed(2)} EUR now`;
    assert.match(stale.error.errors[0]!.message.replaceAll("'", ''), new RegExp(now));
    const MANY = 'POST /api/orders/many/approve';
    const uneven = await owner.call(MANY, { body: { ids: [one, other], seen: seen.slice(1) } });
    assert.equal(uneven.status, 400);
    const { body } = await owner.call(MANY, { body: { ids: [one.toUpperCase(), other], seen } });
    assert.deepEqual(
      body.verdicts.map(({ verdict }) => verdict),
      ['REFUSED', 'DONE'],
    );
    assert.match(body.verdicts[0]!.reason!, /changed meanwhile/);
    // a system that says nothing of it decides as before
    assert.equal(
      (await owner.call(MANY, { body: { ids: [third] } })).body.verdicts[0]!.verdict,
      'DONE',
    );
    assert.equal((await approve(one, await amountOf(one))).status, 200);
    assert.deepEqual(await statuses('orders', [one, other, third]), Array(3).fill('VERIFIED'));
  });

  test('AM-105, SB-01, SB-02 whoever is blocked or loses the right in the middle does no more of them', async () => {
    for (const lose of [
      `update users set status = 'BLOCKED' where id = $1`,
      `update users set user_role = 'MERCHANT_OPERATOR', permissions = '{}' where id = $1`,
      'update sessions set revoked_date = now() where user_id = $1',
    ]) {
      const by = await server.person({ userRole: 'MERCHANT_ADMIN', merchantId: amber });
      const some = await Promise.all(ids(3).map(() => order(amber)));
      // the second is held by somebody else meanwhile
      const held = await server.pool.connect();
      await held.query('begin');
      await held.query('select from orders where id = $1 for update', [some[1]]);
      const reply = by.call(REJECT, { body: { ids: some } });
      const waits = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query ilike '%orders%'`;
      while (!(await server.all(waits)).length) await sleep(20);
      await server.pool.query(lose, [by.userId]);
      await held.query('rollback');
      held.release();
      const { body, status, text } = await reply;
      assert.equal(status, 200, text);
      assert.deepEqual(
        body.verdicts.map(({ verdict }) => verdict),
        ['DONE', 'DONE', 'REFUSED'],
      );
      assert.match(body.verdicts[2]!.reason!, /this one was not done/);
      assert.equal((await statuses('orders', some))[2], 'PENDING');
    }
  });

  test('AM-105, SB-03, SB-46 each record has its verdict and its audit row; a foreign one is as absent', async () => {
    const [mine, done, foreign, absent] = [
      await order(amber),
      await order(amber, 'VERIFIED'),
      await order(baltic),
      randomUUIDv7(),
    ];
    const ids = [mine, done, foreign, absent, mine.toUpperCase()];
    const before = await owner.call('GET /api/orders/many/reject', {
      query: { ids: ids.join(',') },
    });
    assert.deepEqual(before.body, {
      verdicts: [
        { id: mine, verdict: 'POSSIBLE', reason: null },
        { id: done, verdict: 'REFUSED', reason: ONLY_PENDING },
        { id: foreign, verdict: 'REFUSED', reason: NOT_THERE },
        { id: absent, verdict: 'REFUSED', reason: NOT_THERE },
      ],
    });
    assert.deepEqual(await statuses('orders', [mine]), ['PENDING'], 'to ask changes nothing');
    const { status, body } = await owner.call(REJECT, { body: { ids } });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      verdicts: [
        { id: mine, verdict: 'DONE', reason: null },
        { id: done, verdict: 'REFUSED', reason: ONLY_PENDING },
        { id: foreign, verdict: 'REFUSED', reason: NOT_THERE },
        { id: absent, verdict: 'REFUSED', reason: NOT_THERE },
      ],
    });
    assert.deepEqual(await statuses('orders', [mine, done, foreign]), [
      'REJECTED',
      'VERIFIED',
      'PENDING',
    ]);
    assert.deepEqual(await audits([mine, done, foreign, absent], 'REJECT_ORDER'), [
      'ORDER REFUSED NOT_FOUND',
      'ORDER REFUSED NOT_FOUND',
      'ORDER REFUSED VALIDATION_FAILURE',
      'ORDER SUCCESS ',
    ]);
  });

  test('AM-102 a repeat under its key gives the same verdicts and does nothing twice; the key is for this request', async () => {
    const [one, refused] = [await purchase(), await purchase('SETTLED')];
    const body = { ids: [one, refused], reasonNote: 'Twice' };
    const headers = { 'idempotency-key': 'many-again' };
    const first = await admin.call(CANCEL, { body, headers });
    assert.deepEqual(
      first.body.verdicts.map(({ verdict }) => verdict),
      ['DONE', 'REFUSED'],
    );
    // what would be possible by now stays as it was answered
    await server.pool.query(`update purchases set status = 'SIGNED' where id = any($1::uuid[])`, [
      [one, refused],
    ]);
    const again = await admin.call(CANCEL, { body, headers });
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.deepEqual(await statuses('purchases', [one, refused]), ['SIGNED', 'SIGNED']);
    assert.deepEqual(await audits([one, refused], 'CANCEL'), [
      'PURCHASE REFUSED VALIDATION_FAILURE',
      'PURCHASE SUCCESS ',
    ]);
    const other = await admin.call(CANCEL, { body: { ids: [one] }, headers });
    assert.deepEqual(
      [other.status, other.error.errors.map(({ field }) => field)],
      [400, ['Idempotency-Key']],
    );
    const anew = await admin.call(CANCEL, { body });
    assert.deepEqual(
      anew.body.verdicts.map(({ verdict }) => verdict),
      ['DONE', 'DONE'],
    );
  });

  test('AM-102 a call that was cut off goes on under its key with what it had not come to', async () => {
    const ids = [await purchase(), await purchase(), await purchase()];
    const headers = { 'idempotency-key': 'many-cut-off' };
    await server.pool.query(
      `create function cut_off() returns trigger language plpgsql as $$
       begin if new.id = '${ids[1]}' then raise 'cut off'; end if; return new; end $$;
       create trigger cut_off before update on purchases for each row execute function cut_off()`,
    );
    const broken = await admin.call(CANCEL, { body: { ids }, headers });
    assert.equal(broken.status, 500);
    await server.pool.query('drop trigger cut_off on purchases; drop function cut_off');
    assert.deepEqual(await statuses('purchases', ids), ['CANCELLED', 'SIGNED', 'SIGNED']);
    const { body } = await admin.call(CANCEL, { body: { ids }, headers });
    assert.deepEqual(
      body.verdicts.map(({ verdict }) => verdict),
      ['DONE', 'DONE', 'DONE'],
    );
    assert.equal((await audits(ids, 'CANCEL')).length, 3, 'each once');
  });

  test('AM-102, SB-42 two at once: under one key both read the same, under two each record is done by one', async () => {
    const same = await Promise.all(Array.from({ length: 8 }, () => purchase()));
    const headers = { 'idempotency-key': 'many-two' };
    const [left, right] = await Promise.all(
      [0, 1].map(() => admin.call(CANCEL, { body: { ids: same }, headers })),
    );
    assert.deepEqual(left!.body, right!.body);
    assert.ok(left!.body.verdicts.every(({ verdict }) => verdict === 'DONE'));
    assert.deepEqual(
      await audits(same, 'CANCEL'),
      same.map(() => 'PURCHASE SUCCESS '),
    );
    const ids = await Promise.all(Array.from({ length: 8 }, () => purchase()));
    const answers = await Promise.all([
      admin.call(CANCEL, { body: { ids } }),
      admin.call(CANCEL, { body: { ids: ids.toReversed() } }),
    ]);
    for (const id of ids) {
      const verdicts = answers.map(
        ({ body }) => body.verdicts.find((each) => each.id === id)!.verdict,
      );
      assert.deepEqual(verdicts.sort(), ['DONE', 'REFUSED']);
    }
  });

  test('AM-104 from one to a hundred whole ids; fields as for one; the reason of a message is its own', async () => {
    const fields = async (body: unknown) => {
      const reply = await admin.call(CANCEL, { body: body as never });
      return reply.status === 400 && reply.error.errors.map(({ field }) => field);
    };
    assert.deepEqual(await fields({ ids: [] }), ['ids']);
    assert.deepEqual(await fields({}), ['ids']);
    assert.deepEqual(await fields({ ids: ids(101) }), ['ids']);
    assert.deepEqual(await fields({ ids: [randomUUIDv7(), 'x'] }), ['ids[1]']);
    assert.deepEqual(await fields({ ids: ids(1), reasonNote: 'x'.repeat(256) }), ['reasonNote']);
    assert.equal(await fields({ ids: ids(100) }), false);
    const query = { ids: ids(101).join(',') };
    const asked = await admin.call('GET /api/purchases/many/actions/cancel', { query });
    assert.deepEqual([asked.status, asked.error.errors[0]?.field], [400, 'ids']);

    const [callback, mail] = [
      await insertMessage(server, amber),
      await insertMessage(server, amber, { kind: 'MAIL' }),
    ];
    const sent = await admin.call('POST /api/undelivered-messages/many/actions/send-again', {
      body: { ids: [callback, mail] },
    });
    assert.deepEqual(sent.body.verdicts, [
      { id: callback, verdict: 'DONE', reason: null },
      {
        id: mail,
        verdict: 'REFUSED',
        reason: 'It has expired: whoever needs it asks for a new one',
      },
    ]);
  });
});
