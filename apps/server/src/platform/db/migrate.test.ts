import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from './migrate.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

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
  const upgrade = () => migrate(made.url, undefined, folder);
  const columns = async () =>
    (
      await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = 'kept' order by 1`,
      )
    ).rows.map(({ name }) => name);

  test('that fails leaves the shape of the version before, names its file, and goes on once it is mended', async () => {
    await file(
      '0002-second.sql',
      'alter table kept add column more int; insert into kept values (1), (1);',
    );
    await file('0003-third.sql', 'alter table kept add column third int;');
    await assert.rejects(upgrade(), {
      name: 'CannotStart',
      message:
        /^The migration 0002-second\.sql failed: duplicate key .* Nothing of it is in the database/,
    });
    assert.deepEqual(await columns(), ['id']);
    await file('0002-second.sql', 'alter table kept add column more int;');
    await upgrade();
    assert.deepEqual(await columns(), ['id', 'more', 'third']);
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
});
