import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertMerchant, insertPurchase } from '../../seed/factories.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { authority } from '../../platform/authority.ts';
import { postCallback } from '../callbacks.ts';
import { deliverCallback } from './deliver.ts';
import { openDatabase, type Database } from '../../platform/db/database.ts';
import type { Outbound, Outcome } from '../../platform/outbound.ts';
import { deliverCallbacks } from './tasks.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** The guard's own patience with an address. */
const HANGS_FOR = 5 * SECOND;

/**
 * Two processes and a world whose time is moved by hand: an address hangs until the guard's patience
 * of this time is over, and no test sleeps for an hour.
 */
describe('lanes of callbacks', () => {
  let server: TestServer;
  const databases: Database[] = [];
  let time = Date.parse('2026-03-01T12:00:00Z');
  const now = () => new Date(time);

  const shops = new Map<string, 'well' | 'hangs' | 'fails'>();
  const calls: { shop: string; at: number; event: string }[] = [];
  const underWay = new Map<string, number>();
  const most = new Map<string, number>();
  let hanging: { until: number; end: () => void }[] = [];
  const outbound: Outbound = {
    async call({ url, headers }): Promise<Outcome> {
      const shop = new URL(url).hostname;
      calls.push({ shop, at: time, event: headers!['x-paydesk-event-id']! });
      underWay.set(shop, (underWay.get(shop) ?? 0) + 1);
      most.set(shop, Math.max(most.get(shop) ?? 0, underWay.get(shop)!));
      try {
        if (shops.get(shop) !== 'hangs')
          return {
            answered: true,
            status: shops.get(shop) === 'well' ? 204 : 500,
            headers: [],
            body: '',
            durationMs: 1,
          };
        await new Promise<void>((end) => hanging.push({ until: time + HANGS_FOR, end }));
        return { answered: false, reason: 'There was no whole answer', durationMs: HANGS_FOR };
      } finally {
        underWay.set(shop, underWay.get(shop)! - 1);
      }
    },
  };

  const processes: {
    services: Services;
    task: Task;
    running: Promise<unknown> | null;
    /** How often it has asked for the time: each look for work begins so. */
    asked: number;
  }[] = [];
  const stopping = new AbortController();

  before(async () => {
    server = await testServer();
    for (const nth of [0, 1]) {
      const database = openDatabase(server.url, { statementTimeoutMs: 5000 });
      databases.push(database);
      const services = {
        ...server.services,
        database,
        now: () => {
          if (processes[nth]) processes[nth].asked++;
          return now();
        },
        outbound,
      };
      const by = { CALLBACK: deliverCallback(services) };
      const task = deliverCallbacks(services, by, { lookMs: 4 });
      processes.push({ services, task, running: null, asked: 0 });
    }
    // made at its first use, which takes a second of real time
    await authority(processes[0]!.services);
  });
  after(async () => {
    stopping.abort();
    for (const { end } of hanging) end();
    for (const { running } of processes) await running;
    for (const database of databases) await database.close();
    await server.close();
  });

  async function shop(name: string, is: 'well' | 'hangs' | 'fails') {
    shops.set(name, is);
    const { id } = await insertMerchant(server.pool, {
      purchaseNotificationUrl: `https://${name}/notify`,
    });
    return { id, name };
  }

  const purchaseOf = async (merchantId: string) =>
    (await insertPurchase(server.pool, { merchantId })).id;

  /** A change of a purchase: of one of its own, or of this one. */
  const tell = async ({ id }: { id: string }, purchaseId?: string) => {
    const of = purchaseId ?? (await purchaseOf(id));
    await server.database.transaction('all', (tx) =>
      postCallback(tx, processes[0]!.services, {
        merchantId: id,
        purchaseId: of,
        orderId: null,
        content: { changed: now().toISOString() },
      }),
    );
  };

  /** Time goes on by so much: both processes look for work, and do what can be done at that moment. */
  async function goOn(ms: number) {
    time += ms;
    const over = hanging.filter(({ until }) => until <= time);
    hanging = hanging.filter(({ until }) => until > time);
    for (const { end } of over) end();
    for (const one of processes)
      one.running ??= Promise.resolve(one.task.run(stopping.signal)).finally(() => {
        one.running = null;
      });
    // whoever hangs is still under way; all else of this moment is done when every process has looked
    // again and again, and nothing more has happened, however slow the machine is
    for (let quiet = 0, rounds = 0, called = -1; quiet < 3; rounds++) {
      assert.ok(rounds < 10_000, 'it never comes to rest');
      const asked = processes.map((one) => one.asked);
      await sleep(5);
      const { n } = await server.one<{ n: number }>(
        'select count(*)::int as n from outbox where taken_by is not null',
      );
      if (n > hanging.length || called !== calls.length) quiet = 0;
      else if (processes.every((one, nth) => !one.running || one.asked > asked[nth]!)) quiet++;
      called = calls.length;
    }
  }

  test('AM-48 a healthy merchant’s messages leave within 5 s while ten others hang or answer 500 for an hour, over two processes', async (t) => {
    const well = await shop('well.test', 'well');
    const dead = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => shop(`dead${nth}.test`, nth % 2 ? 'fails' : 'hangs')),
    );
    const posted: number[] = [];
    const begin = time;
    for (const one of dead) for (let nth = 0; nth < 20; nth++) await tell(one);
    while (time < begin + HOUR) {
      const early = time < begin + 40 * SECOND;
      // closely at first, then for some seconds after every ten minutes
      const since = (time - begin) % (600 * SECOND);
      if (early ? since % (5 * SECOND) === 0 : since === 0) {
        for (const one of dead) await tell(one);
        for (let nth = 0; nth < 4; nth++) {
          await tell(well);
          posted.push(time);
        }
      }
      // whole steps from the fortieth second, or the fifth, to the next ten minutes
      const far = (time < begin + 600 * SECOND ? 70 : 85) * SECOND;
      await goOn(early || since < 5 * SECOND ? SECOND : far);
    }
    await goOn(SECOND);
    const arrived = calls.filter((call) => call.shop === 'well.test');
    assert.equal(arrived.length, posted.length, 'each once');
    assert.equal(new Set(arrived.map(({ event }) => event)).size, posted.length);
    const waits = arrived
      .map(({ at }, nth) => (at - posted[nth]!) / SECOND)
      .toSorted((a, b) => a - b);
    const p99 = waits[Math.ceil(waits.length * 0.99) - 1]!;
    const toDead = dead.map(({ name }) => calls.filter((call) => call.shop === name).length);
    t.diagnostic(
      `${posted.length} messages, p99 ${p99} s, longest ${waits.at(-1)} s; ` +
        `calls to the dead in an hour: ${Math.min(...toDead)} to ${Math.max(...toDead)}`,
    );
    assert.ok(p99 <= 5, `${p99} s`);
    for (const { name } of dead)
      assert.ok(most.get(name)! <= 2, `${name} had ${most.get(name)} at once over both processes`);
    // 5 failures, then one at a time with pauses up to 5 minutes
    for (const n of toDead) assert.ok(n >= 10 && n <= 40, `${n} calls`);

    // back again: all that waits goes, once each, within the longest pause and a little
    const back = dead[0]!;
    shops.set(back.name, 'well');
    const from = calls.length;
    for (let step = 0; step < 14; step++) await goOn(30 * SECOND);
    const { n } = await server.one<{ n: number }>(
      'select count(*)::int as n from outbox where merchant_id = $1 and delivered_date is null',
      [back.id],
    );
    assert.equal(n, 0);
    const again = calls.slice(from).filter((call) => call.shop === back.name);
    assert.equal(again.length, new Set(again.map(({ event }) => event)).size);
    assert.ok(most.get(back.name)! <= 8, 'its share, now that it works');

    // who corrects the address waits for no pause
    const moved = dead[1]!;
    shops.set('moved.test', 'well');
    await server.pool.query('update merchants set purchase_notification_url = $2 where id = $1', [
      moved.id,
      'https://moved.test/notify',
    ]);
    await goOn(SECOND);
    assert.ok(calls.some((call) => call.shop === 'moved.test'));
  });

  test('AM-48 an address that was changed is new: the old one’s answers, late ones too, say nothing of it', async () => {
    const move = async ({ id }: { id: string }, name: string, is: 'hangs' | 'fails') => {
      shops.set(name, is);
      await server.pool.query('update merchants set purchase_notification_url = $2 where id = $1', [
        id,
        `https://${name}/notify`,
      ]);
    };
    const known = await shop('known.test', 'well');
    await tell(known);
    await goOn(SECOND);
    await move(known, 'unknown.test', 'hangs');
    for (let nth = 0; nth < 10; nth++) await tell(known);
    await goOn(SECOND);
    assert.equal(most.get('unknown.test'), 2);

    const one = await shop('before.test', 'hangs');
    await tell(one);
    await goOn(SECOND);
    await move(one, 'after.test', 'fails');
    await tell(one);
    for (let step = 0; step < 8; step++) await goOn(SECOND);
    const tried = calls.filter((call) => call.shop === 'after.test').length;
    assert.ok(tried > 1);
    const { n } = await server.one<{ n: number }>(
      'select failures as n from callback_lanes where lane = $1',
      [one.id],
    );
    assert.equal(n, tried, 'each counts, and nothing of before');
  });

  test('AM-48 what is told of one purchase leaves in order, however often the first of it has to be tried', async () => {
    const one = await shop('order.test', 'fails');
    const [purchase, other] = [await purchaseOf(one.id), await purchaseOf(one.id)];
    const statuses = 3;
    // at the same moment: neither time nor id tells them apart
    for (let nth = 0; nth < statuses; nth++) await tell(one, purchase);
    const { rows } = await server.pool.query<{ id: string }>(
      'select id from outbox where merchant_id = $1 order by posted',
      [one.id],
    );
    const [first, second, third] = rows.map(({ id }) => id);
    const sent = () => calls.filter((call) => call.shop === one.name).map(({ event }) => event);
    for (let step = 0; step < 3; step++) await goOn(10 * SECOND);
    assert.ok(sent().length >= 3, `${sent().length} tries`);
    assert.deepEqual([...new Set(sent())], [first], 'nothing overtakes what is tried again');

    // another purchase of the same merchant waits for none of it
    shops.set(one.name, 'well');
    await tell(one, other);
    await server.pool.query(`update outbox set due_date = $2 where id = $1`, [
      first,
      new Date(time + 20 * SECOND).toISOString(),
    ]);
    await goOn(SECOND);
    assert.ok(!sent().includes(second!) && !sent().includes(third!));
    assert.ok(sent().some((event) => ![first, second, third].includes(event)));
    for (let step = 0; step < 3; step++) await goOn(10 * SECOND);
    const arrived = sent().filter((event) => [first, second, third].includes(event));
    assert.deepEqual(arrived.slice(-3), [first, second, third]);

    // what was given up keeps nobody
    shops.set(one.name, 'fails');
    await tell(one, purchase);
    await tell(one, purchase);
    await goOn(SECOND);
    const fourth = sent().at(-1);
    await server.pool.query('update outbox set given_up_date = $2 where id = $1', [
      fourth,
      now().toISOString(),
    ]);
    shops.set(one.name, 'well');
    for (let step = 0; step < 6; step++) await goOn(60 * SECOND);
    assert.equal(sent().filter((event) => ![fourth, ...arrived].includes(event)).length, 2);
  });
});
