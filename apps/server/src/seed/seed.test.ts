import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verify } from '@node-rs/argon2';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { MPI_MESSAGE_TYPES } from '@paydesk/contract/resources/mpi-logs.ts';
import {
  MONEY_REASONS,
  TRANSACTION_EVENTS,
  TRANSACTION_STATUSES,
} from '@paydesk/contract/resources/transactions.ts';
import { wholeDays } from '@paydesk/contract/kernel/dates.ts';
import { Client } from 'pg';
import { migrate } from '../platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { CASES, caseDescription } from './cases.ts';
import {
  insertCustomer,
  insertMerchant,
  insertPurchase,
  insertTransaction,
  insertUser,
} from './factories.ts';
import { shopsByShare } from './ordinary.ts';
import { Random } from './random.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS, isEmpty, seed } from './seed.ts';

const CLOCK = new Date('2026-11-20T12:34:56.789Z');
const NAMED = ['Amber & Oak', 'Baltic Books'];

let first: TestDatabase;
let second: TestDatabase;
let db: Client;
let empty: Client;

async function rows<R extends object>(text: string, values: unknown[] = [], client = db) {
  return (await client.query<R>(text, values)).rows;
}

/** The values of a query's only column. */
async function column<T>(text: string, values: unknown[] = [], client = db): Promise<T[]> {
  const { rows } = await client.query({ text, values, rowMode: 'array' });
  return rows.map(([value]) => value as T);
}

const distinct = async (expression: string, from: string) =>
  (await column<string>(`select distinct ${expression} from ${from}`)).sort();

const sorted = (words: string) => words.split(' ').sort();

/** A query that finds what is wrong finds nothing. */
const nothing = async (text: string) => assert.deepEqual(await rows(`${text} limit 3`), []);

const tables = (client: Client) =>
  column<string>(
    `select format('%I.%I', table_schema, table_name) from information_schema.tables
     where table_schema in ('public', 'acquirer_sandbox') and table_type = 'BASE TABLE'
       and table_name not like 'kysely%' order by 1`,
    [],
    client,
  );

async function fingerprint(client: Client): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const table of await tables(client)) {
    const [print] = await column<string>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
       from ${table} t`,
      [],
      client,
    );
    prints[table] = print!;
  }
  return prints;
}

const shape = (client: Client) =>
  rows(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as text
     from pg_constraint c where c.connamespace = 'public'::regnamespace
     union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
     order by 1, 2, 3`,
    [],
    client,
  );

before(async () => {
  first = await testDatabase(async (url) => {
    await migrate(url);
    await seed(url, { clock: new Date('2026-11-20T12:34:56.789Z') });
  });
  second = await testDatabase(migrate);
  [db, empty] = [new Client(first.url), new Client(second.url)];
  await Promise.all([db.connect(), empty.connect()]);
});

after(async () => {
  await Promise.all([db.end(), empty.end()]);
  await Promise.all([first.drop(), second.drop()]);
});

