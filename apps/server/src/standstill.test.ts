import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Paydesk } from './testing/kills/paydesk.ts';
import { call, type Sent } from './testing/processes.ts';

/** What every call is answered within, whatever the database does. */
const LONGEST_MS = 15_000;
const READY_MS = 4000;

/** Of a call that has to ask the database: 401 where it answers. */
const asked: Sent = { token: 'a'.repeat(43) };

async function timed(ask: () => ReturnType<typeof call>) {
  const began = performance.now();
  const { status, headers, text } = await ask();
  return { status, headers, text, ms: performance.now() - began };
}

async function until(holds: () => Promise<boolean>, ms: number) {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) assert.fail(`not within ${ms} ms`);
    await sleep(50);
  }
}

describe('a database that can’t', { skip: process.platform !== 'linux' }, () => {
  const paydesk = new Paydesk();
  before(async () => {
    await paydesk.start({ LOG_LEVEL: 'warn' });
    await paydesk.ready();
  });
  after(() => paydesk.stop());

  const me = () => timed(() => call(`${paydesk.url}/api/users/me`, asked));
  const ready = () => timed(() => call(`${paydesk.url}/health/ready`));
  const isReady = async () => (await ready()).status === 200;

  const standing = async () => {
    await sleep(1100);
    const { status, text } = await ready();
    return [status, (JSON.parse(text) as { status: string }).status];
  };

  test('SB-01, SB-05 while it stands still every call is a 503 in time, and all is well when it goes on', async (t) => {
    assert.equal((await me()).status, 401);
    await paydesk.signalDatabase('SIGSTOP');
    try {
      // more than there are connections, some of them waiting for one
      const calls = Promise.all(Array.from({ length: 40 }, me));
      // what it said a second ago still holds
      await sleep(1100);
      for (let nth = 0; nth < 3; nth++) {
        const { status, ms } = await ready();
        assert.equal(status, 503);
        assert.ok(ms < READY_MS, `ready was answered after ${Math.round(ms)} ms`);
        const live = await timed(() => call(`${paydesk.url}/health/live`));
        assert.equal(live.status, 200);
        assert.ok(live.ms < READY_MS);
      }
      const answers = await calls;
      const longest = Math.max(...answers.map(({ ms }) => ms));
      t.diagnostic(`the longest of 40 calls took ${Math.round(longest)} ms`);
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [503]);
      assert.ok(answers.every(({ headers }) => Number(headers['retry-after']) > 0));
      assert.ok(longest < LONGEST_MS, `${Math.round(longest)} ms`);
    } finally {
      await paydesk.signalDatabase('SIGCONT');
    }
    await until(isReady, 30_000);
    assert.equal((await me()).status, 401);
    // at once: no connection is left that waits for nothing
    const again = await Promise.all(Array.from({ length: 40 }, me));
    assert.deepEqual([...new Set(again.map(({ status }) => status))], [401]);
  });

  test('SB-05 with all connections of the database taken a call is served or a 503, never a 500', async () => {
    const taken: Client[] = [];
    try {
      // all that are free, and then those that the server had
      for (let round = 0; round < 2; round++) {
        for (let client = await paydesk.another(); client; client = await paydesk.another())
          taken.push(client);
        assert.ok(taken.length > 20);
        await taken[0]!.query(
          `select pg_terminate_backend(pid, 1000) from pg_stat_activity where usename ~ '^paydesk_server_'`,
        );
      }
      for (let client = await paydesk.another(); client; client = await paydesk.another())
        taken.push(client);
      const answers = await Promise.all(Array.from({ length: 60 }, me));
      assert.deepEqual(
        answers.map(({ status }) => status).filter((status) => status !== 401 && status !== 503),
        [],
      );
      const refused = answers.filter(({ status }) => status === 503);
      assert.ok(refused.length > 0, 'some found no connection');
      assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) > 0));
    } finally {
      await Promise.all(taken.map((client) => client.end()));
    }
    await until(async () => (await me()).status === 401, 30_000);
  });

  test('SB-05 a full disk is a 503 too, and the process is not ready until it can write again', async () => {
    const login = () =>
      timed(() =>
        call(`${paydesk.url}/api/login`, {
          method: 'POST',
          body: { username: 'nobody@amber.test', password: 'wrong' },
        }),
      );
    assert.equal((await login()).status, 401);
    // as the database says it when a file can't grow
    await paydesk.all(
      `create function full_disk() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
       create trigger full_disk before insert or update on login_attempts for each statement execute function full_disk()`,
    );
    const refused = await login();
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.match(refused.text, /"errorCode":"UNAVAILABLE"/);
    await sleep(1100);
    const full = await ready();
    assert.deepEqual([full.status, JSON.parse(full.text)], [503, { status: 'database full' }]);
    await paydesk.all('drop trigger full_disk on login_attempts; drop function full_disk');
    assert.equal((await login()).status, 401);
    await until(isReady, 30_000);
  });

  test('SB-01 ready means: it can write, sees its rows, the key fits, the migrations have run', async () => {
    const broken: [does: string, undoes: string, words: string][] = [
      [
        'drop policy server on users; alter role paydesk_server nobypassrls',
        'create policy server on users to paydesk_server using (true) with check (true); alter role paydesk_server bypassrls',
        'rows are hidden',
      ],
      [
        'revoke select on transactions from paydesk_server',
        'grant select on transactions to paydesk_server',
        'rows are hidden',
      ],
      [
        `update encryption_keys set fingerprint = sha256(fingerprint)`,
        `update encryption_keys set fingerprint = (select fingerprint from kept)`,
        'another encryption key',
      ],
      [
        `create table gone as select * from kysely_migration where name like '0064%'; delete from kysely_migration where name like '0064%'`,
        `insert into kysely_migration select * from gone; drop table gone`,
        'migrations missing',
      ],
      [
        'revoke insert on processes from paydesk_server',
        'grant insert on processes to paydesk_server',
        'rights missing',
      ],
    ];
    await paydesk.all('create table kept as select fingerprint from encryption_keys');
    assert.deepEqual(await standing(), [200, 'ready']);
    for (const [does, undoes, words] of broken) {
      await paydesk.all(does);
      assert.deepEqual(await standing(), [503, words], does);
      await paydesk.all(undoes);
      assert.deepEqual(await standing(), [200, 'ready'], undoes);
    }
  });
});
