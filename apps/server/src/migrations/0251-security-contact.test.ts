import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0251-security-contact.sql');
});
after(() => database.drop());

test('nobody is named before staff name somebody, and what they have set is as they set it', async () => {
  const { query } = database;
  await query(`update meta_data set value = '12' where key = (select min(key) from meta_data)`);
  const all = `select * from meta_data where key <> 'security.contact' order by key`;
  const before = await query(all);

  await database.migrate();

  assert.deepEqual(await query(all), before);
  const [contact] = await query(`select value from meta_data where key = 'security.contact'`);
  assert.deepEqual({ ...contact }, { value: '' });
});
