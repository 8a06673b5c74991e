import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0521-inactive-found.sql');
});
after(() => database.drop());

test('SB-07 who is out and in a group that gives a role was put out by name; who is in none was put out for that', async () => {
  const { put, query } = database;
  const { id: connection_id } = await put('sso_connections', { member_value: 'Clerks' });
  const { id: clerks } = await put('scim_groups', { connection_id, display_name: 'Clerks' });
  const { id: bowling } = await put('scim_groups', { connection_id, display_name: 'Bowling' });
  const person = async (said: object, group?: unknown, of: unknown = connection_id) => {
    const { user_id } = await put('scim_people', { connection_id: of, ...said });
    if (group) await put('scim_members', { group_id: group, user_id });
    return user_id;
  };
  const named = await person({ put_out: true }, clerks);
  const groupless = await person({ put_out: true }, bowling);
  const inside = await person({}, clerks);
  const gone = await person({ put_out: true, gone: true });
  const { id: ungrouped } = await put('sso_connections', { member_value: null });
  const without = await person({ put_out: true }, undefined, ungrouped);

  await database.migrate();

  const rows = await query('select user_id, inactive from scim_people');
  const now = (id: unknown) => rows.find((row) => row['user_id'] === id)!['inactive'];
  assert.deepEqual([named, groupless, inside, gone, without].map(now), [
    true,
    false,
    false,
    true,
    true,
  ]);
});
