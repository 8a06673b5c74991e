import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { booksAgree, insertPayment } from '../../../testing/money.ts';
import { demoOfTests } from '../../../testing/server.ts';
import { positionNow, toldSince, toldWithin } from '../../live/feed.ts';
import { isAway } from '../away.ts';
import { openDatabase } from '../database.ts';
import { EVERYWHERE, IN_ONE_PLACE, OF_MERCHANTS } from '../placement.ts';
import type { TestDatabase } from '../testing.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { planOf } from './plan.ts';
import { spread } from './run.ts';
import { FORGET_ELSEWHERE, TOLD_ELSEWHERE } from './told.ts';

let database: TestDatabase;
let client: Client;
let found: Catalogue;
before(async () => {
  database = await demoOfTests();
  client = new Client({ connectionString: database.url });
  await client.connect();
  found = await readCatalogue(client);
});
after(async () => {
  await client.end();
  await database.drop();
});

test('the plan spreads each table of merchants, copies those beside, and touches no other', () => {
  const { steps } = planOf(found);
  const made = (way: string) =>
    steps.flatMap(({ sql }) => new RegExp(`${way}\\('(\\w+)'`).exec(sql)?.[1] ?? []).toSorted();
  assert.deepEqual(made('create_distributed_table'), [...OF_MERCHANTS].toSorted());
  assert.deepEqual(made('create_reference_table'), [...EVERYWHERE].toSorted());
});

