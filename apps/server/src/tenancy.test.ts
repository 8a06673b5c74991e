import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { PoolClient } from 'pg';
import { workers } from './platform/db/testing/nodes.ts';
import { OF_OTHERS_TOO } from './platform/db/rows.ts';
import { insertRole } from './testing/roles.ts';
import { insertThreshold, insertWaiting } from './testing/approvals.ts';
import { confirmedLoan } from './testing/borrowers.ts';
import { insertNamedKey } from './testing/machines.ts';
import { insertPayment, markRefunded, refund } from './testing/money.ts';
import { insertOfPayments } from './testing/payments.ts';
import { TRYING_OUT, testServer, type TestServer } from './testing/server.ts';

/** The second lock: whatever a merchant user's statement says, PostgreSQL gives the own rows alone. */
describe('row-level security', () => {
  let server: TestServer;
  let amber: string;
  let baltic: string;
  let userId: string;
  let tenantTables: string[];

  before(async () => {
    server = await testServer(TRYING_OUT);
    amber = await server.merchantId('Amber & Oak');
    baltic = await server.merchantId('Baltic Books');
    const owner = await server.as('owner@amber.test');
    userId = owner.userId!;
    for (const name of ['owner@amber.test', 'owner@baltic.test']) {
      const merchantId = name.includes('amber') ? amber : baltic;
      const id = await insertPayment(server, { merchantId });
      const person = await server.as(name);
      await refund(person, id, 10, {}, { headers: { 'idempotency-key': 'k' } });
      await markRefunded(person, id, 10);
      await insertOfPayments(server, merchantId);
      await confirmedLoan(server, merchantId);
      await insertThreshold(server, { merchantId });
      await insertRole(server, { merchantId });
      await insertWaiting(server, merchantId);
      await insertNamedKey(server, merchantId);
    }
    tenantTables = (
      await server.all<{ name: string }>(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and a.attname = 'merchant_id' and not a.attisdropped order by 1`,
      )
    ).map(({ name }) => name);
  });
  after(() => server.close());

  /** As a merchant user's statements run, in a transaction that never stays. */
  async function asMerchant(merchantId: string, work: (client: PoolClient) => Promise<void>) {
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local role paydesk_merchant');
      await client.query(`set local paydesk.merchant_id = '${merchantId}'`);
      await client.query(`set local paydesk.user_id = '${userId}'`);
      await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const grants = (table: string) =>
    server.one<Record<'select' | 'insert' | 'update' | 'delete' | 'truncate', boolean>>(
      `select has_any_column_privilege('paydesk_merchant', $1, 'select') as select,
         has_table_privilege('paydesk_merchant', $1, 'insert') as insert,
         has_table_privilege('paydesk_merchant', $1, 'update') as update,
         has_table_privilege('paydesk_merchant', $1, 'delete') as delete,
         has_table_privilege('paydesk_merchant', $1, 'truncate') as truncate`,
      [table],
    );

  test('SB-03 every row of a merchant’s says whose it is, and what belongs to such a row too', async () => {
    const nullable = await server.all<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'merchant_id' and is_nullable = 'YES' order by 1`,
    );
    assert.deepEqual(
      nullable.map(({ name }) => name),
      Object.keys(OF_OTHERS_TOO),
    );
    const silent = await server.all<{ name: string }>(
      `select distinct f.conrelid::regclass::text as name
       from pg_constraint f join pg_attribute a on a.attrelid = f.confrelid and a.attname = 'merchant_id'
       where f.contype = 'f' and f.connamespace = 'public'::regnamespace and a.attnotnull and not exists (
         select from pg_attribute own where own.attrelid = f.conrelid and own.attname = 'merchant_id')`,
    );
    // a key is a person's, of staff too; where rows are spread it names no row of theirs
    assert.deepEqual(silent, workers.length ? [] : [{ name: 'idempotency_keys' }]);
  });

  test('SB-03 every table that a merchant user may touch is under a policy', async () => {
    const touched = await server.all<{ name: string; secured: boolean; policies: bigint }>(
      `select c.relname as name, c.relrowsecurity as secured,
         (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
         and (has_any_column_privilege('paydesk_merchant', c.oid, 'select')
           or has_any_column_privilege('paydesk_merchant', c.oid, 'insert')
           or has_any_column_privilege('paydesk_merchant', c.oid, 'update')
           or has_table_privilege('paydesk_merchant', c.oid, 'delete'))`,
    );
    assert.ok(touched.length >= 5);
    assert.deepEqual(
      touched.filter(({ secured, policies }) => !secured || !policies),
      [],
    );
    const [role] = await server.all<{ rolsuper: boolean; rolbypassrls: boolean }>(
      `select rolsuper, rolbypassrls from pg_roles where rolname = 'paydesk_merchant'`,
    );
    assert.deepEqual(role, { rolsuper: false, rolbypassrls: false });
  });

  test('SB-03 a merchant sees its own rows of every table, no other and none without a merchant', async () => {
    let seen = 0;
    for (const table of tenantTables) {
      if (!(await grants(table)).select) continue;
      // what staff ask of a merchant's people is staff's
      const of = table === 'approvals' ? 'of_merchant_id' : 'merchant_id';
      const counts = await server.one<{ own: bigint; other: bigint }>(
        `select count(*) filter (where ${of} = $1) as own,
           count(*) filter (where ${of} <> $1) as other from ${table}`,
        [amber],
      );
      assert.ok(counts.own > 0n && counts.other > 0n, `${table} has rows of both`);
      await asMerchant(amber, async (client) => {
        const { rows } = await client.query<{ merchant_id: string; count: bigint }>(
          `select merchant_id, count(*) from ${table} group by 1`,
        );
        assert.deepEqual(rows, [{ merchant_id: amber, count: counts.own }], table);
      });
      await asMerchant('', async (client) => {
        assert.equal((await client.query(`select 1 from ${table}`)).rowCount, 0, table);
      });
      seen++;
    }
    assert.ok(seen >= 5, `${seen} tables`);
  });

  test('SB-03 a merchant changes, adds and gives away no row of another in any table', async () => {
    for (const table of tenantTables) {
      const may = await grants(table);
      // a person's own views, and thresholds, which others of the merchant agree to
      const deletes = ['saved_views', 'approval_thresholds', 'roles'].includes(table);
      assert.equal(may.delete || may.truncate, deletes, `${table}: what is deleted`);
      if (may.update && may.select)
        await asMerchant(amber, async (client) => {
          const touched = await client.query(
            `update ${table} set merchant_id = merchant_id where merchant_id = $1`,
            [baltic],
          );
          assert.equal(touched.rowCount, 0, `${table}: another's row`);
          await client.query('savepoint s');
          await assert.rejects(
            client.query(`update ${table} set merchant_id = $1`, [baltic]),
            // where rows are spread no row goes to another merchant at all
            /row-level security|permission denied|modifying the partition value/,
            `${table}: given away`,
          );
        });
      if (!may.insert) continue;
      const sample = await server.one<object>(
        `select to_jsonb(x) - 'id' as row from ${table} x where merchant_id = $1 limit 1`,
        [baltic],
      );
      const { row } = sample as { row: object };
      // a generated column takes no value
      const { columns } = await server.one<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
           and identity_generation is distinct from 'ALWAYS'`,
        [table],
      );
      await asMerchant(amber, (client) =>
        assert.rejects(
          client.query(
            `insert into ${table} (${columns})
             select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`,
            [JSON.stringify({ ...row, id: randomUUIDv7() })],
          ),
          /row-level security/,
          `${table}: added for another`,
        ),
      );
    }
  });

  test('SB-03 a merchant user’s keys and people are their own, and others are out of reach', async () => {
    await asMerchant(amber, async (client) => {
      const { rows } = await client.query<{ user_id: string }>(
        'select distinct user_id from idempotency_keys',
      );
      assert.deepEqual(rows, [{ user_id: userId }]);
    });
    await asMerchant(amber, async (client) => {
      const merchants = await client.query<{ id: string }>('select id from merchants');
      assert.deepEqual(merchants.rows, [{ id: amber }]);
      const people = await client.query<{ merchant_id: string }>(
        'select distinct merchant_id from users',
      );
      assert.deepEqual(people.rows, [{ merchant_id: amber }]);
      const sessions = await client.query(
        `update sessions set revoked_date = revoked_date
         where user_id in (select id from users where merchant_id <> $1)`,
        [amber],
      );
      assert.equal(sessions.rowCount, 0);
    });
    // of people and sessions not every column: no password, no token
    for (const table of [
      'users',
      'sessions',
      'second_factors',
      'recovery_codes',
      'outbox',
      'customers',
      'cards',
      'screening_results',
      'merchant_standings',
      'login_attempts',
      'audit_logs',
    ])
      await asMerchant(amber, (client) =>
        assert.rejects(client.query(`select * from ${table}`), /permission denied/, table),
      );
    await asMerchant(amber, (client) =>
      assert.rejects(client.query('select * from acquirer_sandbox.requests'), /permission denied/),
    );
  });

  test('SB-46 audit and journal are append-only, for everybody', async () => {
    for (const table of ['audit_logs', 'money_journal']) {
      assert.ok((await server.one<{ n: bigint }>(`select count(*) as n from ${table}`)).n > 0n);
      for (const statement of [
        `update ${table} set id = id`,
        // where rows are spread the one is of no machine, and of the other no trigger hears
        ...(workers.length ? [] : [`update ${table} set id = id where false`, `truncate ${table}`]),
        `delete from ${table}`,
      ]) {
        await assert.rejects(server.pool.query(statement), /append-only/, statement);
        await asMerchant(amber, (client) =>
          assert.rejects(client.query(statement), /permission denied|append-only/, statement),
        );
      }
    }
  });

  test('SB-49 the database itself refuses more out than in', async () => {
    const id = await insertPayment(server, { merchantId: amber });
    for (const column of ['refunded_cents', 'pending_refund_cents', 'reversed_cents'])
      await assert.rejects(
        server.pool.query(`update transactions set ${column} = 10001 where id = $1`, [id]),
        /never_more_out_than_in/,
      );
  });
});
