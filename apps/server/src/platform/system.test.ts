import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SettingName } from '@paydesk/contract/settings.ts';
import { tasksOf } from '../resources.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';
import { AGEING } from './ageing.ts';
import { housekeeping } from './housekeeping.ts';

/** What the law, or whoever reads the rows, asks for at the least; by the specification, not by the code. */
const LEAST = {
  'retention.soap-logs.days': 400,
  'retention.mpi-logs.days': 400,
  'retention.exchange-logs.days': 400,
  'retention.messages-delivered.days': 1,
  'retention.messages-given-up.days': 7,
  'retention.idempotency-keys.days': 30,
  'retention.sessions.days': 1,
  'retention.devices.days': 30,
  'retention.task-runs.days': 7,
} as const satisfies Partial<Record<SettingName, number>>;

describe('what ages out, and the System screen', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const set = (name: SettingName, value: number) =>
    staff.call('PUT /api/settings/meta-data/{name}', { params: { name }, body: { value } });
  const houseKeep = () =>
    tasksOf(server.services)
      .find(({ name }) => name === 'housekeeping')!
      .run() as Promise<{ processed: number }>;
  const system = async () => (await staff.call('GET /api/system')).body;

  const trend = async (span: 'DAY' | 'WEEK') =>
    (await staff.call('GET /api/system/trends', { query: { span } })).body;

  test('AM-118 rows go after the days that staff have set, in portions, and stay until then', async () => {
    await houseKeep();
    const counts = () =>
      server.one<{ soap: number; mpi: number; exchange: number }>(`select
        (select count(*)::int from soap_logs) as soap, (select count(*)::int from mpi_logs) as mpi,
        (select count(*)::int from exchange_logs) as exchange`);
    const before = await counts();
    // more than two portions of one, past the first term and past the second alone
    await server.pool.query(`
      insert into soap_logs (id, transaction_id, merchant_id, direction, operation, payload, created_date)
      select gen_random_uuid(), t.id, t.merchant_id, 'REQUEST', 'Old', '<old/>',
        now() - make_interval(days => case when n <= 2300 then 549 else 402 end)
      from (select id, merchant_id from transactions limit 1) t, generate_series(1, 2310) n;
      insert into mpi_logs (id, transaction_id, merchant_id, message_type, payload, created_date)
      select gen_random_uuid(), id, merchant_id, 'AReq', '{}', now() - interval '549 days'
      from transactions limit 3;
      insert into exchange_logs (id, purchase_id, merchant_id, created_date, xml_type, xml)
      select gen_random_uuid(), id, merchant_id, now() - interval '549 days', 'PMTREQ', '<old/>'
      from purchases limit 3`);
    assert.equal((await houseKeep()).processed, 2306);
    assert.deepEqual(await counts(), { ...before, soap: before.soap + 10 });
    assert.equal((await set('retention.soap-logs.days', 401)).status, 200);
    assert.equal((await houseKeep()).processed, 10);
    assert.deepEqual(await counts(), before);
    assert.equal((await set('retention.soap-logs.days', 548)).status, 200);
  });

  test('AM-118 a table that can’t be gone through keeps no other, and the run says which it is', async () => {
    await server.pool.query(`insert into table_sizes values (current_date - 500, 'outbox', 1)`);
    const old = () =>
      server.one<{ rows: number }>(
        'select count(*)::int as rows from table_sizes where day < current_date - 450',
      );
    assert.equal((await old()).rows, 1);
    // to which rows are added alone
    const never = { table: 'audit_logs', by: 'created_date', hours: 0 };
    const sizes = AGEING.find(({ table }) => table === 'table_sizes')!;
    const ran = (await housekeeping(server.services, [never, sizes]).run())!;
    assert.deepEqual([ran.processed, ran.failed], [2, 1]);
    assert.match(ran.why!, /^audit_logs: /);
    assert.equal((await old()).rows, 0);
  });

  test('AM-102, AM-118, AM-82 nobody sets less than the least, and each term is one of what ages', async () => {
    for (const [name, least] of Object.entries(LEAST) as [keyof typeof LEAST, number][]) {
      const { status, error } = await set(name, least - 1);
      const words = `Value must be between ${least} and 3650`;
      assert.deepEqual([status, error.errors[0]?.message], [400, words], name);
    }
    const settings = AGEING.flatMap(({ setting }) => setting ?? []);
    assert.deepEqual([...new Set(settings)].sort(), Object.keys(LEAST).sort());
    // money and what was done stay for ever
    const never =
      /^(transactions|money_|audit_|purchases|orders|loan_|transaction_logs|consumer_cr)/;
    assert.deepEqual(
      AGEING.filter(({ table }) => never.test(table)),
      [],
    );
  });

  test('the System screen’s figures are what the database and the process say now', async () => {
    const earlier = await system();
    const messages = (name: string, { queues } = earlier) =>
      queues.find((one) => one.name === name)!;
    await server.pool.query(`
      insert into outbox (id, kind, payload, created_date, due_date, attempts, error)
      values (gen_random_uuid(), 'MAIL', '', now() - interval '3 hours', now() + interval '1 hour', 2, 'refused')`);
    // as if a week ago the table had held nothing
    await server.pool.query(`
      insert into table_sizes values (current_date - 6, 'outbox', 1000)
      on conflict (day, name) do update set bytes = 1000`);
    await server.services.acquirer.inquire(crypto.randomUUID());
    const now = await system();
    assert.equal(messages('MAIL', now).waiting, messages('MAIL').waiting + 1);
    assert.equal(messages('MAIL', now).failing, messages('MAIL').failing + 1);
    assert.ok(Date.now() - Date.parse(messages('MAIL', now).oldest!) >= 3 * 3_600_000 - 1000);
    assert.equal(now.mail.failure?.words, 'refused');
    const { bytes } = await server.one<{ bytes: bigint }>(
      `select pg_total_relation_size('outbox') as bytes`,
    );
    const outbox = now.tables.find(({ name }) => name === 'outbox')!;
    assert.equal(outbox.bytes, Number(bytes));
    assert.equal(outbox.grown?.bytes, Number(bytes) - 1000);
    assert.deepEqual(
      outbox.keeps?.map(({ setting, hours, least }) => [setting, hours, least]),
      [
        ['retention.messages-delivered.days', 168, 24],
        ['retention.messages-given-up.days', 720, 168],
      ],
    );
    assert.equal(now.tables.find(({ name }) => name === 'money_journal')!.keeps, null);
    const acquirer = now.gateways.find(({ name }) => name === 'ACQUIRER')!;
    assert.equal(
      acquirer.calls,
      earlier.gateways.find(({ name }) => name === 'ACQUIRER')!.calls + 1,
    );
    assert.equal(now.backups, null);
    // made-up runs of a demo are none of a task that has not run here
    const task = (name: string) => now.tasks.find((one) => one.name === name)!;
    assert.deepEqual(
      [task('housekeeping').type, task('housekeeping').status],
      ['HOUSEKEEPING', null],
    );
    assert.ok(
      now.database.connections > 0 && now.database.connections <= now.database.mostConnections,
    );
    const { last } = await server.one<{ last: string }>(
      'select max(name) as last from kysely_migration',
    );
    assert.equal(now.versions.migration, last);
    await server.pool.query(`delete from outbox where error = 'refused'`);
  });

  test('AM-118 how it was: several processes write one row for five minutes, each step tells the worst, and a week stays', async () => {
    await server.pool.query(`
      delete from system_figures;
      insert into outbox (id, kind, payload, created_date, due_date, attempts, error)
      values (gen_random_uuid(), 'MAIL', '', now() - interval '2 hours', now() + interval '1 hour', 2, 'refused');
      insert into system_figures
      select now() - make_interval(hours => ago), 900 + ago, 1, 2, 3, 4, 5, 6, 7
      from unnest(array[3, 20, 100, 200]) ago`);
    // each as in a process of its own
    const keep = () =>
      tasksOf(server.services)
        .find(({ name }) => name === 'keep-figures')!
        .run();
    await Promise.all([keep(), keep(), keep()]);
    await server.pool.query(
      `update system_figures set loop_ms = 900000 where at = (select max(at) from system_figures)`,
    );
    await keep();
    const { count, loop } = await server.one<{ count: number; loop: number }>(
      `select count(*)::int as count, max(loop_ms) as loop from system_figures where at > now() - interval '1 hour'`,
    );
    // two where five minutes have just begun
    assert.ok(count === 1 || count === 2, `${count}`);
    assert.equal(loop, 900000);
    const day = await trend('DAY');
    assert.deepEqual(
      day.points.map(({ waiting }) => waiting).filter((waiting) => waiting > 900),
      [920, 903],
    );
    const now = day.points.findLast(({ loopMs }) => loopMs === 900000)!;
    assert.ok(now.waiting >= 1 && now.oldestSeconds >= 7199 && now.connections > 0);
    assert.ok(now.bytes > 1_000_000);
    // the worst of a step stands for it
    await server.pool.query(`insert into system_figures
      select at + interval '1 millisecond', 5000, 0, 0, 0, 0, 0, 0, 0 from system_figures where waiting = 1000`);
    assert.deepEqual(
      (await trend('WEEK')).points.map(({ waiting }) => waiting).filter((waiting) => waiting > 900),
      [5000, 920, 903],
    );
    await houseKeep();
    const left = `select count(*)::int as n from system_figures where waiting = 1100`;
    assert.equal((await server.one<{ n: number }>(left)).n, 0);
    await server.pool.query(
      `delete from system_figures; delete from outbox where error = 'refused'`,
    );
  });

  test('AM-05 the System screen is for the back office alone', async () => {
    const technical = await server.as('technical@paydesk.test');
    const owner = await server.as('owner@amber.test');
    assert.equal((await technical.call('GET /api/system')).status, 200);
    assert.equal((await owner.call('GET /api/system')).status, 403);
    const query = { span: 'DAY' } as const;
    assert.equal((await technical.call('GET /api/system/trends', { query })).status, 200);
    assert.equal((await owner.call('GET /api/system/trends', { query })).status, 403);
  });
});
