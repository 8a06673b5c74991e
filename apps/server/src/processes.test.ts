import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, migrationNames } from './platform/db/migrate.ts';
import { testDatabase } from './platform/db/testing.ts';
import { openDatabase } from './platform/db/database.ts';
import { DEMO_PASSWORD, seed } from './seed/seed.ts';
import { testEncryption } from './testing/encryption.ts';
import { booksAgree, insertPayment } from './testing/money.ts';
import {
  call,
  open,
  startBalancer,
  startProcess,
  whole,
  type Process,
} from './testing/processes.ts';
import { runs } from '@paydesk/contract/testing/proof.ts';
import { tasksOf } from './resources.ts';
import { testServer, type TestServer } from './testing/server.ts';

const full = runs(0, 1) === 1;
const CALLS_A_MINUTE = runs(400, 6000);
/** More than the sockets between two processes hold. */
const SOAP_LOGS = 2000;
const ANSWERS_MS = 10_000;
/** Between a caller's calls under load: what counts is that some are under way whenever a process ends. */
const PAUSE_MS = runs(80, 20);
const MINUTE_MS = 60_000;

const records = (file: string) => file.split('\r\n').length - 1;
const parse = <T>({ text }: { text: string }) => JSON.parse(text) as T;

const signIn = (url: string, username: string, password = DEMO_PASSWORD, from?: string) =>
  call(`${url}/api/login`, {
    method: 'POST',
    body: { username, password },
    ...(from && { from }),
  });
const meAt = async (url: string, token: string) =>
  (await call(`${url}/api/users/me`, { token })).status;
/** Refused as nobody's, which counts for the address; the cheapest call there is. */
const nobodyCalls = (url: string, from: string) => call(`${url}/api/users/me`, { from });
const restOfMinute = () => MINUTE_MS - (Date.now() % MINUTE_MS);

/** However slow the machine is. */
const PATIENCE_MS = 60_000;

async function until(holds: () => Promise<boolean>) {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    if (await holds()) return;
    await sleep(10);
  }
  assert.fail('it never came to that');
}

