import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onClient } from './client.ts';
import { migrate } from './migrate.ts';
import { EVERYWHERE, IN_ONE_PLACE, OF_MERCHANTS } from './placement.ts';
import { testDatabase } from './testing.ts';

interface Found {
  name: string;
  /** Each of its rows says whose it is. */
  owned: boolean | null;
  names: string[];
}

const TABLES = `
  select c.relname as name,
    (select a.attnotnull from pg_attribute a
     where a.attrelid = c.oid and a.attname = 'merchant_id') as owned,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f') as names
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relname !~ '^kysely_' order by 1`;

/** What keeps it from being spread as it is: to be taken away where a database is (docs/scale.md). */
const CROSSES = ['idempotency_keys names money_operations'];

test('each table says where its rows are when a database is spread, and names no row that would be elsewhere', async () => {
  const { url, drop } = await testDatabase(migrate);
  try {
    const found = await onClient(url, async (client) => (await client.query<Found>(TABLES)).rows);
    const places = new Map<string, 'merchant' | 'everywhere' | 'one'>([
      ...OF_MERCHANTS.map((name) => [name, 'merchant'] as const),
      ...EVERYWHERE.map((name) => [name, 'everywhere'] as const),
      ...IN_ONE_PLACE.map((name) => [name, 'one'] as const),
    ]);
    assert.equal(
      places.size,
      OF_MERCHANTS.length + EVERYWHERE.length + IN_ONE_PLACE.length,
      'a table has two places',
    );
    assert.deepEqual([...places.keys()].toSorted(), found.map(({ name }) => name).toSorted());
    assert.deepEqual(
      found.filter(({ owned }) => owned === true).map(({ name }) => name),
      [...OF_MERCHANTS].toSorted(),
      'whose rows all say whose they are, they and no others are with their merchant',
    );
    const reaches = {
      merchant: ['merchant', 'everywhere'],
      everywhere: ['everywhere'],
      one: ['everywhere', 'one'],
    };
    const crossing = found.flatMap(({ name, names }) =>
      names
        .filter((other) => !reaches[places.get(name)!].includes(places.get(other)!))
        .map((other) => `${name} names ${other}`),
    );
    assert.deepEqual(crossing, CROSSES);
  } finally {
    await drop();
  }
});
