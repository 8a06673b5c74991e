import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isFull } from '@paydesk/contract/testing/proof.ts';
import { booksAgree } from './books.ts';
import { onClient } from './platform/db/client.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate, migrationNames } from './platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from './platform/db/testing.ts';
import { multiply, watchLocks } from './platform/db/testing/large.ts';
import {
  bringTo,
  leftBy,
  releases,
  shapeAt,
  wrongRelease,
  type Release,
} from './platform/db/testing/releases.ts';
import { everyRow, holdingsOf, type Everything } from './platform/db/testing/rows.ts';
import { differences } from './platform/db/testing/shape.ts';

/**
 * What migrations change in rows that are there, each with the one that means it; nothing else may become another.
 * A table by itself: rows go; with a plus: rows come.
 */
const MEANT: Record<string, string> = {
  // settings that nothing read went, and came with their own words
  meta_data: '0071-settings.sql',
  'meta_data.description': '0071-settings.sql',
  '+meta_data': '0195-retention-settings.sql',
  // everybody who has their lists open hears of these
  '+changes': '0195-retention-settings.sql',
  'purchases.status': '0541-purchases-given-back-in-two-ways.sql',
  'rules.active': '0106-rules-without-conditions.sql',
  'shipping_methods.created_at': '0087-one-name-for-when.sql',
  'shipping_methods.updated_at': '0087-one-name-for-when.sql',
};

const PAYMENTS = 1_000_000;

async function faultsOfBooks(url: string): Promise<string[]> {
  const database = openDatabase(url, { statementTimeoutMs: 600_000, asOwner: true });
  const faults: string[] = [];
  try {
    await booksAgree(database, { result() {}, fault: (line) => faults.push(line) });
  } finally {
    await database.close();
  }
  return faults.slice(0, 10);
}

const msOf = (told: string) => Number(/ (\d+) ms/.exec(told)?.[1]);

const rowsAt = (url: string) => onClient(url, everyRow);

/** What became of rows but by migrations that mean it: lost, another in a column, or new in a table. */
async function unmeant(url: string, before: Everything, { last }: Release): Promise<string[]> {
  const now = await rowsAt(url);
  const found = new Set<string>();
  const say = (place: string, what: string) => {
    if ((MEANT[place] ?? '') <= last) found.add(what);
  };
  for (const [table, rows] of before) {
    const there = now.get(table);
    for (const [key, row] of rows) {
      const is = there?.get(key);
      if (!is) say(table, `${table} ${key} is lost`);
      else
        for (const [column, value] of Object.entries(row))
          if (JSON.stringify(value) !== JSON.stringify(is[column]))
            say(`${table}.${column}`, `${table}.${column} is another`);
    }
    const come = [...(there?.keys() ?? [])].filter((key) => !rows.has(key)).length;
    if (come) say(`+${table}`, `${table} has ${come} rows more`);
  }
  return [...found];
}

describe('every release can be brought to today', () => {
  let fresh: string;
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
    await migrate(database.url);
    fresh = await shapeAt(database.url);
  });
  after(() => database.drop());

  test('the shape of a fresh installation is seen to the letter', async () => {
    const { url, drop } = await testDatabase((at) => migrate(at));
    try {
      for (const [does, part] of [
        ['alter table orders alter label set default $$x$$', 'table orders'],
        ['drop index orders_status_id_idx', 'table orders'],
        ['alter table orders drop constraint orders_currency_check', 'table orders'],
        ['drop policy own_merchant on orders', 'table orders'],
        ['grant delete on orders to paydesk_merchant', 'table orders'],
        ['grant update (label) on orders to paydesk_data', 'table orders'],
        ['create function more() returns int language sql return 1', 'function more()'],
      ] as const) {
        const was = await shapeAt(url);
        await onClient(url, (client) => client.query(does));
        const said = differences(was, await shapeAt(url));
        assert.ok(said.length >= 1 && said.every((line) => line.slice(2).startsWith(part)), does);
      }
    } finally {
      await drop();
    }
  });

  for (const release of releases()) {
    const { version, last } = release;

    test(`${version}: its rows on its schema; then none is lost or another than is meant, the books agree, and the schema is a fresh installation's`, async () => {
      assert.deepEqual(wrongRelease(release), []);
      const { url, drop } = await testDatabase();
      try {
        await bringTo(url, release);
        assert.deepEqual(differences(leftBy(release, 'schema.txt'), await shapeAt(url)), []);
        const rows = await rowsAt(url);
        await migrate(url);
        assert.deepEqual(await unmeant(url, rows, release), []);
        assert.deepEqual(await faultsOfBooks(url), []);
        assert.deepEqual(differences(fresh, await shapeAt(url)), []);
      } finally {
        await drop();
      }
    });

    test(
      `${version} with a million payments: rows and sums are held, and each migration says how long it took`,
      { skip: !isFull && 'npm run prove -- upgrades' },
      async (t) => {
        const { url, drop } = await testDatabase();
        try {
          await bringTo(url, release);
          const payments = await onClient(url, (client) => multiply(client, PAYMENTS));
          const held = await onClient(url, holdingsOf);
          const began = performance.now();
          const times: { file: string; ms: number; locked: string; lockedMs: number }[] = [];
          for (const file of (await migrationNames()).toSorted().filter((name) => name > last)) {
            const started = performance.now();
            const longest = await watchLocks(url, () => migrate(url, { upTo: file }));
            times.push({ file, ms: performance.now() - started, ...longest });
          }
          const seconds = ((performance.now() - began) / 1000).toFixed(1);
          const told = times.map(
            ({ file, ms, locked, lockedMs }) =>
              `${file} ${ms.toFixed(0)} ms${locked && `, ${locked} held ${lockedMs.toFixed(0)} ms`}`,
          );
          process.stdout.write(`${told.join('\n')}\n`);
          const longest = told.toSorted((a, b) => msOf(b) - msOf(a)).slice(0, 5);
          t.diagnostic(
            `${version} with ${payments} payments: ${times.length} files in ${seconds} s; ${longest.join('; ')}`,
          );
          const now = await onClient(url, holdingsOf);
          for (const [table, sums] of Object.entries(held))
            for (const [what, was] of Object.entries(sums)) {
              const isMeant = [table, `+${table}`, `${table}.${what}`].some(
                (place) => (MEANT[place] ?? '') > last,
              );
              if (!isMeant) assert.equal(now[table]?.[what], was, `${table}: ${what}`);
            }
          assert.deepEqual(await faultsOfBooks(url), []);
          assert.deepEqual(differences(fresh, await shapeAt(url)), []);
        } finally {
          await drop();
        }
      },
    );
  }
});