/** Two servers in processes of their own, on one database. */
describe('two processes side by side', () => {
  let home: TestServer;
  let first: Process;
  let second: Process;

  before(async () => {
    home = await testServer();
    await home.pool.query(`
      create table housekeepings (at timestamptz default clock_timestamp());
      create function note_housekeeping() returns trigger language plpgsql as
        $$ begin insert into housekeepings default values; return null; end $$;
      create trigger noted after delete on idempotency_keys
        for each statement execute function note_housekeeping()`);
    [first, second] = await Promise.all([start(), start()]);
  });
  after(async () => {
    await Promise.all([first?.stop('SIGINT'), second?.stop('SIGINT')]);
    await home?.close();
  });

  const start = () => startProcess(home.url, { callsAMinute: CALLS_A_MINUTE });
  const both = () => [first.url, second.url];
  const housekeepings = async () =>
    (await home.one<{ times: bigint }>('select count(*) as times from housekeepings')).times;

  test('a task that is due runs once, whoever starts', async () => {
    await until(async () => (await housekeepings()) > 0n);
    await sleep(300);
    assert.equal(await housekeepings(), 1n);
    const isOver = `select ended_date is not null as over from task_runs where name = 'housekeeping'`;
    await until(async () => (await home.one<{ over: boolean }>(isOver)).over);
    // others have their first run a second later, which a slow machine comes to as well
    const often = tasksOf(home.services).filter(({ everyMs }) => everyMs <= 1000);
    assert.ok(often.length > 5);
    const rows = await home.all(`select name from task_runs where name = any($1)`, [
      often.map(({ name }) => name),
    ]);
    assert.deepEqual(rows, [], 'what runs often writes no run');
  });

  test('SB-01 a session opened at one works at the other, and ends at both', async () => {
    for (const [here, there] of [both(), both().reverse()] as [string, string][]) {
      const { token } = parse<{ token: string }>(await signIn(here, 'owner@amber.test'));
      assert.deepEqual([await meAt(here, token), await meAt(there, token)], [200, 200]);
      assert.equal((await call(`${there}/api/logout`, { method: 'POST', token })).status, 200);
      assert.deepEqual([await meAt(here, token), await meAt(there, token)], [401, 401]);
    }
  });

  test('SB-07 wrong passwords at both count together: the sixth blocks the person', async () => {
    const who = 'owner@baltic.test';
    for (let nth = 0; nth < 6; nth++)
      assert.equal(
        (await signIn(both()[nth % 2]!, who, `wrong ${nth}`, '198.51.100.1')).status,
        401,
      );
    for (const url of both()) assert.equal((await signIn(url, who)).status, 401);
    const { status } = await home.one<{ status: string }>(
      'select status from users where email = $1',
      [who],
    );
    assert.equal(status, 'BLOCKED_SELF');
  });

  test('SB-07 guessing at both at once is no way past the thirtieth failure of an address', async () => {
    const from = '198.51.100.2';
    const right = (url: string) => signIn(url, 'operator@amber.test', DEMO_PASSWORD, from);
    const guesses = await Promise.all(
      Array.from({ length: 80 }, (_, nth) =>
        signIn(both()[nth % 2]!, `nobody${nth}@amber.test`, 'wrong', from),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    const told = statuses.filter((status) => status === 401).length;
    assert.ok(told <= 29, `${told} were told that they are wrong`);
    assert.ok(statuses.every((status) => status === 401 || status === 429));
    for (const { status, headers } of await Promise.all(both().map(right))) {
      assert.equal(status, 429);
      assert.ok(Number(headers['retry-after']) > 500);
    }
    assert.equal((await signIn(first.url, 'operator@amber.test')).status, 200, 'from elsewhere');
  });

  test('SB-07 the limit of calls holds over both, with the right Retry-After', async () => {
    const from = '198.51.100.3';
    if (restOfMinute() < runs(8_000, 25_000)) await sleep(restOfMinute() + 10);
    let allowed = 0;
    // each gets far less than the limit, both together get more than it
    for (let sent = 0; sent < CALLS_A_MINUTE * 0.6; sent += 20) {
      const answers = await Promise.all(
        both().flatMap((url) => Array.from({ length: 20 }, () => nobodyCalls(url, from))),
      );
      allowed += answers.filter(({ status }) => status === 401).length;
    }
    const refused = new Set<string>();
    for (let tries = 0; tries < 20 && refused.size < 2; tries++) {
      await sleep(200);
      for (const url of both()) {
        const { status, headers } = await nobodyCalls(url, from);
        if (status === 401) allowed++;
        else {
          assert.equal(status, 429);
          assert.ok(Math.abs(Number(headers['retry-after']) - restOfMinute() / 1000) <= 1.1);
          refused.add(url);
        }
      }
    }
    assert.deepEqual([...refused].sort(), both().sort(), `${allowed} were allowed`);
    assert.ok(allowed >= CALLS_A_MINUTE);
    for (const url of both())
      assert.equal(
        (await nobodyCalls(url, '198.51.100.4')).status,
        401,
        'another caller is not held up',
      );
  });

  test('a rolling restart under load loses no call, and each refund acknowledged moved once', async (t) => {
    const balancer = startBalancer();
    t.after(balancer.close);
    await Promise.all(both().map(balancer.add));
    const merchantId = await home.merchantId('Amber & Oak');
    const payments = await Promise.all(
      [1, 2, 3].map(() => insertPayment(home, { merchantId, amountCents: 10_000_000n })),
    );
    const rows = await home.one<{ count: bigint }>('select count(*) from transactions');
    const counted = { pages: 0, refunds: 0, files: 0 };
    const acknowledged: string[] = [];
    const loading = new AbortController();

    const load = async (email: string, work: (token: string) => Promise<void>) => {
      const { token } = await home.signIn(email);
      while (!loading.signal.aborted) {
        await work(token!);
        await sleep(PAUSE_MS);
      }
    };
    const pages = async (token: string) => {
      const page = counted.pages++ % 7;
      const answer = await balancer.send(`/api/transactions?page=${page}&size=50`, { token });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(parse<{ content: object[] }>(answer).content.length, 50);
    };
    const refunds = async (token: string) => {
      const key = randomUUID();
      const id = payments[counted.refunds++ % payments.length];
      const answer = await balancer.send(`/api/transactions/${id}/actions/refund`, {
        method: 'PUT',
        token,
        headers: { 'idempotency-key': key },
        body: { amount: 0.01, currency: 'EUR', refundReason: 'OTHER_REFUND' },
      });
      assert.equal(answer.status, 200, answer.text);
      acknowledged.push(key);
    };
    const files = async (token: string) => {
      counted.files++;
      const answer = await balancer.send('/api/transactions.csv?timeZone=UTC', { token });
      assert.equal(answer.status, 200);
      assert.ok(BigInt(records(answer.text)) > rows.count, 'a file is whole');
    };
    const under = Promise.all([
      load('admin@paydesk.test', pages),
      load('owner@amber.test', pages),
      load('owner@amber.test', refunds),
      load('operator@amber.test', refunds),
      load('technical@paydesk.test', files),
    ]);
    // a call that fails ends the load; it is told below
    under.catch(() => loading.abort());

    // due again, for whoever looks first
    await home.pool.query(`update task_runs set started_date = now() - interval '61 minutes'`);
    await sleep(300);
    for (let round = 0; round < runs(1, 5) && !loading.signal.aborted; round++) {
      const restart = async (old: Process) => {
        assert.equal(await old.stop('SIGTERM'), 0);
        await balancer.remove(old.url);
        const fresh = await start();
        await balancer.add(fresh.url);
        return fresh;
      };
      first = await restart(first);
      second = await restart(second);
    }
    await sleep(300);
    loading.abort();
    await under;

    const moved = await home.all<{ key: string; times: bigint }>(
      `select k.key, count(j.id) as times from idempotency_keys k
       left join money_journal j on j.operation_id = k.operation_id
       where k.key = any($1) group by 1`,
      [acknowledged],
    );
    assert.ok(acknowledged.length > 20);
    assert.equal(moved.length, acknowledged.length);
    assert.deepEqual(
      moved.filter(({ times }) => times !== 1n),
      [],
    );
    const journal = await home.one<{ count: bigint }>(
      'select count(*) from money_journal where transaction_id = any($1)',
      [payments],
    );
    assert.equal(journal.count, BigInt(acknowledged.length), 'and nothing else moved');
    await booksAgree(home);
    assert.equal(await housekeepings(), 2n, 'due once, run once');
    t.diagnostic(`${counted.pages} pages, ${counted.refunds} refunds, ${counted.files} files`);
  });

  test('SB-06 a file under way at the stop is finished, and its connection closed', async () => {
    const { token } = await home.signIn('admin@paydesk.test');
    await home.pool.query(
      `insert into soap_logs
         (id, transaction_id, merchant_id, direction, operation, payload, created_date)
       select gen_random_uuid(), t.id, t.merchant_id, 'REQUEST', 'Stop', repeat('x', 10000), now()
       from (select id, merchant_id from transactions limit 1) t, generate_series(1, ${SOAP_LOGS})`,
    );
    const path = '/api/soap-logs.csv?timeZone=UTC&f_operation=Stop';
    const file = await open(first.url + path, { token });
    const ending = first.stop('SIGTERM');
    await until(async () => (await call(`${first.url}/health/ready`)).status === 503);
    const served = await call(`${first.url}/api/users/me`, { token });
    assert.deepEqual([served.status, served.headers.connection], [200, 'close'], 'served on');
    await until(() =>
      call(`${first.url}/health/live`).then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
      ),
    );
    const { text } = await whole(file);
    assert.equal(records(text), SOAP_LOGS + 1);
    const read = performance.now();
    assert.equal(await ending, 0);
    assert.ok(
      performance.now() - read < ANSWERS_MS,
      'it does not wait for the connection to be idle',
    );

    if (full) {
      const stuck = await open(second.url + path, { token });
      const stopped = performance.now();
      assert.equal(await second.stop('SIGINT'), 0);
      assert.ok(performance.now() - stopped < ANSWERS_MS + 3000);
      await assert.rejects(whole(stuck), 'a file that is cut does not look whole');
      second = await start();
    }
    first = await start();
  });

  test('SIGINT does not wait for a balancer', async () => {
    const third = await startProcess(home.url, { settings: { DRAIN_SECONDS: '60' } });
    third.signal('SIGTERM');
    await until(async () => (await call(`${third.url}/health/ready`)).status === 503);
    const started = performance.now();
    assert.equal(await third.stop('SIGINT'), 0);
    assert.ok(performance.now() - started < 30_000);
  });
});

test('two that start at once on an empty database migrate and fill it once, and both come up', async () => {
  const { url, drop } = await testDatabase();
  const transactions = runs(1000, 20_000);
  const prepare = async () => {
    await migrate(url);
    await seed(url, { clock: new Date(), encryption: testEncryption, transactions });
  };
  // in full as they do it by themselves, in short with less to fill in
  if (!full) await Promise.all([prepare(), prepare()]);
  const demo = { settings: { SEED: 'demo' } };
  const processes = await Promise.all([startProcess(url, demo), startProcess(url, demo)]);
  const database = openDatabase(url, { statementTimeoutMs: 10_000, asOwner: true });
  try {
    const { rows } = await database.pool.query(
      `select (select count(*)::int from kysely_migration) as migrations,
         (select count(*)::int from merchants) as merchants,
         (select count(*)::int from transactions) as transactions`,
    );
    const { length: migrations } = await migrationNames();
    assert.deepEqual(rows, [{ migrations, merchants: 24, transactions }]);
    for (const each of processes)
      assert.equal((await signIn(each.url, 'owner@amber.test')).status, 200);
  } finally {
    await database.close();
    await Promise.all(processes.map((each) => each.stop('SIGINT')));
    await drop();
  }
});