describe('what the demo data holds', () => {
  it('SB-53 every transaction status, money reason and case, for both named merchants', async () => {
    for (const name of NAMED) {
      const mine = `from transactions t join merchants m on m.id = t.merchant_id and m.name = $1`;
      const statuses = await column<string>(`select distinct t.status ${mine}`, [name]);
      assert.deepEqual(statuses.sort(), Object.keys(TRANSACTION_STATUSES).sort());
      const reasons = await column<string>(
        `select distinct o.reason_code ${mine} join money_operations o on o.transaction_id = t.id`,
        [name],
      );
      assert.deepEqual(reasons.sort(), Object.keys(MONEY_REASONS).sort());
      const initials = name === NAMED[0] ? 'AO' : 'BB';
      for (const [key] of CASES) {
        const found = await rows(`select t.id ${mine} where t.description = $2`, [
          name,
          caseDescription(initials, key),
        ]);
        assert.equal(found.length, 1, `${name}: ${key}`);
      }
      assert.deepEqual(await column('select status from merchants where name = $1', [name]), [
        'ACTIVE',
      ]);
    }
  });

  it('SB-53 every status of every other enumeration', async () => {
    assert.deepEqual(
      await distinct('status', 'merchants'),
      sorted('PENDING_APPROVAL APPROVED DECLINED ACTIVE DISABLED'),
    );
    assert.deepEqual(
      await distinct('status', 'users'),
      sorted('DEACTIVATED NOT_ACTIVATED ACTIVATED BLOCKED BLOCKED_SELF'),
    );
    assert.deepEqual(await distinct('user_role', 'users'), Object.keys(ROLE_PERMISSIONS).sort());
    assert.deepEqual(
      await distinct(
        `m.name || ' ' || p.status`,
        `purchases p join merchants m on m.id = merchant_id
        and m.name in ('Amber & Oak', 'Baltic Books')`,
      ),
      NAMED.flatMap((name) =>
        sorted('UNSIGNED SIGNED SETTLED REFUNDED DECLINED CANCELLED').map((s) => `${name} ${s}`),
      ),
    );
    assert.deepEqual(
      await distinct('event', 'transaction_logs'),
      Object.keys(TRANSACTION_EVENTS).sort(),
    );
    assert.deepEqual(
      await distinct('message_type', 'mpi_logs'),
      Object.keys(MPI_MESSAGE_TYPES).sort(),
    );
    assert.deepEqual(await distinct('direction', 'soap_logs'), ['REQUEST', 'RESPONSE']);
  });

  it('SB-53 transactions exactly 359 and 360 whole days old', async () => {
    for (const initials of ['AO', 'BB'] as const) {
      for (const days of [359, 360] as const) {
        const [row] = await rows<{ date: Date; status: string; untouched: boolean }>(
          `select date, status, refunded_cents + reversed_cents = 0 as untouched
           from transactions where description = $1`,
          [caseDescription(initials, `days${days}`)],
        );
        assert.equal(wholeDays(row!.date.toISOString(), CLOCK), days);
        assert.equal(row!.status, 'SUCCESS');
        assert.ok(row!.untouched);
      }
    }
  });

  it('SB-53 the demo sign-ins, each with its role, status and the one password', async () => {
    for (const { email, userRole, status = 'ACTIVATED', merchant = null } of DEMO_SIGN_INS) {
      const [user] = await rows<Record<string, unknown>>(
        `select u.*, m.name as merchant from users u left join merchants m on m.id = u.merchant_id
         where email = $1`,
        [email],
      );
      assert.ok(user, email);
      assert.deepEqual(
        [user['user_role'], user['status'], user['merchant'], user['permissions']],
        [userRole, status, merchant, ROLE_PERMISSIONS[userRole]],
      );
      const expires = user['password_expires_date'] as Date | null;
      if (status === 'NOT_ACTIVATED') assert.equal(user['password_hash'], null);
      else assert.equal(expires! < CLOCK, email === 'expired@amber.test', email);
    }
    const [owner] = await rows<{ name: string; hash: string }>(
      `select first_name || ' ' || last_name as name, password_hash as hash from users
       where email = 'owner@amber.test'`,
    );
    assert.equal(owner!.name, 'Anna Ozola');
    assert.ok(await verify(owner!.hash, DEMO_PASSWORD));
  });

  it('SB-53 about 20,000 transactions of 90 days for 20 merchants, all under 9000.00', async () => {
    const [facts] = await rows<Record<string, string>>(
      `select count(*), count(distinct merchant_id) as merchants, max(amount_cents), min(amount_cents),
         count(*) filter (where date < $1::timestamptz - interval '90 days') as older,
         count(distinct date::date) as days
       from transactions`,
      [CLOCK],
    );
    assert.equal(facts!['count'], '20000');
    assert.equal(facts!['merchants'], '20');
    assert.equal(facts!['older'], '4');
    assert.equal(facts!['days'], '93');
    assert.ok(Number(facts!['max']) < 9000_00);
  });

  it('AM-09 transactions without customer, purchase or order, and all the optional values', async () => {
    const [shares] = await rows<Record<string, number>>(
      `select avg((order_id is not null)::int)::float as orders,
         avg((recurring_payment_id is not null)::int)::float as recurring,
         avg((customer_id is null)::int)::float as strangers,
         avg((purchase_id is null)::int)::float as bare,
         avg((report_data <> '{}')::int)::float as report, avg((xid is not null)::int)::float as xid
       from transactions`,
    );
    const within = (key: string, least: number, most: number) =>
      assert.ok(shares![key]! > least && shares![key]! < most, `${key}: ${shares![key]}`);
    within('orders', 0.5, 0.7);
    within('recurring', 0.07, 0.13);
    within('strangers', 0.01, 0.1);
    within('bare', 0.01, 0.1);
    within('report', 0.6, 0.9);
    within('xid', 0.2, 0.6);
  });

  it('AM-68 no card number beyond first 6 and last 4, no security code, no address outside .test', async () => {
    const columns = await rows<{ table: string; column: string }>(
      `select format('%I.%I', table_schema, table_name) as table, column_name as column
       from information_schema.columns
       where table_schema in ('public', 'acquirer_sandbox') and data_type in ('text', 'jsonb', 'ARRAY')
         and table_name not like 'kysely%'`,
    );
    assert.ok(columns.length > 50);
    for (const { table, column: name } of columns) {
      const found = await column<string>(
        `select ${name}::text from ${table} where ${name}::text ~ $1 or ${name}::text ~* $2
           or regexp_replace(${name}::text, '@[a-z0-9.]+\\.test\\M', '', 'g') ~ '@'
         limit 3`,
        ['\\d{13}|\\d{4} \\d{4} \\d{4}', '\\mcv[vc]2?\\M|securityCode'],
      );
      assert.deepEqual(found, [], `${table}.${name}`);
    }
    const cards = await column<string>(
      `select distinct card_pan from transactions where card_pan !~ '^\\d{6}\\*{6}\\d{4}$'`,
    );
    assert.deepEqual(cards, []);
  });

  it('SB-52 nothing lies after the clock but the day a password expires', async () => {
    const columns = await rows<{ table: string; column: string }>(
      `select format('%I.%I', table_schema, table_name) as table, column_name as column
       from information_schema.columns
       where table_schema in ('public', 'acquirer_sandbox') and table_name not like 'kysely%'
         and data_type like 'timestamp%' and column_name <> 'password_expires_date'`,
    );
    for (const { table, column: name } of columns) {
      const [late] = await column<string>(`select count(*) from ${table} where ${name} > $1`, [
        CLOCK,
      ]);
      assert.equal(late, '0', `${table}.${name}`);
    }
  });
});