test('what the database does not hold any more is said: each reference and trigger that is not back', () => {
  const { steps, gone } = planOf(found);
  const back = steps.flatMap(
    ({ sql }) => /add constraint "(\w+)" FOREIGN KEY/.exec(sql)?.[1] ?? [],
  );
  const away = steps.flatMap(
    ({ says, sql }) =>
      (says === 'a reference makes way' && /constraint "(\w+)"/.exec(sql)?.[1]) || [],
  );
  assert.equal(new Set(away).size, away.length);
  const lost = away.filter((name) => !back.includes(name)).length;
  const triggers = (says: string) =>
    steps.filter((step) => step.says.startsWith(says) && /TRIGGER "?\w+/i.test(step.sql));
  const silent =
    triggers('a trigger makes way').length -
    triggers('a trigger is back').filter(({ sql }) => sql.startsWith('CREATE TRIGGER')).length;
  assert.equal(lost + silent, gone.length, gone.join('\n'));
  const withoutWord = gone.filter((line) => !/^[a-z_]+ (?:names|of) [a-z_]+: ./.test(line));
  assert.deepEqual(withoutWord, []);
  const rows = new Set<string>(OF_MERCHANTS);
  const between = found.references.filter(({ table, to }) => rows.has(table) && rows.has(to));
  assert.ok(between.length > 40);
  assert.deepEqual(
    between.filter(({ name }) => !back.includes(name)),
    [],
    'a reference between rows of one merchant stays',
  );
});

test('a database that is spread has nothing to be done, but for functions and policies that a newer version says otherwise', () => {
  const placed = new Map<string, 'merchant' | 'everywhere'>([
    ...OF_MERCHANTS.map((name) => [name, 'merchant'] as const),
    ...EVERYWHERE.map((name) => [name, 'everywhere'] as const),
  ]);
  const tables = found.tables.map(({ name }) => ({
    name,
    now: placed.get(name) ?? ('one' as const),
  }));
  const there = { ...found, tables, holding: [], tellsAfar: false, policies: [] };
  assert.deepEqual(planOf(there), { steps: [], gone: [] });
  const older = planOf({ ...found, tables });
  assert.deepEqual(older.gone, []);
  const altered = older.steps.flatMap(
    ({ sql }) => /^alter policy \S+ on (\w+)/.exec(sql)?.[1] ?? [],
  );
  assert.deepEqual(altered, ['cards', 'customers', 'email_changes', 'roles', 'sessions', 'tokens']);
  assert.ok(older.steps.some(({ sql }) => /function public\.hold_row/i.test(sql)));
});

test('without Citus nothing is changed, and it is said what is needed', async () => {
  await assert.rejects(spread(client), /has no Citus: create extension citus/);
  assert.deepEqual(await readCatalogue(client), found);
});

/** What Citus would bring: here rows stay where they are, and all else is done to them. */
const STAND_INS = `
  create table pg_dist_local_group (groupid int); insert into pg_dist_local_group values (0);
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
  create function run_command_on_workers(command text, out nodename text, out success boolean, out result text)
    language plpgsql as $f$ begin
      nodename := 'one'; success := true; if command ~* '^\\s*select' then execute command into result; else execute command; end if;
    end $f$;
  create function create_reference_table(text) returns void language sql as '';
  create function create_distributed_table(text, text, colocate_with text default '') returns void language sql as ''`;

test('keys, references, triggers and counters of the plan hold on rows that are there', async () => {
  const all = async <T extends object>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as T[];
  await client.query(STAND_INS);
  const { steps } = planOf(found);
  for (const { sql } of steps)
    await client.query(sql).catch((error: Error) => assert.fail(`${error.message}\n${sql}`));
  const after = await readCatalogue(client);
  const merchants = new Set<string>(OF_MERCHANTS);
  assert.deepEqual(
    after.keys.filter(
      ({ table, columns }) => merchants.has(table) && !columns.includes('merchant_id'),
    ),
    [],
    'each key of merchants’ rows names the merchant',
  );
  const placed = new Set<string>([...OF_MERCHANTS, ...EVERYWHERE]);
  assert.deepEqual(
    after.policies.filter(({ table, rows, adds }) => {
      const looks = [...`${rows} ${adds}`.matchAll(/\bselect\b[^]*?\bfrom \(*(\w+)/gi)];
      return looks.some(([, into]) => placed.has(table) || placed.has(into!));
    }),
    [],
    'no policy of a row that has gone looks into another table, and none into one that has gone, which Citus refuses',
  );
  const functions = new Map(
    (
      await all<{ name: string; body: string }>(
        `select proname as name, lower(prosrc) as body from pg_proc
         where pronamespace = 'public'::regnamespace`,
      )
    ).map(({ name, body }) => [name, body]),
  );
  const run = await all<{ name: string }>(
    `select distinct p.proname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal and c.relname = any($1)`,
    [[...placed]],
  );
  const asked = new Set(run.map(({ name }) => name));
  for (const name of asked)
    for (const [, other = ''] of functions.get(name)!.matchAll(/\b(\w+)\(/g))
      if (functions.has(other)) asked.add(other);
  const elsewhere = [...asked].flatMap((name) =>
    [...functions.get(name)!.matchAll(/\b(?:from|join|into|update) (\w+)/g)].flatMap(
      ([, table = '']) =>
        table !== 'changes' &&
        (table.startsWith('kysely_') || (IN_ONE_PLACE as readonly string[]).includes(table))
          ? [`${name}: ${table}`]
          : [],
    ),
  );
  assert.deepEqual(elsewhere, [], 'what triggers ask is where they run');
  const asOwner = await all<{ name: string; body: string }>(
    `select proname as name, lower(prosrc) as body from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef and provolatile = 'v'
       and prorettype <> 'trigger'::regtype and has_function_privilege('paydesk_merchant', oid, 'execute')`,
  );
  assert.deepEqual(
    asOwner.filter(({ body }) =>
      [...body.matchAll(/\b(?:from|join) (\w+)/g)].some(([, table = '']) => placed.has(table)),
    ),
    [],
    'what changes something as the owner asks this machine’s copy of what each machine has',
  );
  const [one] = await all<{ id: string }>(
    `select merchant_id as id from users where email = 'owner@amber.test'`,
  );
  const count = async () =>
    Number(
      (
        await all<{ n: string }>(
          `select sum(transactions) as n from (select merchant_id, transactions from transaction_counts
           union all select merchant_id, transactions from transaction_count_deltas) c where merchant_id = '${one!.id}'`,
        )
      )[0]!.n,
    );
  const told = async () =>
    Number((await all<{ n: string }>('select count(*) as n from changes'))[0]!.n);
  const [counted, heard] = [await count(), await told()];
  await insertPayment({ pool: client as never }, { merchantId: one!.id, amountCents: 100n });
  assert.equal(await count(), counted + 1);
  assert.ok((await told()) > heard, 'what is written is told');
  await client.query('select fold_transaction_counts(), fold_business_days()');
  assert.equal(await count(), counted + 1);
  await booksAgree({ all });
  await assert.rejects(
    client.query('update money_journal set amount_cents = 1'),
    /append-only|may not|changed/i,
  );
});

test('what a machine tells of its rows is heard with what is told here, from where each was', async () => {
  const asks = openDatabase(database.url, { statementTimeoutMs: 30_000 });
  try {
    const alone = await positionNow(asks);
    assert.doesNotMatch(alone, /;/, 'on one machine there is no other');
    for (const text of [TOLD_ELSEWHERE, FORGET_ELSEWHERE]) await client.query(text);
    assert.equal(
      (await toldSince(asks, alone)).changes,
      null,
      'where that machine was is not known',
    );
    const position = await positionNow(asks);
    assert.match(position, /;0=\d+-\d+-\d+:\d+:/);
    const { rows } = await client.query<{ id: string }>('select id from merchants limit 1');
    await insertPayment({ pool: client as never }, { merchantId: rows[0]!.id, amountCents: 100n });
    const told = await toldSince(asks, position);
    const payments = told.changes!.filter(({ table }) => table === 'transactions');
    assert.equal(payments.length, 2, 'here, and by the machine, which here is the same');
    assert.deepEqual((await toldSince(asks, told.position)).changes, []);
    assert.ok((await toldWithin(asks, 60)).changes!.length > told.changes!.length / 2);
    const made = position.replace(/\d+:\d+:[\d,]*$/, '9:1:');
    assert.equal((await toldSince(asks, made)).changes, null, 'what nobody was told');
    await client.query(`update changes set at = at - interval '1 hour'`);
    await client.query('select forget_elsewhere(300)');
    assert.deepEqual((await toldWithin(asks, 299)).changes, []);
    await client.query(
      `create or replace function run_command_on_workers(command text, out nodename text, out success boolean, out result text)
       language sql as $f$ select 'one', false, 'it is gone' $f$`,
    );
    await assert.rejects(toldSince(asks, told.position), isAway, 'a machine that is gone');
  } finally {
    await asks.close();
  }
});
