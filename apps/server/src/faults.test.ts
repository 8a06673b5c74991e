import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFull } from '@paydesk/contract/testing/proof.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { createLog } from './platform/log.ts';
import { TEST_KEY } from './testing/encryption.ts';
import { booksClose } from './testing/kills/books.ts';
import { Callers } from './testing/kills/callers.ts';
import { Paydesk, until } from './testing/kills/paydesk.ts';
import { planOf } from './testing/kills/plan.ts';
import { movedClock } from './testing/moved-clock.ts';
import { call } from './testing/processes.ts';

/**
 * What befalls a machine and no test can say in a moment: the whole of Paydesk under it, with refunds going on. Each is
 * one of the table of `npm run prove -- faults`, and of that alone.
 */
const folder = mkdtempSync(join(tmpdir(), 'paydesk-faults-'));
const mounted: string[] = [];
after(() => {
  for (const place of mounted) spawnSync('umount', ['-l', place]);
  rmSync(folder, { recursive: true, force: true });
});

const HOUR = 3600;
/** So often a process that is short of memory dies in the middle. */
const DEATHS = 2;

const rounds = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((history) =>
  planOf(history).filter(({ kind }) => kind === 'refunds'),
);

/** Paydesk with people who refund, for as long as the work takes; then nothing is open and the books agree. */
async function underRefunds(
  paydesk: Paydesk,
  settings: Record<string, string>,
  work: (refund: (nth: number) => Promise<unknown>, callers: Callers) => Promise<void>,
  clock: 'steady' | 'jumped' = 'steady',
): Promise<Callers> {
  try {
    await paydesk.start(settings);
    const callers = new Callers(paydesk);
    await callers.settleIn();
    const refund = (nth: number) =>
      Promise.all(rounds[nth % rounds.length]!.steps.map((steps) => callers.run(steps)));
    await work(refund, callers);
    await callers.repeat();
    await booksClose(paydesk, callers.heard, clock);
    return callers;
  } finally {
    await paydesk.stop();
  }
}

/** A disk of its own for a folder; false where this user may not mount one. */
function smallDisk(place: string, megabytes: number): boolean {
  mkdirSync(place, { recursive: true });
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place]);
  if (made.status === 0) mounted.push(place);
  return made.status === 0;
}

const freeOn = (place: string) => {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
};

const readyAt = async ({ url }: Paydesk) =>
  call(`${url}/health/ready`).then(
    ({ status }) => status,
    () => 0,
  );

/** How long ago a task's last run began, by the clock of the database. */
const sinceRun = async (paydesk: Paydesk, name: string) => {
  const [row] = await paydesk.all<{ ago: number }>(
    `select extract(epoch from clock_timestamp() - started_date)::float as ago from task_runs where name = $1`,
    [name],
  );
  return row?.ago;
};