describe('money in the demo data', () => {
  it('SB-16 what was refunded is the sum of the refunds, less what was reversed of them', async () => {
    await nothing(
      `select o.id from transactions o
       left join lateral (
         select sum(r.amount_cents - r.reversed_cents) as cents from transactions r
         where r.refunded_transaction_id = o.id and r.status in ('SUCCESS', 'REVERSED')
       ) r on true
       where o.refunded_cents <> coalesce(r.cents, 0)`,
    );
    const [chains] = await rows<Record<string, string>>(
      `select count(*) filter (where n = 1) as one, count(*) filter (where n = 2) as two,
         count(*) filter (where n = 3) as three from (
         select count(*) as n from transactions
         where refunded_transaction_id is not null group by refunded_transaction_id) c`,
    );
    for (const count of Object.values(chains!)) assert.ok(Number(count) > 10);
  });

  it('SB-16 SB-15 the purchase is REFUNDED or CANCELLED exactly when all went back', async () => {
    await nothing(
      `select p.id from purchases p join transactions t
         on t.purchase_id = p.id and t.refunded_transaction_id is null
       where p.amount_cents <> t.amount_cents
         or (p.status = 'REFUNDED') <> (t.refunded_cents = t.amount_cents)
         or (p.status = 'CANCELLED') <> (t.status = 'CANCELLED' or t.reversed_cents = t.amount_cents)`,
    );
  });

  it('SB-15 a REVERSED transaction carries its reversal, and only an administrator reverses', async () => {
    await nothing(
      `select id from transactions where (status = 'REVERSED') <> (reversed_cents > 0)
         or (status = 'REVERSED') <> (reversal_date is not null and reversal_reason_code is not null)`,
    );
    await nothing(
      `select o.id from money_operations o join users u on u.id = o.user_id
       where o.kind = 'REVERSAL' and u.user_role not in ('MERCHANT_ADMIN', 'BACKOFFICE_ADMIN')`,
    );
  });

  it('AM-102 journal and approved operations are the same, refunds and reversals their outcome', async () => {
    await nothing(
      `select o.id from money_operations o full join money_journal j on j.operation_id = o.id
       where (o.status = 'APPROVED') is distinct from (j.id is not null)
         or j.id is not null and (o.kind, o.transaction_id, o.amount_cents, o.currency,
           o.merchant_id, o.acquirer_reference) is distinct from (j.kind, j.transaction_id,
           j.amount_cents, j.currency, j.merchant_id, j.acquirer_reference)`,
    );
    await nothing(
      `select o.id from money_operations o
       join transactions t on t.id = o.transaction_id
       left join transactions r on r.id = o.refund_transaction_id
       where t.merchant_id <> o.merchant_id
         or o.kind = 'REVERSAL' and o.status = 'APPROVED' and t.reversed_cents <> o.amount_cents
         or o.kind <> 'REVERSAL' and (r.amount_cents <> o.amount_cents
           or r.refunded_transaction_id <> t.id or r.moves_money <> (o.kind = 'REFUND')
           or (r.status = 'FAILED') <> (o.status = 'DECLINED'))`,
    );
    await nothing(
      `select id from transactions where pending_refund_cents + pending_reversal_cents > 0
         or awaiting_acquirer`,
    );
  });

  it('AM-103 the acquirer’s own ledger agrees with the journal; what was done by hand is not in it', async () => {
    await nothing(
      `select j.id from (select * from money_journal where kind <> 'MANUAL_REFUND') j
       full join acquirer_sandbox.ledger l on l.operation_id = j.operation_id
       where (j.kind, j.transaction_id, j.amount_cents, j.currency, j.acquirer_reference)
         is distinct from (l.kind, l.transaction_id, l.amount_cents, l.currency, l.reference)`,
    );
    for (const kind of ['REFUND', 'MANUAL_REFUND', 'REVERSAL']) {
      const [n] = await column<string>('select count(*) from money_journal where kind = $1', [
        kind,
      ]);
      assert.ok(Number(n) > 20, kind);
    }
  });

  it('SB-19 every transaction has its log from the creation on, and its last state is its status', async () => {
    await nothing(
      `select t.id from transactions t
       left join lateral (select to_status from transaction_logs l where l.transaction_id = t.id
         order by created_date desc, id desc limit 1) last on true
       left join lateral (select event from transaction_logs l where l.transaction_id = t.id
         order by created_date, id limit 1) first on true
       where last.to_status is distinct from t.status or first.event is distinct from 'CREATED'`,
    );
    await nothing(
      `select id from transactions where (external_error_code is not null) <>
         (status in ('FAILED', 'DECLINED', 'RP_BLOCKED') or description like '%marked as successful')`,
    );
  });
});

