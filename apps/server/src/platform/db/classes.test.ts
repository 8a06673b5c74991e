import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Pool } from 'pg';
import { CLASSED, DATA_CLASSES, type DataClass } from './classes.ts';
import { migrate } from './migrate.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

/** Hashes of what is no secret. */
const NO_SECRET = /(content|request|previous|signature)_hash$/;
const DOC = new URL('../../../../../docs/personal-data.md', import.meta.url);

let database: TestDatabase;
let pool: Pool;
before(async () => {
  database = await testDatabase((url) => migrate(url));
  pool = new Pool({ connectionString: database.url });
});
after(async () => {
  await pool.end();
  await database.drop();
});

test('SB-47 every column of every table has one class, and every class its columns', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a
     join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and a.attnum > 0 and not a.attisdropped
       -- what an extension brings is its own
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  const there = rows.map(({ name }) => name).toSorted();
  const classed = CLASSED.map(({ table, column }) => `${table}.${column}`).toSorted();
  assert.deepEqual(
    there.filter((name) => !classed.includes(name)),
    [],
    'a column without a class: say in platform/db/classes/ what it tells of a person',
  );
  assert.deepEqual(
    classed.filter((name) => !there.includes(name)),
    [],
    'a class of a column that is not there',
  );
  assert.equal(new Set(classed).size, classed.length, 'a column with two classes');
});

test('what is sealed, hashed or a bank account is classed as such', () => {
  for (const { table, column, of } of CLASSED) {
    const is = (cls: DataClass) => assert.equal(of, cls, `${table}.${column}`);
    if (/(_secret|^sealed|_sealed|_id_index|_hash)$/.test(column) && !NO_SECRET.test(column))
      is('secret');
    // what lies sealed tells nothing by itself
    if (/_sealed$|_id_index$/.test(column)) continue;
    if (/iban|^first6$|^last4$|^card_pan$/.test(column)) is('financial');
    if (/email|phone/.test(column)) is('contact');
    if (/^(first|last)_name$|birth|_born$/.test(column)) is('personal');
    if (/personal_id/.test(column)) is('identifying');
    if (/(_note|comment|payload|details)$/.test(column) && of !== 'secret') is('text');
  }
});

const SHOWN = (Object.keys(DATA_CLASSES) as DataClass[]).filter((of) => of !== 'none');

/** The same for people to read; formatting pads it. */
function table(): string[][] {
  const tables = [...new Set(CLASSED.map(({ table }) => table))].toSorted();
  return tables.flatMap((name) =>
    SHOWN.flatMap((of) => {
      const columns = CLASSED.filter((one) => one.table === name && one.of === of);
      return columns.length ? [[name, of, columns.map(({ column }) => column).join(', ')]] : [];
    }),
  );
}

test('docs/personal-data.md says of every column that tells something of a person what it is', () => {
  const text = readFileSync(DOC, 'utf8');
  const rows = text
    .slice(text.indexOf('## Column by column'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  if (process.env['SHOW']) for (const row of table()) console.log(`| ${row.join(' | ')} |`);
  assert.deepEqual(rows, table());
  for (const of of SHOWN) assert.ok(text.includes(`| ${of} `), `the class ${of} is explained`);
});
