import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskType } from '@paydesk/contract/tasks.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { openDatabase } from './db/database.ts';
import { errorLine } from './log.ts';
import { startTasks, type Task } from './tasks.ts';

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

async function until(holds: () => Promise<boolean>) {
  for (let tries = 0; tries < 200; tries++) {
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
        began.push(performance.now());
        most = Math.max(most, ++running);
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
        assert.ok(time - began[nth - 1]! > 350, `${time - began[nth - 1]!} ms after the last`);
    assert.deepEqual(await state('often'), { ended: true });
    assert.ok(server.logLines.some((line) => line.includes('a bad run')));
    assert.deepEqual(
      await written('SCREENING_UPDATE'),
      began.map((_, nth) =>
        nth % 2
          ? { status: 'SUCCESS', processed: nth + 1, failed: 1, error: null, ended: true }
          : { status: 'FAILED', processed: null, failed: null, error: 'a bad run', ended: true },
      ),
    );
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

test('SB-47 what a failed run leaves to read says what failed, and no value that it failed over', () => {
  const refused = Object.assign(new Error('invalid input: "anna@amber.test"'), {
    code: '22P02',
    table: 'users',
  });
  assert.equal(errorLine(refused), 'Error: 22P02: users');
  assert.equal(errorLine(new TypeError('no such thing')), 'TypeError: no such thing');
});