describe('faults of a machine', { skip: !isFull || process.platform !== 'linux' }, () => {
  test('a clock that jumps by hours, forward and back, under refunds, sessions and tasks: all go on, and nothing is done twice', async (t) => {
    chmodSync(folder, 0o755);
    const clock = movedClock(folder);
    if (!clock) return t.skip('there is no compiler for the clock');
    const paydesk = new Paydesk();
    // the database has the same clock
    const database = await startEmbedded({
      dataDir: paydesk.folder,
      log: createLog('silent'),
      environment: clock.environment,
    });
    const settings = {
      ...clock.environment,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: TEST_KEY,
      LOG_LEVEL: 'warn',
    };
    t.after(() => database.stop());
    const callers = await underRefunds(
      paydesk,
      settings,
      async (refund) => {
        // it ends later than ever before: what waits after a jump back waits as long as that was
        for (const [nth, hours] of [1.5, 0, -6, 7].entries()) {
          const from = performance.now();
          if (hours < 2) {
            const going = refund(2 * nth);
            await sleep(300);
            clock.jump(hours * HOUR);
            await going;
          } else {
            clock.jump(hours * HOUR);
            // nobody was there for hours, as far as anybody can tell
            await assert.rejects(refund(2 * nth), /was answered 401/);
            await paydesk.all('update sessions set last_seen_date = now()');
          }
          await refund(2 * nth + 1);
          const [said] = await paydesk.all<{ ms: number }>(
            `select extract(epoch from clock_timestamp())::float * 1000 as ms`,
          );
          const off = (said!.ms - Date.now()) / 1000 / HOUR;
          assert.ok(Math.abs(off - hours) < 0.1, `the database is at ${off} hours`);
          // a task that is due each few seconds has its next turn soon, whatever the clock says
          await until('tasks go on', async () => {
            const ago = await sinceRun(paydesk, 'seal-audit');
            return ago !== undefined && ago >= 0 && ago < (performance.now() - from) / 1000 + 1;
          });
          assert.equal(await readyAt(paydesk), 200);
          t.diagnostic(`at ${hours} h: refunds and tasks went on within ${seconds(from)}`);
        }
      },
      'jumped',
    );
    assert.deepEqual(callers.faults, {});
  });

  test('a full disk under the database: calls are refused with 503, never a 500; with room again all goes on by itself', async (t) => {
    const disk = join(folder, 'disk');
    if (!smallDisk(disk, 420)) return t.skip('this user may not mount a disk');
    const paydesk = new Paydesk();
    const data = join(disk, 'data');
    mkdirSync(data);
    await paydesk.moveTo(data);
    const callers = await underRefunds(paydesk, {}, async (refund, { faults }) => {
      await refund(0);
      const filler = join(disk, 'filler');
      const fill = () =>
        spawnSync('fallocate', ['-l', String(Math.max(4096, freeOn(disk) - 4096)), filler]);
      fill();
      const room = new AbortController();
      const going = (async () => {
        for (let nth = 1; !room.signal.aborted; nth++) await refund(nth);
      })();
      let status;
      try {
        // what is written goes into what the database has set aside, until that is used up
        await until('it is refused', async () => {
          await paydesk.database.pool
            .query(`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))`)
            .catch(() => {});
          return (faults[503] ?? 0) > 3;
        });
        status = await readyAt(paydesk);
      } finally {
        rmSync(filler);
        room.abort();
      }
      const from = performance.now();
      await going;
      await paydesk.ready();
      t.diagnostic(
        `while it was full: ready ${status}, ${faults[503]} calls refused with 503, ${faults[500] ?? 0} with 500; ready ${seconds(from)} after there was room`,
      );
      await refund(2);
    });
    assert.equal(callers.faults[500] ?? 0, 0);
    assert.equal(paydesk.unasked, 0, 'the server did not end');
  });

  test('a full disk under the archive of the log: payments go on, it is told, and with room again nothing is missing', async (t) => {
    const disk = join(folder, 'archive');
    if (!smallDisk(disk, 40)) return t.skip('this user may not mount a disk');
    const paydesk = new Paydesk();
    const settings = { BACKUP_DIR: disk, BACKUP_WAL: 'true', LOG_LEVEL: 'error' };
    const callers = await underRefunds(paydesk, settings, async (refund) => {
      const behind = async () => {
        const { text } = await call(`${paydesk.url}/metrics`);
        return Number(/^paydesk_log_archive_behind_bytes (\S+)$/m.exec(text)?.[1]);
      };
      await refund(0);
      // it hardly compresses
      await paydesk.all(
        `select count(pg_logical_emit_message(false, 'fill', (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 30000 + n * 0)))) from generate_series(1, 90) n`,
      );
      await until('it is behind', async () => (await behind()) > 32e6);
      const most = await behind();
      await until('it is told', () => paydesk.said.includes('the log of writes is not archived'));
      await refund(1);
      const { text } = await call(`${paydesk.url}/health/ready`);
      assert.match(text, /"ready"/);
      spawnSync('mount', ['-o', 'remount,size=600m', disk]);
      const from = performance.now();
      await until('it has caught up', async () => (await behind()) < 1e6);
      t.diagnostic(
        `${(most / 1e6).toFixed(0)} MB behind while it was full, caught up ${seconds(from)} after there was room`,
      );
      await refund(2);
    });
    assert.equal(paydesk.unasked, 0, 'the server did not end');
    assert.deepEqual(callers.faults, {});
  });

  test('a process short of memory under load: when it dies it is started again, and nothing is lost or done twice', async (t) => {
    const paydesk = new Paydesk();
    const settings = { NODE_OPTIONS: '--max-old-space-size=110', LOG_LEVEL: 'warn' };
    let deaths = 0;
    await underRefunds(paydesk, settings, async (refund) => {
      const stopping = new AbortController();
      const { signal } = stopping;
      // as systemd does it
      const watched = (async () => {
        while (!signal.aborted) {
          if (!paydesk.serverRuns) {
            deaths++;
            await paydesk.start(settings);
          }
          await sleep(50);
        }
      })();
      const body = JSON.stringify({ username: 'x'.repeat(900_000), password: 'y' });
      const end = performance.now() + 60_000;
      const enough = () => deaths >= DEATHS || performance.now() > end;
      const press = async () => {
        while (!enough())
          await fetch(`${paydesk.url}/api/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          }).then(
            (answer) => answer.text(),
            () => sleep(50),
          );
      };
      try {
        const going = refund(0).then(() => refund(1));
        await Promise.all(Array.from({ length: 60 }, press));
        await going;
        await refund(2);
      } finally {
        // nobody starts again what the end of a test stops
        stopping.abort();
      }
      await watched;
    });
    t.diagnostic(`with 110 MB and 60 large calls at once it died ${deaths} times`);
    assert.ok(deaths > 0, 'a process that holds proves nothing');
  });
});

const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
