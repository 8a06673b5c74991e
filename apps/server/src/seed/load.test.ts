import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { wrongCounts } from '../resources/transactions/counters.ts';
import { SEALED_VALUES } from '../platform/sealed-values.ts';
import { testEncryption } from '../testing/encryption.ts';
import {
  insertCustomer,
  insertMerchant,
  insertPurchase,
  insertTransaction,
  insertUser,
} from './factories.ts';
import { shopsByShare } from './ordinary.ts';
import { Random } from './random.ts';
import { isEmpty, seed } from './seed.ts';
import { Asking, TEST_CLOCK, demoDatabase } from './testing.ts';

/** One that is seeded already, and one that these tests seed. */
let demo: TestDatabase;
let own: TestDatabase;
let seeded: Asking;
let db: Asking;

before(async () => {
  [demo, own] = [await demoDatabase(), await testDatabase(migrate)];
  [seeded, db] = [new Asking(demo.url), new Asking(own.url)];
  await Promise.all([seeded.connect(), db.connect()]);
});

after(async () => {
  await Promise.all([seeded.end(), db.end()]);
  await Promise.all([demo.drop(), own.drop()]);
});

const RANDOM: Record<string, string> = {
  'public.service_provider': 't.id::text',
  // the settings come with their migration
  'public.meta_data': `(to_jsonb(t) - 'id')::text`,
  'public.certificates': `(to_jsonb(t) - 'certificate')::text`,
  // what opens a payer's page is drawn by the database
  'public.recurring_payments': `(to_jsonb(t) - 'access_token')::text`,
  ...Object.fromEntries(
    SEALED_VALUES.map(({ table, column }) => [
      `public.${table}`,
      `(to_jsonb(t) - '${column}_sealed')::text`,
    ]),
  ),
  // the paper itself is sealed; its hash is not
  'public.loan_documents': `(to_jsonb(t) - 'bytes_sealed')::text`,
  'public.api_keys': `(to_jsonb(t) - '{key_hash,sealed_key,last_four}'::text[])::text`,
};

async function fingerprint(client: Asking): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  const tables = await client.column<string>(
    `select format('%I.%I', table_schema, table_name) from information_schema.tables
     where table_schema in ('public', 'acquirer_sandbox') and table_type = 'BASE TABLE'
       and table_name not like 'kysely%'
       -- what is told of changes: when, and in how many statements
       and table_name <> 'changes' order by 1`,
  );
  for (const table of tables) {
    // what is sealed or signed is another text each time
    const row = RANDOM[table] ?? 't::text';
    const [print] = await client.column<string>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) from ${table} t`,
    );
    prints[table] = print!;
  }
  return prints;
}

const shape = (client: Asking) =>
  client.rows(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as text
     from pg_constraint c where c.connamespace = 'public'::regnamespace
     union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger
       where not tgisinternal
     order by 1, 2, 3`,
  );

describe('the seeding itself', () => {
  it('SB-53 an interrupted one leaves the database empty and as it was', async () => {
    const before = await shape(db);
    const under = seed(own.url, {
      clock: TEST_CLOCK,
      encryption: testEncryption,
      transactions: 20_000,
    });
    const failed = assert.rejects(under);
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'copy transaction_logs%'`;
    // it is written for a good part of a second; asked without a pause this takes as much as the seeding
    for (let tries = 0; tries < 20_000 && !(await db.rows(terminate)).length; tries++)
      await sleep(5);
    await failed;
    assert.ok(await isEmpty(own.url));
    assert.deepEqual(await shape(db), before);
    const [transactions] = await db.column('select count(*) from transactions');
    assert.equal(transactions, '0');
  });

  it('SB-53 leaves payments alone even where nobody signs in', async () => {
    const { id: merchantId } = await insertMerchant(db);
    const { id } = await insertTransaction(db, { merchantId });
    assert.equal(await seed(own.url, { clock: TEST_CLOCK, encryption: testEncryption }), null);
    assert.deepEqual(await db.column('select id from transactions'), [id]);
    await db.query('delete from transactions');
    await db.query('delete from merchants');
    await db.query('select fold_transaction_counts()');
    await db.query('delete from transaction_counts');
  });

  it('SB-53 makes the same rows for the same clock, and keeps every index, key and trigger', async () => {
    const before = await shape(db);
    const made = await seed(own.url, { clock: TEST_CLOCK, encryption: testEncryption });
    assert.deepEqual(await fingerprint(db), await fingerprint(seeded));
    assert.deepEqual(await shape(db), before);
    assert.equal(made!.rows.transactions, 20_000);
    const database = openDatabase(own.url, { statementTimeoutMs: 15_000 });
    assert.deepEqual(await wrongCounts(database), []);
    await database.close();
    // four files at once on two processors; `npm run bench -- start` measures it alone
    assert.ok(made!.seconds < 60, `${made!.seconds} s`);
  });

  it('SB-53 leaves a database alone that people use already', async () => {
    const before = await fingerprint(db);
    assert.equal(await isEmpty(own.url), false);
    assert.equal(
      await seed(own.url, { clock: TEST_CLOCK, encryption: testEncryption, seedNumber: 2 }),
      null,
    );
    assert.deepEqual(await fingerprint(db), before);
  });

  it('gives the largest of 2,000 merchants a tenth and leaves none without', () => {
    const shops = Array.from({ length: 2000 }, (_, index) => ({ index }));
    const pick = shopsByShare(shops);
    const random = new Random(7);
    const counts = Array<number>(2000).fill(0);
    for (let i = 0; i < 400_000; i++) counts[pick(random).index]! += 1;
    assert.ok(Math.abs(counts[0]! / 400_000 - 0.1) < 0.005);
    assert.ok(counts[1]! < counts[0]! && Math.min(...counts) > 0);
  });

  it('makes ids in the shape of UUIDv7 that order as their dates', () => {
    const random = new Random(7);
    const dates = [0, 1, 1000, 86_400_000].map((ms) => new Date(TEST_CLOCK.getTime() + ms));
    const ids = dates.map((date) => random.id(date));
    assert.deepEqual([...ids].sort(), ids);
    for (const [index, id] of ids.entries()) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), dates[index]!.getTime());
    }
  });

  it('lets a test insert single rows from the few values that matter', async () => {
    const { id: merchantId } = await insertMerchant(db);
    const { id: customerId } = await insertCustomer(db);
    await insertUser(db, { merchantId });
    const purchase = await insertPurchase(db, { merchantId, customerId });
    const made = await insertTransaction(db, {
      merchantId,
      purchaseId: purchase.id,
      amountCents: 42_00n,
      reportData: { channel: 'web' },
    });
    assert.deepEqual(
      await db.rows('select status, amount_cents, report_data from transactions where id = $1', [
        made.id,
      ]),
      [{ status: 'SUCCESS', amount_cents: '4200', report_data: { channel: 'web' } }],
    );
  });
});
