import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

const isNew = ({ key }: Record<string, unknown>) => String(key).startsWith('retention.');

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0195-retention-settings.sql');
});
after(() => database.drop());

test('rows stay as long as they did at least, and what staff have set is as they set it', async () => {
  const { query } = database;
  await query(`update meta_data set value = 'Amber Pay' where key = 'installation.name'`);
  await query(`update meta_data set value = '12' where key = (select min(key) from meta_data)`);
  const all = 'select * from meta_data order by application, key';
  const before = await query(all);

  await database.migrate();

  const after = await query(all);
  assert.deepEqual(
    after.filter((row) => !isNew(row)),
    before,
  );
  assert.deepEqual(
    after.filter(isNew).map(({ key, value }) => [key, value]),
    [
      ['retention.devices.days', '365'],
      ['retention.exchange-logs.days', '548'],
      ['retention.idempotency-keys.days', '30'],
      ['retention.messages-delivered.days', '7'],
      ['retention.messages-given-up.days', '30'],
      ['retention.mpi-logs.days', '548'],
      ['retention.sessions.days', '30'],
      ['retention.soap-logs.days', '548'],
      ['retention.task-runs.days', '90'],
    ],
  );
});
