import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testServer, type TestServer } from '../../testing/server.ts';

const WHO = 'select current_user as role, current_setting($$is_superuser$$) as super';

/** What the server's own connections may do: a statement gone wrong, or slipped in, does no more. */
describe('SB-46 the role that the server works as', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const denied = /permission denied|must be owner|append-only/;
  const asServer = (text: string) => server.database.pool.query(text);

  test('it is no owner, no superuser and past no policy, and goes back to itself', async () => {
    const itself = { role: 'paydesk_server', super: 'off' };
    assert.deepEqual((await asServer(WHO)).rows[0], itself);
    const role = await server.one(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles
       where rolname = 'paydesk_server'`,
    );
    assert.ok(Object.values(role).every((held) => held === false));
    const owned = await server.all(
      `select 1 from pg_shdepend d join pg_roles r on r.oid = d.refobjid
       where r.rolname = 'paydesk_server' and d.deptype = 'o'`,
    );
    assert.deepEqual(owned, []);
    const sight = { merchantId: crypto.randomUUID(), userId: crypto.randomUUID() };
    const client = await server.database.pool.connect();
    await client.query(`begin; set local role paydesk_merchant; commit`);
    assert.equal((await client.query('select current_user as role')).rows[0].role, itself.role);
    await client.query('reset role');
    assert.equal((await client.query('select current_user as role')).rows[0].role, itself.role);
    client.release();
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
       order by 1`,
    );
    const onlyAdded = tables.filter(({ only }) => only).map(({ name }) => name);
    for (const name of ['audit_logs', 'audit_seals', 'money_journal'])
      assert.ok(onlyAdded.includes(name), name);
    for (const { name, only, secured, policy, owner, grants } of tables) {
      const missing = `${name}: open_to_server(…) in its migration is missing`;
      assert.equal(policy, only && secured, missing);
      assert.equal(owner === 'paydesk_data', secured && !only, missing);
      // its own may do all, as the owner's role may
      if (owner === 'paydesk_data') continue;
      const expected = name.startsWith('kysely_')
        ? ''
        : name === 'audit_unsealed'
          ? 'select delete'
          : only
            ? 'select insert'
            : 'select insert update delete';
      assert.equal(grants, expected, name);
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
        `drop table ${table}`,
        `create or replace rule x as on insert to ${table} do instead nothing`,
      ])
        await assert.rejects(asServer(statement), /permission denied|must be owner/, statement);
  });

  test('it makes, changes and takes over nothing else', async () => {
    for (const statement of [
      'create table public.note (n int)',
      'create or replace function refuse_change() returns trigger language sql as $$ select null $$',
      'drop policy server on audit_logs',
      'alter table audit_logs disable row level security',
      'drop trigger await_seal on audit_logs',
      'alter table call_counts add column note text',
      `insert into audit_unsealed values (gen_random_uuid())`,
      `select open_to_server('audit_logs')`,
      'delete from kysely_migration',
      'alter role paydesk_server superuser',
      'set session_replication_role = replica',
    ])
      await assert.rejects(asServer(statement), denied, statement);
  });

  test('a new table is open to the server, under row-level security by one call', async () => {
    await server.pool.query(`create table plain (n int); create table secured (n int);
      alter table secured enable row level security; insert into secured values (1);`);
    await asServer('insert into plain values (1)');
    assert.equal((await asServer('select * from secured')).rowCount, 0);
    await server.pool.query(`select open_to_server('secured')`);
    assert.equal((await asServer('update secured set n = 2')).rowCount, 1);
    await server.pool.query(`create table kept (n int); select open_to_server('kept', true)`);
    await asServer('insert into kept values (1)');
    await assert.rejects(asServer('update kept set n = 2'), denied);
    await server.pool.query('drop table plain, secured, kept');
  });

  test('it ends the long reads of its own, and no other’s', async () => {
    const sleeping = await server.database.pool.connect();
    const other = await server.pool.connect();
    await other.query(`set application_name = 'somebody'`);
    const pidOf = async (client: typeof other) =>
      (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;
    const [own, foreign] = [await pidOf(sleeping), await pidOf(other)];
    const cut = assert.rejects(sleeping.query('select pg_sleep(5)'), { code: '57014' });
    const left = other.query('select pg_sleep(0.3)');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.database.pool.query('select cancel_paydesk($1), cancel_paydesk($2)', [
      own,
      foreign,
    ]);
    await cut;
    await left;
    sleeping.release();
    other.release(true);
  });
});
