import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskType } from '@paydesk/contract/tasks.ts';
import { tasksOf } from '../../resources.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { openDatabase } from '../db/database.ts';
import { startTasks, type Task } from '../tasks.ts';

const RUN = 'POST /api/system/tasks/{type}/actions/run';

async function until(holds: () => Promise<boolean> | boolean) {
  for (let tries = 0; tries < 1200 && !(await holds()); tries++) await sleep(50);
  assert.ok(await holds(), 'it never came to that');
}

describe('a task run before its time', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    // of the demo data
    await server.pool.query('delete from task_executions');
  });
  after(() => server.close());

  const ask = (type: TaskType, by = admin, key?: string) =>
    by.call(RUN, { params: { type }, ...(key && { headers: { 'idempotency-key': key } }) });
  const refusal = async (type: TaskType, by = admin) => {
    const { status, error } = await ask(type, by);
    return [status, error.errors[0]?.message];
  };
  const runOf = async (id: string) =>
    (await admin.call('GET /api/task-executions', { query: { f_id: id } })).body.content[0];
  const stands = async (type: TaskType) =>
    (await admin.call('GET /api/system')).body.tasks.find((task) => task.type === type)!;
  /** As many processes as that, each with connections of its own, of this one task. */
  function start(processes: number, type: TaskType, otherwise: Partial<Task>) {
    const task = tasksOf(server.services).find((one) => one.type === type)!;
    const started = Array.from({ length: processes }, () => {
      const database = openDatabase(server.url, { statementTimeoutMs: 5000 });
      const tasks = startTasks([{ ...task, ...otherwise } as Task], {
        database,
        log: server.services.log,
      });
      return { database, tasks };
    });
    return async () => {
      await Promise.all(started.map(({ tasks }) => tasks.stop()));
      await Promise.all(started.map(({ database }) => database.close()));
    };
  }

  test('AT-02, AM-82 one of several processes runs it, though none had begun yet; the run has the id of the answer and says who asked', async () => {
    let runs = 0;
    const { promise, resolve: go } = Promise.withResolvers<void>();
    const stop = start(3, 'JOURNAL_CHECK', {
      firstAfterMs: 3_600_000,
      run: async () => {
        runs++;
        await promise;
        return { processed: 7, failed: 0 };
      },
    });
    const { status, body } = await ask('JOURNAL_CHECK');
    assert.deepEqual([status, body.withinSeconds], [200, 10]);
    const { by, date } = (await stands('JOURNAL_CHECK')).asked!;
    assert.ok(Math.abs(Date.now() - Date.parse(date)) < 60_000);
    assert.deepEqual(await refusal('JOURNAL_CHECK'), [
      400,
      `${by} has asked for it already; it begins within seconds`,
    ]);
    assert.equal(await runOf(body.id), undefined);
    await until(async () => (await runOf(body.id)) !== undefined);
    assert.deepEqual(await refusal('JOURNAL_CHECK'), [400, 'It runs now']);
    const { asked, late, ended } = await stands('JOURNAL_CHECK');
    assert.deepEqual([asked, late, ended], [null, false, null]);
    go();
    await until(async () => (await runOf(body.id))!.status.name === 'SUCCESS');
    const { processed, askedBy } = (await runOf(body.id))!;
    assert.deepEqual([processed, askedBy], [7, by]);
    await stop();
    assert.equal(runs, 1);
  });

  test('AT-02 it runs once however the processes look for it, and what is due again later says nobody asked', async () => {
    // it has just had its turn
    await server.pool.query(
      `insert into task_runs (name, started_date, ended_date) values ('refresh-screening', now(), now())`,
    );
    const { body } = await ask('SCREENING_UPDATE');
    let runs = 0;
    const stop = start(3, 'SCREENING_UPDATE', { firstAfterMs: 0, run: async () => void runs++ });
    await until(async () => (await runOf(body.id))?.status.name === 'SUCCESS');
    await sleep(300);
    await stop();
    assert.equal(runs, 1);
    await server.pool.query(
      `update task_runs set started_date = now() - interval '2 days' where name = 'refresh-screening'`,
    );
    const again = start(1, 'SCREENING_UPDATE', { firstAfterMs: 0, run: async () => void runs++ });
    await until(() => runs === 2);
    await again();
    const written = await server.all<{ by: string | null }>(
      `select asked_by as by from task_executions where type = 'SCREENING_UPDATE' order by id`,
    );
    assert.deepEqual(
      written.map(({ by }) => by !== null),
      [true, false],
    );
  });

  test('AT-02 a run that found nothing stays written down where somebody asked for it', async () => {
    const { body } = await ask('AUDIT_SEAL');
    let runs = 0;
    const run = async () => (runs++, { processed: 0, failed: 0 });
    const stop = start(1, 'AUDIT_SEAL', { everyMs: 50, run });
    await until(() => runs > 4);
    await stop();
    assert.equal((await runOf(body.id))!.status.name, 'SUCCESS');
    const { count } = await server.one<{ count: bigint }>(
      `select count(*) from task_executions where type = 'AUDIT_SEAL'`,
    );
    assert.ok(count <= 3n, `${count} rows`);
  });

  test('AM-82, AM-102 sent again under its key it is one wish and one entry; technical staff and merchants have none', async () => {
    const [first, again] = [
      await ask('HOUSEKEEPING', admin, 'housekeeping'),
      await ask('HOUSEKEEPING', admin, 'housekeeping'),
    ];
    assert.deepEqual([again.status, again.body], [200, first.body]);
    const entries = await server.all<{ id: string; details: object }>(
      `select entity_id as id, details from audit_logs
       where action = 'RUN_TASK' and details ->> 'task' = 'Housekeeping'`,
    );
    assert.deepEqual(entries, [{ id: first.body.id, details: { task: 'Housekeeping' } }]);
    const both = await Promise.all([ask('ORDER_EXPIRY'), ask('ORDER_EXPIRY')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
    for (const email of ['technical@paydesk.test', 'owner@amber.test'])
      assert.equal((await ask('PURCHASE_EXPIRY', await server.as(email))).status, 403, email);
    // nothing names a folder for backups here
    assert.deepEqual(await refusal('BACKUP'), [400, 'This installation has no such task']);
    const left = await server.all<{ name: string }>('select name from task_asks order by 1');
    assert.deepEqual(
      left.map(({ name }) => name),
      ['expire-orders', 'housekeeping'],
    );
  });
});
