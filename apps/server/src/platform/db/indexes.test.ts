import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { migrate } from './migrate.ts';
import { testDatabase } from './testing.ts';

test('no table has an index twice: each row would be written into both', async () => {
  const database = await testDatabase((url) => migrate(url));
  const client = new Client(database.url);
  await client.connect();
  try {
    // whatever comes after the name: table, method, columns, order, condition
    const { rows } = await client.query(
      `select array_agg(indexname order by indexname) as names from pg_indexes where schemaname = 'public'
       group by regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX \\S+ ', '') having count(*) > 1`,
    );
    assert.deepEqual(rows, []);
  } finally {
    await client.end();
    await database.drop();
  }
});
