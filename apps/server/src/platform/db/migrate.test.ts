import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { onClient } from './client.ts';
import { migrate, statementsIn } from './migrate.ts';
import { startScratchCluster } from './testing/cluster.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

test('the statements of a file are told from one another, whatever stands in their texts', () => {
  const some = [
    "-- one; of two\ncreate table a (b text default 'it''s; one')",
    'create function f() returns text language plpgsql as $$ begin perform 1; return $of$;$of$; end $$',
    "do $x$ begin execute 'select 1;'; end $x$",
    'update a set b = c - 1 where d = -1',
  ];
  assert.deepEqual(
    statementsIn(`${some.join(';')};\n-- the end; of it\n`).map((one) => one.trim()),
    some,
  );
});

test('of two databases of a fresh cluster that are set up at once both find the roles that belong to the cluster', async () => {
  const cluster = await startScratchCluster();
  try {
    await onClient(cluster.url, async (client) => {
      await client.query('create database fresh');
      const url = new URL(cluster.url);
      url.pathname = '/fresh';
      // as another database’s set-up does that is not done yet
      await client.query('begin');
      await client.query('create role paydesk_server nologin; create role paydesk_data nologin');
      const migrated = migrate(url.href, { upTo: '0015' });
      await Promise.race([migrated, aWaiter(cluster.url)]);
      await client.query('commit');
      await migrated;
    });
  } finally {
    await cluster.stop();
  }
});

/** Until somebody waits for another's transaction. */
const aWaiter = (url: string) =>
  onClient(url, async (client) => {
    const waits = `select from pg_locks where not granted and locktype = 'transactionid'`;
    while (!(await client.query(waits)).rowCount) await setTimeout(20);
  });

/** A function that each upgrade may say anew. */
const saying = (result: number) =>
  `create or replace function kept_once() returns int language sql as 'select ${result}'`;

describe('an upgrade', () => {
  let made: TestDatabase;
  let folder: string;
  let client: Client;
  beforeEach(async () => {
    made = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'paydesk-migrations-'));
    client = new Client(made.url);
    await client.connect();
    await file('0001-first.sql', 'create table kept (id int primary key);');
  });
  afterEach(async () => {
    await client.end();
    await made.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const file = (name: string, text: string) => writeFile(join(folder, name), text);
  const upgrade = (release = '0.2.0', from = folder) =>
    migrate(made.url, { folder: from, release });
  const columns = async () =>
    (
      await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = 'kept' order by 1`,
      )
    ).rows.map(({ name }) => name);

  test('that fails leaves the shape of the version before, names its file, and goes on once it is mended', async () => {
    await upgrade();
    await file(
      '0002-second.sql',
      'alter table kept add column more int; insert into kept values (1), (1);',
    );
    await file('0003-third.sql', 'alter table kept add column third int;');
    await assert.rejects(upgrade(), {
      name: 'CannotStart',
      message:
        /^The migration 0002-second\.sql failed: duplicate key .* Nothing of it is in the database.*: start the version before, mend/,
    });
    assert.deepEqual(await columns(), ['id']);
    await file('0002-second.sql', 'alter table kept add column more int;');
    await upgrade();
    assert.deepEqual(await columns(), ['id', 'more', 'third']);
  });

  test('that fails behind a file that ended the time of the version before does not send anybody back to it', async () => {
    await upgrade();
    await file(
      '0002-second.sql',
      '-- breaks older processes: they write no second\nalter table kept add column second int;',
    );
    await file('0003-third.sql', 'insert into kept (id) values (1), (1);');
    await assert.rejects(
      upgrade(),
      /0003-third\.sql failed: .* shape of the file before: 0002-second\.sql has run, and the version before can’t be started on that, mend/,
    );
    assert.deepEqual(await columns(), ['id', 'second']);
  });

  test('from a version that knows none of this does not send anybody back either, once something has run', async () => {
    await file('0002-second.sql', 'insert into kept (id) values (1), (1);');
    await assert.rejects(
      upgrade(),
      /0002-second\.sql failed: .* 0001-first\.sql has run, and the version before can’t be started/,
    );
  });

  test('waits for a table that is held a few seconds at a time, so that nobody waits behind it for long', async () => {
    await upgrade();
    await file('0002-second.sql', 'alter table kept add column more int;');
    await client.query('begin');
    await client.query('select from kept');
    const upgraded = upgrade();
    const reader = new Client(made.url);
    await reader.connect();
    try {
      // behind the waiting change of the table, as any reader is
      await setTimeout(500);
      const started = performance.now();
      await reader.query('select from kept');
      assert.ok(performance.now() - started < 10_000);
    } finally {
      await reader.end();
    }
    await client.query('commit');
    await upgraded;
    assert.deepEqual(await columns(), ['id', 'more']);
  });

  test('is run once more where somebody changed the same at that very moment', async () => {
    await upgrade();
    await client.query(saying(0));
    await file('0002-second.sql', `${saying(2)};`);
    await client.query('begin');
    await client.query(saying(1));
    const upgraded = upgrade();
    await setTimeout(500);
    await client.query('commit');
    await upgraded;
    const { rows } = await client.query('select kept_once() as result');
    assert.deepEqual(rows, [{ result: 2 }]);
  });

  describe('and a process of the version before', () => {
    let older: string;
    beforeEach(async () => {
      older = await mkdtemp(join(tmpdir(), 'paydesk-older-'));
      await cp(folder, older, { recursive: true });
    });
    afterEach(() => rm(older, { recursive: true, force: true }));
    const startOlder = (release = '0.1.0') => upgrade(release, older);

    test('may be started on the shape of the next, which leaves what is there alone', async () => {
      await startOlder();
      await file('0002-second.sql', 'alter table kept add column second int;');
      await upgrade();
      await startOlder();
      assert.deepEqual(await columns(), ['id', 'second']);
      // also while a later one still brings its files
      const held = new Client(made.url);
      await held.connect();
      await held.query(`select pg_advisory_lock(3853314791062309107)`);
      await startOlder();
      await held.end();
    });

    test('is told in a line from which version on, where a file breaks it', async () => {
      await startOlder();
      await file(
        '0002-second.sql',
        '-- What is kept is kept elsewhere.\n-- breaks older processes: they write to a table that nobody reads\ncreate table elsewhere ();',
      );
      await file('0003-third.sql', 'alter table kept add column third int;');
      await upgrade();
      await upgrade();
      await assert.rejects(startOlder(), {
        name: 'CannotStart',
        message:
          'The database is of a later Paydesk: 0002-second.sql ends the time of older processes, since they write to a ' +
          'table that nobody reads. Start 0.2.0 or a later one, or restore a backup that this one made.',
      });
      await assert.rejects(startOlder('0.2.0'), /Start a version after 0\.2\.0, or restore/);
      // who has that file, and not what came after it
      await cp(join(folder, '0002-second.sql'), join(older, '0002-second.sql'));
      await startOlder();
    });

    test('is refused where the database went another way, or by whom nobody wrote down', async () => {
      await startOlder();
      await file('0003-third.sql', 'alter table kept add column third int;');
      await upgrade();
      await writeFile(join(older, '0002-other.sql'), 'alter table kept add column other int;');
      await assert.rejects(startOlder(), /later Paydesk \(it has 0003-third\.sql\)/);
      assert.deepEqual(await columns(), ['id', 'third']);
      await rm(join(older, '0002-other.sql'));
      await startOlder();
      await client.query('update kysely_migration set release = null');
      await assert.rejects(startOlder(), /later Paydesk \(it has 0003-third\.sql\)/);
    });
  });
});
