import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { isAway } from './away.ts';
import { inOneGo } from './connection.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { byKey, onePlan } from './plans.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

describe('the database', () => {
  let made: TestDatabase;
  let database: Database;
  before(async () => {
    made = await testDatabase(migrate);
    database = openDatabase(made.url, {
      statementTimeoutMs: 200,
      // a connection is opened within it too, on a busy machine
      turnTimeoutMs: 2000,
      asOwner: true,
    });
  });
  after(async () => {
    await database.close();
    await made.drop();
  });

  const run = (text: string) => database.run(sql<{ n: number }>`${sql.raw(text)}`, 'all');

  test('SB-05 however many texts filters and sorts make, a connection keeps a bounded number prepared', async () => {
    for (let nth = 0; nth < 700; nth++)
      for (let times = 0; times < 3; times++) await run(`select ${nth} as n`);
    const [once] = await run(`select 'once' as n`);
    assert.deepEqual(once, { n: 'once' });
    const { rows } = await database.pool.query<{ count: bigint }>(
      'select count(*) from pg_prepared_statements',
    );
    assert.ok(rows[0]!.count > 100n && rows[0]!.count <= 500n, `${rows[0]!.count} are prepared`);
  });

  test('SB-05 within a transaction a statement by key has one plan for any value, a list’s is made for each', async () => {
    const one = openDatabase(made.url, { statementTimeoutMs: 2000, asOwner: true });
    const plans = async () => {
      const { rows } = await one.pool.query<{ custom: bigint; generic: bigint; key: boolean }>(
        `select sum(custom_plans) as custom, sum(generic_plans) as generic,
           starts_with(statement, '/* by key */') as key
         from pg_prepared_statements group by 3 order by 3`,
      );
      return rows.map(({ custom, generic, key }) => [key, Number(custom), Number(generic)]);
    };
    for (let nth = 0; nth < 12; nth++) {
      await one.transaction('all', (tx) =>
        sql`${byKey} select id from merchants where id = ${randomUUID()}`.execute(tx),
      );
      await one.run(sql<{ id: string }>`select id from users where id = ${randomUUID()}`, 'all');
    }
    assert.deepEqual(await plans(), [
      [false, 10, 0],
      [true, 5, 7],
    ]);
    // by itself it is planned once too, and so is a list's beginning; neither leaves its settings behind
    const fresh = openDatabase(made.url, { statementTimeoutMs: 2000, asOwner: true });
    for (let nth = 0; nth < 12; nth++)
      for (const mark of [byKey, onePlan])
        await fresh.run(
          sql<{ id: string }>`${mark} select id from merchants where id = ${randomUUID()}`,
          'all',
        );
    const { rows } = await fresh.pool.query<Record<string, unknown>>(
      `select sum(custom_plans)::int as custom, sum(generic_plans)::int as generic,
         current_setting('plan_cache_mode') as mode, current_setting('enable_sort') as sort
       from pg_prepared_statements`,
    );
    assert.deepEqual(rows, [{ custom: 10, generic: 10, mode: 'force_custom_plan', sort: 'on' }]);
    await fresh.close();
    await one.close();
  });

  test('SB-03 what a merchant reads leaves in one message, and is answered to nobody where its beginning fails', async (t) => {
    const sight = { merchantId: randomUUID(), userId: randomUUID() };
    const role = sql<{ role: string }>`select current_user::text as role`;
    assert.deepEqual(await database.run(role, sight), [{ role: 'paydesk_merchant' }]);
    const client = await database.pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
    const sent = [t.mock.method(stream, '_write'), t.mock.method(stream, '_writev' as '_write')];
    client.release();
    await database.run(role, sight);
    assert.equal(sent[0]!.mock.callCount() + sent[1]!.mock.callCount(), 1);
    await assert.rejects(inOneGo(client, ['select 1 / 0', 'select 1']), { code: '22012' });
    await assert.rejects(database.run(sql<{ n: number }>`select pg_sleep(5)`, sight), {
      code: '57014',
    });
    const { rows } = await database.pool.query<{ role: string }>('select current_user as role');
    assert.notEqual(rows[0]!.role, 'paydesk_merchant');
    assert.equal(client.getTransactionStatus(), 'I');
  });

  test('a session cut between two statements fails its transaction as one to try again, and ends no process', async () => {
    const cut = database.transaction('all', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await database.pool.query('select pg_terminate_backend($1::int, 5000::bigint)', [
        rows[0]!.pid,
      ]);
      await sql`select 1`.execute(tx);
    });
    await assert.rejects(cut, isAway);
    assert.deepEqual(await run('select 1 as n'), [{ n: 1 }]);
  });

  test('a database that is starting or not there is away; a statement that it refuses is not', async () => {
    const nobody = openDatabase('postgresql://x@127.0.0.1:1/x', { statementTimeoutMs: 200 });
    await assert.rejects(nobody.pool.query('select 1'), isAway);
    await nobody.close();
    for (const code of ['57P03', '53300', '53100', '53200', '25006'])
      assert.ok(isAway(Object.assign(new Error('it says so'), { code })), code);
    await assert.rejects(database.pool.query('select 1 / 0'), (error) => !isAway(error));
    await assert.rejects(database.pool.query('select pg_sleep(9)'), (error) => !isAway(error));
  });

  test('SB-49 a transaction that fails leaves nothing, and its connection is used again', async () => {
    await database.pool.query('create table note (n int)');
    await assert.rejects(
      database.transaction('all', async (tx) => {
        await sql`insert into note values (1)`.execute(tx);
        throw new Error('the power went');
      }),
      /the power went/,
    );
    assert.equal((await database.pool.query('select * from note')).rowCount, 0);
    assert.equal(database.pool.idleCount, database.pool.totalCount);
  });

  test('SB-05 a statement that takes too long is ended', async () => {
    await assert.rejects(run('select pg_sleep(5) as n'), { code: '57014' });
  });

  test('SB-05 a connection that stands still by itself is given up, and another takes its place', async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { pid } = rows[0]!;
    process.kill(pid, 'SIGSTOP');
    try {
      const began = performance.now();
      await assert.rejects(client.query('select 1'), isAway);
      // the longest that a statement may run, and two seconds; the rest is a slow machine's
      assert.ok(performance.now() - began < 20_000);
      client.release(true);
      assert.deepEqual(await run('select 1 as n'), [{ n: 1 }]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  test('SB-06 of those who read for long a few go at once, others wait for a turn and are refused then', async () => {
    const ends: (() => void)[] = [];
    const reading = Array.from({ length: 4 }, () =>
      database.snapshot('all', () => new Promise<void>((resolve) => ends.push(resolve))),
    );
    await assert.rejects(
      database.snapshot('all', async () => {}),
      { code: 'UNAVAILABLE', headers: { 'retry-after': '30' } },
    );
    assert.equal((await run('select 1 as n'))[0]!.n, 1, 'short ones never wait for them');
    const turn = database.snapshot('all', async () => 'my turn');
    ends[0]!();
    assert.equal(await turn, 'my turn');
    for (const end of ends) end();
    await Promise.all(reading);
  });

  test('SB-06 who leaves ends a snapshot at once, before it begins and while it works', async () => {
    await assert.rejects(
      database.snapshot('all', async () => {}, AbortSignal.abort()),
      { name: 'AbortError' },
    );
    const gone = new AbortController();
    const began = performance.now();
    const sleeping = database.snapshot(
      'all',
      async (client) => {
        await client.query('set local statement_timeout = 0');
        setTimeout(() => gone.abort(), 50);
        await client.query('select pg_sleep(10)');
      },
      gone.signal,
    );
    await assert.rejects(sleeping, { name: 'AbortError' });
    assert.ok(performance.now() - began < 8000);
    assert.equal(await database.snapshot('all', async () => 'next'), 'next');
  });

  test('SB-03 a sight is made of ids alone, and a snapshot writes nothing', async () => {
    for (const merchantId of ["'; reset role; --", '', 'x'.repeat(36)])
      await assert.rejects(
        database.transaction({ merchantId, userId: crypto.randomUUID() }, async () => {}),
        /no such sight/,
      );
    await assert.rejects(
      database.snapshot('all', (client) => client.query('insert into note values (1)')),
      /read-only transaction/,
    );
    assert.equal((await database.pool.query('select * from note')).rowCount, 0);
  });
});
