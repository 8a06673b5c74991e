import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from './testing.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

describe('a database for a test file', () => {
  const made: TestDatabase[] = [];
  const templates = new Set<string>();
  const remember = (url: string): void => {
    templates.add(new URL(url).pathname.slice(1).replace(/_new$/, ''));
  };
  after(async () => {
    const [first, ...others] = made;
    for (const template of templates) {
      if (first) await query(first.url, `drop database if exists ${template}`);
    }
    for (const database of [...others, first]) await database?.drop();
  });

  it('is prepared once, and then copied, however many ask at once', async () => {
    let prepared = 0;
    const prepare = async (url: string): Promise<void> => {
      prepared += 1;
      remember(url);
      await query(url, 'create table note (n int)');
      await query(url, 'insert into note values (7)');
    };
    const key = String(process.pid);
    const ask = () => testDatabase(prepare, key);
    made.push(...(await Promise.all([ask(), ask(), ask(), ask()])));
    assert.equal(prepared, 1);
    const [first, second] = made;
    assert.ok(first && second);
    await query(first.url, 'delete from note');
    assert.deepEqual(await query(second.url, 'select n from note'), [{ n: 7 }]);
  });

  it('is prepared again where the preparation failed', async () => {
    let tries = 0;
    const prepare = async (url: string): Promise<void> => {
      remember(url);
      await query(url, 'create table note (n int)');
      if (++tries === 1) throw new Error('the power went');
    };
    const key = String(process.pid);
    await assert.rejects(testDatabase(prepare, key), /the power went/);
    const database = await testDatabase(prepare, key);
    made.push(database);
    assert.deepEqual(await query(database.url, 'select n from note'), []);
  });

  it('is empty without a preparation, and gone when dropped', async () => {
    const database = await testDatabase();
    const [row] = await query(
      database.url,
      `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
    );
    assert.deepEqual(row, { n: 0 });
    await database.drop();
    await assert.rejects(query(database.url, 'select 1'), /does not exist/);
  });
});
