import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose } from './compose.ts';
import { openFromLink } from './domain/checkouts/link.ts';
import { sandboxesInProcess } from './gateways/sandboxes.ts';
import { createLog } from './platform/log.ts';
import { as, ownSignIn } from './platform/db/roles.ts';
import { lists } from './resources.ts';
import { insertTransaction } from './seed/factories.ts';
import { waiting } from './testing/at-once.ts';
import { testEncryption } from './testing/encryption.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';
import { listen, type LiveEvent } from './testing/streams.ts';

const TRANSACTIONS = '/api/transactions';

/** What is told of a list: the ids under one of its words. */
const says =
  (watch: string, word: 'new' | 'changed' | 'gone', id: string) =>
  ({ data }: LiveEvent) =>
    data.watch === watch && data[word]?.includes(id);

async function ends(line: Awaited<ReturnType<typeof listen>>, what: string): Promise<void> {
  const until = performance.now() + 30_000;
  while (!line.ended() && performance.now() < until) await sleep(20);
  assert.ok(line.ended(), what);
}

describe('GET /api/events', () => {
  let first: TestServer;
  let second: Awaited<ReturnType<typeof compose>>;
  let secondDraining = false;
  const urls = { first: '', second: '' };
  let staff: Client;
  let amber: Client;
  let baltic: Client;
  let amberId: string;
  let balticId: string;

  before(async () => {
    first = await testServer();
    const { url, services } = first;
    second = await compose({
      config: services.config,
      log: createLog('silent'),
      demo: true,
      encryption: testEncryption,
      databaseUrl: as(url, await ownSignIn(url, testEncryption)),
      draining: () => secondDraining,
      webFolder: null,
      sandboxes: sandboxesInProcess({
        databaseUrl: url,
        timeoutMs: 2000,
        institutionLateMs: 1000,
      }),
    });
    for (const [name, { app }] of Object.entries({ first, second })) {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      urls[name as 'first'] = `http://127.0.0.1:${port}`;
    }
    staff = await first.as('admin@paydesk.test');
    amber = await first.as('owner@amber.test');
    baltic = await first.as('owner@baltic.test');
    amberId = await first.merchantId('Amber & Oak');
    balticId = await first.merchantId('Baltic Books');
  });
  after(async () => {
    await second?.app.close();
    await second?.close();
    await first?.close();
  });

  test('GT-01 each list that stands open is told in two seconds what another process wrote of it, as it is filtered, and nobody of another merchant’s', async () => {
    const declined = `${TRANSACTIONS}?f_status=DECLINED&f_amount=..9000.50&timeZone=Europe/Riga`;
    const [own, other, narrow, page] = await Promise.all([
      listen(urls.first, amber.token!),
      listen(urls.first, baltic.token!),
      listen(urls.first, staff.token!, { query: { watch: declined } }),
      listen(urls.first, staff.token!, { query: { watch: `${TRANSACTIONS}?size=100&page=3` } }),
    ]);
    assert.equal(own.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(own.headers.get('cache-control'), 'no-store');
    const took: number[] = [];
    const told = async (line: typeof own, is: (event: LiveEvent) => unknown, since: number) => {
      const event = await line.first(is);
      if (event) took.push(performance.now() - since);
      return event;
    };
    let since = performance.now();
    const payment = await insertTransaction(first.pool, { merchantId: amberId });
    assert.ok(
      await told(own, says(TRANSACTIONS, 'new', payment.id), since),
      'written past any server',
    );

    const answer = await fetch(`${urls.second}${TRANSACTIONS}/${payment.id}/actions/refund`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${amber.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' }),
    });
    assert.equal(answer.status, 200);
    const refund = await first.one<{ id: string }>(
      'select id from transactions where refunded_transaction_id = $1',
      [payment.id],
    );
    assert.ok(await own.first(says(TRANSACTIONS, 'new', refund.id)), 'the refund');
    assert.ok(await page.first(({ data }) => data.new?.includes(refund.id)), 'staff hear it too');

    since = performance.now();
    const failed = await insertTransaction(first.pool, {
      merchantId: balticId,
      status: 'DECLINED',
    });
    assert.ok(await told(narrow, says(declined, 'new', failed.id), since));
    assert.ok(await other.first(says(TRANSACTIONS, 'new', failed.id)));
    // it leaves that list, and no other
    since = performance.now();
    await first.pool.query(`update transactions set status = 'SUCCESS' where id = $1`, [failed.id]);
    assert.ok(await told(narrow, says(declined, 'gone', failed.id), since));
    assert.ok(await other.first(says(TRANSACTIONS, 'changed', failed.id)));
    // the machine may have been busy with something else for one of them
    assert.ok(Math.min(...took) < 2000, took.join(' '));

    await sleep(800);
    const heard = (line: typeof own) => JSON.stringify(line.events);
    assert.ok(!heard(own).includes(failed.id), 'another merchant’s');
    for (const id of [payment.id, refund.id]) {
      assert.ok(!heard(other).includes(id), 'another merchant’s');
      const under = narrow.events.some(({ data }) => [data.new, data.changed].flat().includes(id));
      assert.ok(!under, 'not under these filters');
    }
    // of lists that are staff's alone they hear nothing, though the refund wrote to those too
    const named = new Set(own.events.map(({ data }) => data.list));
    assert.ok(!named.has('audit-logs') && !named.has('undelivered-messages'), [...named].join());
    await Promise.all([own, other, narrow, page].map((line) => line.close()));
  });

  test('TX-58 a record is told of what is written to it and below it, where the reader may read that', async () => {
    const payment = await insertTransaction(first.pool, { merchantId: amberId });
    const watch = `${TRANSACTIONS}/${payment.id}`;
    const [own, team] = await Promise.all([
      listen(urls.first, amber.token!, { query: { watch } }),
      listen(urls.first, staff.token!, { query: { watch } }),
    ]);
    const foreign = await listen(urls.first, baltic.token!, { query: { watch } });
    assert.equal(foreign.status, 404, 'as an absent one');
    // the payment itself may have been told, by the first look that a slow machine comes to
    await sleep(2000);
    for (const line of [own, team]) line.events.length = 0;
    const soapLog = () =>
      first.pool.query(
        `insert into soap_logs (id, transaction_id, merchant_id, direction, operation, payload, created_date)
         values ($1, $2, $3, 'REQUEST', 'Refund', '<a/>', now())`,
        [randomUUIDv7(), payment.id, amberId],
      );
    await soapLog();
    const changed = ({ data }: LiveEvent) => data.watch === watch && data.changed;
    assert.deepEqual((await team.first(changed))?.data.changed, [payment.id]);
    await sleep(800);
    assert.deepEqual(own.events, [], 'SOAP logs are staff’s');
    await first.pool.query(`update transactions set description = 'x' where id = $1`, [payment.id]);
    assert.ok(await own.first(changed));
    // a record that has no id in its address, nor a list that its reader may read
    const company = await listen(urls.first, amber.token!, {
      query: { watch: '/api/user-merchant' },
    });
    await sleep(800);
    company.events.length = 0;
    await first.pool.query(`update merchants set name = name where id = $1`, [balticId]);
    await first.pool.query(`update merchants set name = name where id = $1`, [amberId]);
    assert.deepEqual((await company.first(({ data }) => data.changed))?.data.changed, [amberId]);
    await Promise.all([own, team, company].map((line) => line.close()));
  });

  test('OR-14 AM-108 a payment link, the list of them, and an order that was begun by the link are told of the order that is paid by it', async () => {
    const made = await amber.call('POST /api/payment-links', {
      body: { purpose: 'A chair', amount: 25, uses: 'ONE' },
    });
    assert.equal(made.status, 200, made.text);
    const { id } = made.body;
    const orderOf = async (link: string) => {
      const checkout = await openFromLink(first.services, link);
      const { order_id: of } = await first.one<{ order_id: string }>(
        'update checkouts set payment_link_id = $2 where id = $1 returning order_id',
        [checkout.id, id],
      );
      return of;
    };
    const order = await orderOf(id);
    const again = await amber.call('POST /api/payment-links', {
      body: { purpose: 'A chair', amount: 25, uses: 'ONE' },
    });
    // begun in another browser at the same moment
    const begun = await orderOf(again.body.id);
    assert.notEqual(begun, order);
    const record = `/api/payment-links/${id}`;
    const [own, list, closed, other] = await Promise.all([
      listen(urls.first, amber.token!, { query: { watch: record } }),
      listen(urls.first, amber.token!, { query: { watch: '/api/payment-links' } }),
      listen(urls.first, amber.token!, { query: { watch: `/api/orders/${begun}` } }),
      listen(urls.first, baltic.token!, { query: { watch: '/api/payment-links' } }),
    ]);
    await sleep(2000);
    for (const line of [own, list, closed, other]) line.events.length = 0;
    await first.pool.query(`update orders set status = 'PAID' where id = $1`, [order]);
    assert.deepEqual((await own.first(({ data }) => data.changed))?.data.changed, [id]);
    assert.ok(await list.first(says('/api/payment-links', 'changed', id)));
    assert.deepEqual((await closed.first(({ data }) => data.changed))?.data.changed, [begun]);
    assert.deepEqual(other.events, [], 'another merchant’s');
    await Promise.all([own, list, closed, other].map((line) => line.close()));
  });

  test('a line that is cut goes on where it ended, on any process; what can’t be known is said to be so', async () => {
    const query = { watch: TRANSACTIONS };
    const line = await listen(urls.first, amber.token!, { query });
    for (const end = performance.now() + 30_000; !line.lastId() && performance.now() < end;)
      await sleep(20);
    const position = line.lastId();
    assert.match(position, /^\d+-\d+-\d+:\d+:/);
    await line.close();
    const missed = await insertTransaction(first.pool, { merchantId: amberId });
    const again = await listen(urls.second, amber.token!, { query, last: position });
    assert.ok(await again.first(says(TRANSACTIONS, 'new', missed.id)));
    const [server = '', at = '', snapshot = ''] = position.split('-');
    const old = String(Number(at) - 301);
    for (const last of [`${server}-${old}-${snapshot}`, `1-${at}-${snapshot}`, 'x', '1-1-9:1:']) {
      const reset = await listen(urls.second, amber.token!, { query, last });
      assert.ok(await reset.first(({ event }) => event === 'reset'), last);
      await reset.close();
    }
    // what it shows was read before the line was there
    const behind = await listen(urls.second, amber.token!, { query: { ...query, age: '5' } });
    assert.ok(await behind.first(says(TRANSACTIONS, 'new', missed.id)));
    await Promise.all([again.close(), behind.close()]);
  });

  test('a load of many rows is one word, to those alone whose rows are among them', async () => {
    const query = { watch: TRANSACTIONS };
    const [own, other] = await Promise.all([
      listen(urls.first, amber.token!, { query }),
      listen(urls.first, baltic.token!, { query }),
    ]);
    await first.pool.query(
      `insert into transactions (id, merchant_id, date, status, amount_cents, currency)
       select gen_random_uuid(), $1, now(), 'SUCCESS', 100, 'EUR' from generate_series(1, 5000)`,
      [amberId],
    );
    assert.ok(await own.first(({ data }) => data.many));
    await sleep(800);
    assert.deepEqual(other.events, []);
    assert.ok(JSON.stringify(own.events).length < 500);
    await Promise.all([own.close(), other.close()]);
  });

  test('SB-04 what a list would refuse, its line refuses by the same words', async () => {
    const status = async (client: Client, watch: string) => {
      const line = await listen(urls.first, client.token!, { query: { watch } });
      await line.close();
      return line.status;
    };
    assert.equal(
      await status(amber, `${TRANSACTIONS}?f_externalErrorCode=1`),
      400,
      'staff’s column',
    );
    assert.equal(await status(staff, `${TRANSACTIONS}?f_status=NONE`), 400);
    assert.equal(await status(staff, '/api/settings/console'), 400, 'no list and no record');
    assert.equal(await status(staff, `${TRANSACTIONS}.csv`), 400, 'a file is neither');
    assert.equal(await status(staff, '/api/events'), 400);
    assert.equal(await status(staff, `${TRANSACTIONS} `.repeat(11)), 400);
    assert.equal(await status(staff, 'https://elsewhere.test/'), 400);
    assert.equal(await status(amber, '/api/soap-logs'), 404);
    assert.equal(await status(amber, '/api/merchants?f_name=a'), 404);
    assert.equal(await status(staff, `/api/customers/${randomUUIDv7()}/history`), 404);
    const nobody = await fetch(`${urls.first}/api/events`);
    assert.equal(nobody.status, 401);
  });

  test('SB-01 a line that is opened while its person loses rights does not go by the old ones', async () => {
    const person = await first.person({ merchantId: amberId, userRole: 'MERCHANT_ADMIN' });
    const { id } = await insertTransaction(first.pool, { merchantId: amberId });
    const blocker = await first.pool.connect();
    await blocker.query('begin; lock table transactions in access exclusive mode');
    const watch = `${TRANSACTIONS}/${id}`;
    const opening = listen(urls.first, person.token!, { query: { watch } });
    await sleep(500);
    await first.pool.query(`update users set user_role = 'MERCHANT_OPERATOR' where id = $1`, [
      person.userId,
    ]);
    await blocker.query('rollback');
    blocker.release();
    await ends(await opening, 'other rights');
  });

  test('who has left before their line stands has none: nothing is looked for on their account', async (t) => {
    const person = await first.person({ merchantId: amberId, userRole: 'MERCHANT_ADMIN' });
    const { id } = await insertTransaction(first.pool, { merchantId: amberId });
    const blocker = await first.pool.connect();
    await blocker.query('begin; lock table transactions in access exclusive mode');
    const cut = new AbortController();
    const opening = fetch(`${urls.first}/api/events?watch=${TRANSACTIONS}/${id}`, {
      headers: { authorization: `Bearer ${person.token}` },
      signal: cut.signal,
    }).catch(() => null);
    await waiting(first, 1);
    cut.abort();
    await opening;
    // the server hears of that before it goes on
    await sleep(200);
    const { database } = first.services;
    const run = t.mock.method(database, 'run');
    await blocker.query('rollback');
    blocker.release();
    await sleep(2000);
    const told = run.mock.calls.filter(({ arguments: [asked] }) =>
      database.compile(asked).sql.includes('pg_current_snapshot'),
    );
    assert.equal(told.length, 0);
  });

  test('SB-01 a line ends with the session, with the rights that it was opened by, and when the process is asked to stop', async () => {
    const person = await first.person({ merchantId: amberId, userRole: 'MERCHANT_ADMIN' });
    const fewer = await listen(urls.first, person.token!);
    assert.equal(fewer.status, 200);
    await sleep(100);
    await first.pool.query(
      `update users set permissions = array['READ_MERCHANT_ORDER'] where id = $1`,
      [person.userId],
    );
    await ends(fewer, 'other rights');
    const blocked = await listen(urls.second, person.token!);
    await first.pool.query(`update users set status = 'BLOCKED' where id = $1`, [person.userId]);
    await ends(blocked, 'blocked');
    assert.equal((await listen(urls.second, person.token!)).status, 401);

    const staying = await listen(urls.second, staff.token!);
    secondDraining = true;
    await ends(staying, 'a process that drains');
    assert.equal((await listen(urls.second, staff.token!)).status, 503);
    secondDraining = false;
    const closing = await listen(urls.second, staff.token!);
    const began = performance.now();
    await second.app.close();
    await ends(closing, 'a process that closes');
    assert.ok(performance.now() - began < 10_000, 'it waits for nobody who listens');
  });

  test('every list’s table tells of what is written to it', async () => {
    const triggers = await first.all<{ table: string; events: bigint }>(
      `select c.relname as table, count(*) as events from pg_trigger t join pg_class c on c.oid = tgrelid
       where tgname ~ '^tell_' group by 1`,
    );
    const told = new Map(triggers.map(({ table, events }) => [table, Number(events)]));
    const silent = lists.filter(({ from }) => told.get(from.split(' ')[0]!) !== 3);
    assert.deepEqual(
      silent.map(({ resource }) => resource.slug),
      [],
      'a migration says select tell_changes(…) of a new table',
    );
  });
});
