import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { testServer, type TestServer } from '../../testing/server.ts';

const WHO = 'select current_user as role, current_setting($$is_superuser$$) as super';

const UNUSUAL: Record<string, string> = {
  kysely_migration: 'select',
  kysely_migration_lock: '',
  installation: 'select',
  audit_unsealed: 'select delete',
  encryption_keys: 'select',
  // each row lets by what is blacked out of it, and nothing else
  loan_events: 'select insert update',
};

/**
 * Roles are the cluster's, and another test may migrate a database of its own in it: 0014 grants there
 * what 0063 takes back. What does not hold for that moment holds within seconds, or never.
 */
async function onceMigrated(check: () => Promise<void>): Promise<void> {
  for (let left = 100; ; left--)
    try {
      return await check();
    } catch (error) {
      if (!left) throw error;
      await pause(100);
    }
}

/** What the server's own connections may do: a statement gone wrong, or slipped in, does no more. */
describe('SB-46 the role that the server works as', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const denied = /permission denied|must be (owner|able|superuser)|does not exist|append-only/;
  const asServer = (text: string) => server.database.pool.query(text);

  test('it signs in as a role that is no owner, may create nothing, and takes on no other right', async () => {
    const itself = { role: 'paydesk_server', super: 'off' };
    assert.deepEqual((await asServer(WHO)).rows[0], itself);
    const { rows } = await asServer('select session_user as name');
    const name: string = rows[0].name;
    const { url } = server;
    assert.notEqual(name, decodeURIComponent(new URL(url).username), 'not the owner');
    const role = await server.one(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         has_database_privilege(oid, current_database(), 'create') as schemas,
         has_schema_privilege(oid, 'public', 'create') as tables
       from pg_roles where rolname = $1`,
      [name],
    );
    assert.deepEqual([...new Set(Object.values(role))], [false]);
    await onceMigrated(async () => {
      const members = await server.all<{ name: string }>(
        `select r.rolname as name from pg_roles r
         where pg_has_role($1, r.oid, 'member') and r.rolname <> $1 order by 1`,
        [name],
      );
      assert.deepEqual(
        members.map((group) => group.name),
        ['paydesk_confined', 'paydesk_merchant', 'paydesk_server'],
      );
    });
    const owned = await server.all(
      `select classid::regclass, objid from pg_shdepend
       where refclassid = 'pg_authid'::regclass and deptype = 'o' and refobjid in
         (select oid from pg_roles where rolname in ($1, 'paydesk_server', 'paydesk_merchant', 'paydesk_confined', 'paydesk_data'))
         and dbid in (0, (select oid from pg_database where datname = current_database()))`,
      [name],
    );
    assert.deepEqual(owned, []);
    const sight = { merchantId: crypto.randomUUID(), userId: crypto.randomUUID() };
    const client = await server.database.pool.connect();
    await client.query(`begin; set local role paydesk_merchant; commit`);
    assert.equal((await client.query('select current_user as role')).rows[0].role, itself.role);
    await client.query('reset role');
    assert.equal((await client.query('select current_user as role')).rows[0].role, itself.role);
    // the login by itself has no right at all
    await client.query('set role none');
    await assert.rejects(client.query('select from users'), denied);
    for (const other of ['paydesk', 'paydesk_data', 'postgres'])
      await onceMigrated(() =>
        assert.rejects(client.query(`set role ${other}`), /permission denied|does not exist/),
      );
    client.release(true);
    const seen = await server.database.snapshot(sight, (reader) =>
      reader.query('select current_user as role'),
    );
    assert.equal(seen.rows[0].role, 'paydesk_merchant');
    assert.deepEqual((await asServer(WHO)).rows[0], itself);
  });

  test('every table has what the server needs, and nothing more', async () => {
    const tables = await server.all<{
      name: string;
      only: boolean;
      secured: boolean;
      policy: boolean;
      owner: string;
      grants: string;
    }>(
      `select c.relname as name, c.relrowsecurity as secured,
         exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only') as only,
         pg_get_userbyid(c.relowner) as owner,
         exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
           and p.polroles = array['paydesk_server'::regrole::oid]
           and pg_get_expr(p.polqual, p.polrelid) = 'true'
           and pg_get_expr(p.polwithcheck, p.polrelid) = 'true') as policy,
         concat_ws(' ', case when has_table_privilege('paydesk_server', c.oid, 'select') then 'select' end,
           case when has_table_privilege('paydesk_server', c.oid, 'insert') then 'insert' end,
           case when has_table_privilege('paydesk_server', c.oid, 'update') then 'update' end,
           case when has_table_privilege('paydesk_server', c.oid, 'delete') then 'delete' end,
           case when has_table_privilege('paydesk_server', c.oid, 'truncate') then 'truncate' end,
           case when has_table_privilege('paydesk_server', c.oid, 'references') then 'references' end,
           case when has_table_privilege('paydesk_server', c.oid, 'trigger') then 'trigger' end) as grants
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by 1`,
    );
    const onlyAdded = tables.filter(({ only }) => only).map(({ name }) => name);
    for (const name of ['audit_logs', 'audit_seals', 'money_journal'])
      assert.ok(onlyAdded.includes(name), name);
    for (const { name, only, secured, policy, owner, grants } of tables) {
      const missing = `${name}: open_to_server(…) in its migration is missing`;
      assert.equal(policy, secured, missing);
      assert.equal(owner, decodeURIComponent(new URL(server.url).username), name);
      const usual = only ? 'select insert' : 'select insert update delete';
      assert.equal(grants, UNUSUAL[name] ?? usual, name);
    }
  });

  test('SB-46 what is append-only is so by grants, not by its trigger alone', async () => {
    for (const table of ['audit_logs', 'money_journal', 'audit_seals'])
      for (const statement of [
        `update ${table} set created_date = now()`,
        `update ${table} set created_date = now() where false`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} disable row level security`,
        `alter table ${table} owner to current_user`,
        `drop trigger append_only on ${table}`,
        `drop table ${table}`,
        `create or replace rule x as on insert to ${table} do instead nothing`,
      ])
        await assert.rejects(asServer(statement), denied, statement);
  });

  test('SB-46 of a loan’s story it blacks words out, and changes nothing else', async () => {
    const { id, merchant_id: merchantId } = await server.one<{ id: string; merchant_id: string }>(
      `insert into loan_events (id, consumer_credit_id, merchant_id, kind, detail, user_name, created_date)
       select gen_random_uuid(), id, merchant_id, 'NOTED', 'Anna 100% of_ Anna\\', 'somebody', now()
       from consumer_credits limit 1 returning id, merchant_id`,
    );
    const theRow = `id = '${id}' and merchant_id = '${merchantId}'`;
    const set = (what: string) => asServer(`update loan_events set ${what} where ${theRow}`);
    for (const what of [
      `detail = 'Bob'`,
      `detail = null`,
      `detail = '[erased] 200% of_ Anna\\'`,
      `detail = '[erased] 100% ofx Anna\\'`,
      `detail = 'Anna [erased] more'`,
      `kind = 'OTHER'`,
      `user_name = '[erased]'`,
      `detail = '[erased]', user_name = 'somebody else'`,
    ])
      await assert.rejects(set(what), /append-only/, what);
    await set(`detail = '[erased] 100% of_ [erased]\\'`);
    await set(`detail = '[erased]'`);
    await assert.rejects(set(`detail = 'Anna'`), /append-only/, 'for good');
    await assert.rejects(asServer(`delete from loan_events where ${theRow}`), denied);
  });

  test('it makes, changes and takes over nothing else', async () => {
    for (const statement of [
      'create table public.note (n int)',
      'create or replace function refuse_change() returns trigger language sql as $$ select null $$',
      'create temporary table users (id uuid); create function pg_temp.f() returns int language sql as $$ select 1 $$; alter table public.users add column x int',
      'create schema mine',
      'create role mine',
      'drop policy server on audit_logs',
      'drop policy own_merchant on transactions',
      'alter policy own_merchant on transactions using (true)',
      'alter table transactions disable row level security',
      'alter table transactions add column note text',
      'alter table users disable trigger all',
      'drop table merchants',
      'update installation set demo = true',
      'set session authorization paydesk',
      'set role paydesk',
      // no longer than itself, should it work
      'do $$ begin set local role paydesk_data; end $$',
      'alter role current_user createrole',
      'alter table audit_logs disable row level security',
      'drop trigger await_seal on audit_logs',
      'alter table call_counts add column note text',
      `insert into audit_unsealed values (gen_random_uuid())`,
      `select open_to_server('audit_logs')`,
      'delete from kysely_migration',
      'alter role paydesk_server superuser',
      'set session_replication_role = replica',
    ])
      await onceMigrated(() => assert.rejects(asServer(statement), denied, statement));
  });

  test('a new table is open to the server, under row-level security by one call', async () => {
    await server.pool.query(`create table plain (n int); create table secured (n int);
      alter table secured enable row level security; insert into secured values (1);`);
    await asServer('insert into plain values (1)');
    await server.pool.query(`select open_to_server('secured')`);
    assert.equal((await asServer('update secured set n = 2')).rowCount, 1);
    await server.pool.query(`create table kept (n int); select open_to_server('kept', true)`);
    await asServer('insert into kept values (1)');
    await assert.rejects(asServer('update kept set n = 2'), denied);
    await server.pool.query('drop table plain, secured, kept');
  });

  test('SB-06 what it cuts off ends in the database too', async () => {
    const gone = new AbortController();
    const reading = server.database.snapshot(
      'all',
      (client) => client.query(`select pg_sleep(20), 'cut off'`),
      gone.signal,
    );
    const running = async () =>
      (
        await server.all(
          `select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
             and datname = current_database() and query like '%cut off%'`,
        )
      ).length;
    while (!(await running())) await new Promise((resolve) => setTimeout(resolve, 20));
    gone.abort();
    await assert.rejects(reading, { name: 'AbortError' });
    for (let tries = 0; tries < 1500 && (await running()); tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await running(), 0);
  });
});
