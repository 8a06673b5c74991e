import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { TASK_TYPES, type TaskType } from '@paydesk/contract/tasks.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { openDatabase } from './db/database.ts';
import { tasksOf } from '../resources.ts';
import { errorLine } from './log.ts';
import { outcomeOf, startTasks, type Task } from './tasks.ts';

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

async function until(holds: () => Promise<boolean>) {
  for (let tries = 0; tries < 1200; tries++) {
    if (await holds()) return;
    await sleep(50);
  }
  assert.fail('it never came to that');
}

describe('tasks over several processes', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
    // of the demo data
    await server.pool.query('delete from task_executions');
  });
  after(() => server.close());

  /** What stands in the list of these tasks' runs, the first run first. */
  const written = (type: TaskType) =>
    server.all<{ status: string; processed: number | null; error: string | null }>(
      `select status, processed, failed, error, finished_date >= started_date as ended
       from task_executions where type = $1 order by started_date, id`,
      [type],
    );

  const state = async (name: string) =>
    (
      await server.all<{ ended: boolean }>(
        'select ended_date is not null as ended from task_runs where name = $1',
        [name],
      )
    )[0];

  /** As many processes as loops, each with connections of its own. */
  async function inLoops(
    loops: number,
    name: string,
    type: TaskType,
    run: Task['run'],
    everyMs: number,
  ) {
    const databases = Array.from({ length: loops }, () =>
      openDatabase(server.url, { statementTimeoutMs: 5000 }),
    );
    const { log } = server.services;
    const started = databases.map((database) =>
      startTasks([{ name, type, everyMs, run }], { database, log }),
    );
    return async () => {
      await Promise.all(started.map((tasks) => tasks.stop()));
      await Promise.all(databases.map((database) => database.close()));
    };
  }

  test('AT-02, AT-03, AM-14 a run is one process’s alone, comes once in its time, also if it fails, and is written down', async () => {
    const began: number[] = [];
    let running = 0;
    let most = 0;
    const stop = await inLoops(
      4,
      'often',
      'SCREENING_UPDATE',
      async () => {
        most = Math.max(most, ++running);
        // by the clock that says when it is due: a busy process comes to its first step later
        const { at } = await server.one<{ at: number }>(
          `select extract(epoch from started_date)::float8 * 1000 as at from task_runs where name = 'often'`,
        );
        began.push(at);
        await sleep(150);
        running--;
        if (began.length % 2) throw new Error('a bad run');
        return { processed: began.length, failed: 1 };
      },
      400,
    );
    await until(async () => began.length >= 4);
    await stop();
    assert.equal(most, 1);
    for (const [nth, time] of began.entries())
      if (nth)
        assert.ok(time - began[nth - 1]! > 399, `${time - began[nth - 1]!} ms after the last`);
    assert.deepEqual(await state('often'), { ended: true });
    assert.ok(server.logLines.some((line) => line.includes('a bad run')));
    assert.deepEqual(
      await written('SCREENING_UPDATE'),
      began.map((_, nth) =>
        nth % 2
          ? { status: 'PARTLY_FAILED', processed: nth + 1, failed: 1, error: null, ended: true }
          : { status: 'FAILED', processed: null, failed: null, error: 'a bad run', ended: true },
      ),
    );
  });

  test('AT-03, AT-04 every task has a type and a name of its own, and two that share one do not start', () => {
    // these are some where there is a folder or a collector for them, and somebody who may
    const config = {
      ...server.services.config,
      BACKUP_DIR: 'backups',
      AUDIT_HEADS_DIR: 'heads',
      AUDIT_COLLECTOR: 'https://collector.test/',
    };
    const tasks = tasksOf({ ...server.services, config, backUp: async () => {} });
    const types = tasks.flatMap(({ type }) => type ?? []);
    assert.deepEqual(types.toSorted(), Object.keys(TASK_TYPES).toSorted(), 'each type is a task’s');
    assert.equal(new Set(tasks.map(({ name }) => name)).size, tasks.length);
    const { type } = tasks.find((task) => task.name === 'check-journal')!;
    const two = ['one', 'other'].map((name) => ({
      name,
      type: type!,
      everyMs: 1000,
      run: async () => {},
    }));
    assert.throws(() => startTasks(two, server.services), /JOURNAL_CHECK/);
    const each = { inEachProcess: true, everyMs: 1000, run: async () => {} } as const;
    const named = ['deliver', 'deliver'].map((name) => ({ name, ...each }));
    assert.throws(() => startTasks(named, server.services), /Two tasks are called deliver/);
  });

  test('SB-46, AT-02 sealing writes its runs down; of those that found nothing the newest stays', async () => {
    const sealing = tasksOf(server.services).find(({ type }) => type === 'AUDIT_SEAL')!;
    const { run, type } = sealing;
    const stop = await inLoops(1, sealing.name, type!, run, 50);
    await until(async () => (await written('AUDIT_SEAL')).some(({ processed }) => processed === 0));
    const before = await written('AUDIT_SEAL');
    await server.pool
      .query(`insert into audit_logs (id, created_date, action, entity_type, result, details)
      values (gen_random_uuid(), now(), 'TRY', 'TEST', 'SUCCESS', '{}')`);
    await until(async () => (await written('AUDIT_SEAL')).at(-2)?.processed === 1);
    await sleep(300);
    await stop();
    const runs = (await written('AUDIT_SEAL')).filter(({ status }) => status === 'SUCCESS');
    const idle = runs.filter(({ processed }) => processed === 0);
    assert.ok(idle.length <= 2, `${idle.length} idle runs`);
    assert.deepEqual(
      runs
        .slice(before.length - 1)
        .filter(({ processed }) => processed)
        .map((r) => r.processed),
      [1],
    );
  });

  test('AT-02 a run that the clock has put into the future, when it was put back, holds up no other', async () => {
    let runs = 0;
    await server.pool.query(`insert into task_runs (name, started_date, ended_date)
      values ('put back', now() + interval '6 hours', now() + interval '6 hours')`);
    const run = async () => void runs++;
    const stop = await inLoops(1, 'put back', 'SCREENING_UPDATE', run, 3_600_000);
    await until(async () => runs === 1);
    await stop();
  });

  test('AT-03 what waits for its first run has it as soon as the house’s clock is past that', async () => {
    let [at, runs] = [Date.now(), 0];
    const task = {
      name: 'moved',
      inEachProcess: true,
      everyMs: 3_600_000,
      firstAfterMs: 300_000,
      run: async () => void runs++,
    } as const;
    const tasks = startTasks([task], { ...server.services, now: () => new Date(at) });
    at += 299_000;
    await sleep(50);
    assert.equal(runs, 0);
    at += 2000;
    await until(async () => runs === 1);
    await tasks.stop();
  });

  test('a long run is not begun again while it lasts, however often it is due', async () => {
    let runs = 0;
    const stop = await inLoops(
      3,
      'long',
      'PASSWORD_EXPIRY',
      async () => void (runs++, await sleep(1200)),
      100,
    );
    await sleep(800);
    assert.equal(runs, 1);
    assert.deepEqual(await state('long'), { ended: false });
    assert.deepEqual(
      (await written('PASSWORD_EXPIRY')).map(({ status }) => status),
      ['RUNNING'],
    );
    await stop();
  });

  test('AT-03 when the process that runs it is killed, another one takes over at once, and the run has failed', async () => {
    const killed = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { openDatabase } = await import(${at('./db/database.ts')});
         const { startTasks } = await import(${at('./tasks.ts')});
         const database = openDatabase(${JSON.stringify(server.url)}, { statementTimeoutMs: 5000 });
         const run = () => new Promise((resolve) => setTimeout(resolve, 600_000));
         startTasks([{ name: 'taken-over', type: 'CALLBACK_RETRY', everyMs: 3_600_000, run }], { database, log: console });`,
      ],
      { stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => killed.once('exit', resolve));
    await until(async () => (await state('taken-over'))?.ended === false);
    let runs = 0;
    const run = async () => void runs++;
    const look = await inLoops(2, 'taken-over', 'CALLBACK_RETRY', run, 3_600_000);
    await sleep(300);
    assert.equal(runs, 0, 'held by the other process');
    await look();
    killed.kill('SIGKILL');
    await ended;
    const stop = await inLoops(2, 'taken-over', 'CALLBACK_RETRY', run, 3_600_000);
    await until(async () => (await state('taken-over'))!.ended);
    await stop();
    assert.equal(runs, 1);
    assert.deepEqual(
      (await written('CALLBACK_RETRY')).map(({ status, error }) => [status, error]),
      [
        ['FAILED', 'The process ended before the run did'],
        ['SUCCESS', null],
      ],
    );
  });
});

test('AT-03 a run is called what it came to: one whose every item failed is no success', () => {
  const cases = [
    [{}, 'SUCCESS', null],
    [{ processed: 0, failed: 0 }, 'SUCCESS', null],
    [{ processed: 5, failed: 0 }, 'SUCCESS', null],
    [{ processed: 5, failed: 1 }, 'PARTLY_FAILED', null],
    [{ processed: 5, failed: 5 }, 'FAILED', 'All 5 failed'],
    [{ processed: 1, failed: 1 }, 'FAILED', 'The only one failed'],
    [{ processed: 5, failed: 1, why: 'no' }, 'PARTLY_FAILED', '1 failed: no'],
    [{ processed: 5, failed: 2, why: 'no' }, 'PARTLY_FAILED', '2 failed, the last: no'],
    [{ processed: 5, failed: 5, why: 'no' }, 'FAILED', 'All 5 failed, the last: no'],
    [{ processed: 1, failed: 1, why: 'no' }, 'FAILED', 'The only one failed: no'],
    [{ processed: 900, failed: 2, error: 'wrong' }, 'FAILED', 'wrong'],
  ] as const;
  for (const [figures, status, error] of cases)
    assert.deepEqual(outcomeOf(figures), { status, error }, JSON.stringify(figures));
});

test('SB-47 what a failed run leaves to read says what failed, and no value that it failed over', () => {
  const refused = Object.assign(new Error('invalid input: "anna@amber.test"'), {
    code: '22P02',
    table: 'users',
  });
  assert.equal(errorLine(refused), 'Error: 22P02: users');
  assert.equal(errorLine(new TypeError('no such thing')), 'TypeError: no such thing');
});
