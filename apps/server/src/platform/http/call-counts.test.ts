import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testServer, type TestServer } from '../../testing/server.ts';
import { openDatabase } from '../db/database.ts';
import { housekeeping } from '../housekeeping.ts';
import { callCounts } from './call-counts.ts';

describe('counts of calls', () => {
  let server: TestServer;
  let at = new Date().setUTCSeconds(15, 0);
  const now = () => new Date(at);
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const processes = (count: number) =>
    Array.from({ length: count }, () => callCounts({ database: server.database, now }));
  type Counts = ReturnType<typeof callCounts>;

  /** What the last of so many calls is told. */
  function call({ store }: Counts, caller: string, times = 1) {
    let told: { current: number; ttl: number } | undefined;
    const answer = (_error: Error | null, result?: typeof told) => (told = result);
    for (let nth = 0; nth < times; nth++) store.incr(caller, answer, 60_000, 1);
    return told!;
  }

  test('SB-07 each knows after an exchange what the others had, of the callers it saw', async () => {
    const [first, second, third] = processes(3) as [Counts, Counts, Counts];
    const caller = 'shared';
    assert.deepEqual(call(first, caller, 10), { current: 10, ttl: 45_000 });
    call(second, caller, 20);
    call(second, 'other', 5);
    for (const each of [first, second, third]) await each.exchange.run();
    assert.equal(call(second, caller).current, 31);
    assert.equal(call(second, 'other').current, 6);
    assert.equal(call(third, caller).current, 1, 'not asked for yet');
    for (const each of [second, third, first]) await each.exchange.run();
    assert.equal(call(third, caller).current, 33);
    call(first, caller);
    // told twice is counted once
    for (const each of [third, first, first]) await each.exchange.run();
    assert.equal(call(first, caller).current, 35);
  });

  test('SB-07 a new minute begins at none, everywhere', async () => {
    const [first, second] = processes(2) as [Counts, Counts];
    call(first, 'minute', 7);
    call(second, 'minute', 7);
    for (const each of [first, second]) await each.exchange.run();
    at += 60_000;
    assert.equal(call(first, 'minute').current, 1);
    for (const each of [first, second]) await each.exchange.run();
    assert.equal(call(second, 'minute').current, 1);
    for (const each of [second, first]) await each.exchange.run();
    assert.equal(call(first, 'minute').current, 2);
  });

  test('SB-07 without the database a process counts alone, and tells later', async () => {
    const [other] = processes(1) as [Counts];
    call(other, 'alone', 3);
    await other.exchange.run();
    let reachable = false;
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { statementTimeoutMs: 1000 });
    const run: typeof away.run = (...query) => (reachable ? server.database : away).run(...query);
    const alone = callCounts({ database: { ...away, run }, now });
    assert.equal(call(alone, 'alone', 2).current, 2);
    await assert.rejects(alone.exchange.run());
    assert.equal(call(alone, 'alone').current, 3);
    await assert.rejects(alone.exchange.run());
    reachable = true;
    await alone.exchange.run();
    assert.equal(call(alone, 'alone').current, 7);
    call(other, 'alone');
    await other.exchange.run();
    assert.equal(call(other, 'alone').current, 8);
    await away.close();
  });

  test('SB-07 who calls no more costs nothing, and old minutes go', async () => {
    const [quiet] = processes(1) as [Counts];
    const rows = async () =>
      (await server.one<{ count: bigint }>('select count(*) from call_counts')).count;
    const earlier = await rows();
    await quiet.exchange.run();
    assert.equal(await rows(), earlier);
    assert.ok(earlier > 0n);
    await server.pool.query(`update call_counts set minute = minute - interval '2 hours'`);
    await housekeeping(server.services).run();
    assert.equal(await rows(), 0n);
  });
});
