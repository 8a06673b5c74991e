import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0370-customers-kept.sql');
});
after(() => database.drop());

test('customers are kept for ever until staff say otherwise, and what they have set is as they set it', async () => {
  const { query } = database;
  await query(`update meta_data set value = '12' where key = (select min(key) from meta_data)`);
  const all = `select * from meta_data where key <> 'retention.customers.days' order by key`;
  const before = await query(all);

  await database.migrate();

  assert.deepEqual(await query(all), before);
  const [kept] = await query(`select value from meta_data where key = 'retention.customers.days'`);
  assert.deepEqual({ ...kept }, { value: '0' });
});