describe('the seeding itself', () => {
  it('SB-53 an interrupted one leaves the database empty and as it was', async () => {
    const before = await shape(empty);
    const under = seed(second.url, { clock: CLOCK, transactions: 60_000 });
    const failed = assert.rejects(under);
    for (let killed = 0; killed === 0;) {
      const ended = await rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ilike 'copy transaction_logs%'`,
        [],
        empty,
      );
      killed = ended.length;
    }
    await failed;
    assert.ok(await isEmpty(second.url));
    assert.deepEqual(await shape(empty), before);
    const [transactions] = await column('select count(*) from transactions', [], empty);
    assert.equal(transactions, '0');
  });

  it('SB-53 makes the same rows for the same clock, and keeps every index and key', async () => {
    const before = await shape(empty);
    const seeded = await seed(second.url, { clock: CLOCK });
    assert.deepEqual(await fingerprint(empty), await fingerprint(db));
    assert.deepEqual(await shape(empty), before);
    assert.equal(seeded!.rows.transactions, 20_000);
    assert.ok(seeded!.seconds < 20, `${seeded!.seconds} s`);
  });

  it('SB-53 leaves a database alone that people use already', async () => {
    const before = await fingerprint(empty);
    assert.equal(await isEmpty(second.url), false);
    assert.equal(await seed(second.url, { clock: CLOCK, seedNumber: 2 }), null);
    assert.deepEqual(await fingerprint(empty), before);
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
    const dates = [0, 1, 1000, 86_400_000].map((ms) => new Date(CLOCK.getTime() + ms));
    const ids = dates.map((date) => random.id(date));
    assert.deepEqual([...ids].sort(), ids);
    for (const [index, id] of ids.entries()) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), dates[index]!.getTime());
    }
  });

  it('lets a test insert single rows from the few values that matter', async () => {
    const { id: merchantId } = await insertMerchant(empty);
    const { id: customerId } = await insertCustomer(empty);
    await insertUser(empty, { merchantId });
    const purchase = await insertPurchase(empty, { merchantId, customerId });
    const made = await insertTransaction(empty, {
      merchantId,
      purchaseId: purchase.id,
      amountCents: 42_00n,
      reportData: { channel: 'web' },
    });
    assert.deepEqual(
      await rows(
        'select status, amount_cents, report_data from transactions where id = $1',
        [made.id],
        empty,
      ),
      [{ status: 'SUCCESS', amount_cents: '4200', report_data: { channel: 'web' } }],
    );
  });
});
