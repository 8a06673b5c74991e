import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isFull } from '@paydesk/contract/testing/proof.ts';
import { surroundings } from './platform/db/testing/surroundings.ts';
import { booksClose } from './testing/kills/books.ts';
import { Callers } from './testing/kills/callers.ts';
import { Paydesk, until } from './testing/kills/paydesk.ts';
import { planOf } from './testing/kills/plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'paydesk-until-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const BACKUP_PASSPHRASE = 'lantern over the quiet harbour';
const backups = join(folder, 'backups');

/** A restore as people run it; what it said, and its status. */
async function restore(dataDir: string, ...words: string[]) {
  const file = fileURLToPath(new URL('restore.ts', import.meta.url));
  const child = spawn(process.execPath, [file, ...words], {
    env: { PATH: process.env['PATH'], ...surroundings(), DATA_DIR: dataDir, BACKUP_PASSPHRASE },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = await text(child.stderr);
  return { said, status: await ended };
}

interface Operation {
  key: string;
  cents: string;
  status: string;
}

/** All refunds that were begun, and what became of them. */
const operations = (paydesk: Paydesk) =>
  paydesk.all<Operation>(
    `select reason_note as key, amount_cents::text as cents, status from money_operations order by 1`,
  );

const names = () => readdirSync(backups).filter((name) => name !== 'wal');
const archive = () => join(backups, 'wal', readdirSync(join(backups, 'wal'))[0]!);
const reached = () => {
  const file = join(archive(), 'archive.json');
  if (!existsSync(file)) return 0;
  return Date.parse((JSON.parse(readFileSync(file, 'utf8')) as { reached: string }).reached);
};

// three starts and as many recoveries: whole in the full form (ADR 104)
const drilled = isFull && process.platform !== 'win32';

describe('the log of writes', { skip: !drilled }, () => {
  test('restored until a moment in the middle of refunds, after a kill: exactly what was committed before is there, and the books agree', async (t) => {
    const paydesk = new Paydesk();
    const settings = { BACKUP_DIR: backups, BACKUP_WAL: 'true', BACKUP_PASSPHRASE };
    try {
      await paydesk.start(settings);
      const callers = new Callers(paydesk);
      await callers.settleIn();
      const rounds = [1, 2].flatMap((history) =>
        planOf(history).filter(({ kind }) => kind === 'refunds'),
      );
      const run = async (nth: number) =>
        Promise.all(rounds[nth]!.steps.map((steps) => callers.run(steps)));

      await run(0);
      const going = run(1);
      // as the clock would after a minute
      await paydesk.all(`insert into task_runs (name, started_date, ended_date) values ('back-up', 'epoch', 'epoch')
        on conflict (name) do update set started_date = 'epoch', ended_date = 'epoch'`);
      await until('a backup is whole', () =>
        names().some((name) => existsSync(join(backups, name, 'backup.json'))),
      );
      await going;
      const before = await operations(paydesk);

      // a moment by the clock of the database, between two looks that saw the same, with refunds under way
      const more = run(2);
      await until(
        'some have been done',
        async () => (await operations(paydesk)).length > before.length + 5,
      );
      let moment = '';
      let there: Operation[] = [];
      let inFlight = 0;
      await until('a moment between two commits', async () => {
        inFlight = callers.inFlight;
        there = await operations(paydesk);
        const [row] = await paydesk.all<{ now: string }>(
          `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
        );
        moment = row!.now;
        return inFlight > 2 && isDeepStrictEqual(there, await operations(paydesk));
      });
      await more;
      await run(3);
      const all = await operations(paydesk);
      const acknowledged = new Map(callers.heard);
      await until('the archive has it all', () => reached() > Date.now() - 1000);
      await paydesk.killServer();
      paydesk.killPostmaster();
      t.diagnostic(
        `${all.length} refunds, ${before.length} by the backup's end, ${there.length} by ${moment}, with ${inFlight} calls under way`,
      );
      assert.ok(before.length < there.length && there.length < all.length);

      const elsewhere = mkdtempSync(join(tmpdir(), 'paydesk-restored-'));
      const began = performance.now();
      const restored = await restore(elsewhere, backups, '--until', moment);
      t.diagnostic(`restored in ${((performance.now() - began) / 1000).toFixed(1)} s`);
      assert.equal(restored.status, 0, restored.said);
      assert.match(restored.said, /Counters agree\nThe money journal agrees in \d+ entries/);
      await paydesk.moveTo(elsewhere);
      await paydesk.start(settings);
      await paydesk.ready();
      const now = await operations(paydesk);
      const sums = (rows: Operation[]) => rows.map(({ key, cents }) => ({ key, cents }));
      assert.deepEqual(sums(now), sums(there));
      // what was decided by then is; the rest is asked for again
      const settled = new Map(now.map((one) => [one.key, one.status]));
      for (const { key, status } of there)
        if (status !== 'PENDING') assert.equal(settled.get(key), status, key);
      await callers.repeat();
      await booksClose(paydesk, callers.heard);

      // the same again, of all that there is: nothing that was acknowledged is lost
      const latest = mkdtempSync(join(tmpdir(), 'paydesk-restored-'));
      const future = new Date(Date.now() + 3_600_000).toISOString();
      const old = join(backups, names()[0]!);
      const tooLate = await restore(latest, old, '--until', future);
      assert.match(tooLate.said, /reaches until 20[-\d]+T[:.\d]+Z\. Name a moment by then/);
      const tooEarly = await restore(latest, old, '--until', '2026-01-01T00:00:00Z');
      assert.match(tooEarly.said, /The backup was made later/);
      assert.ok(!existsSync(join(latest, 'postgres')));
      const whole = await restore(latest, old, '--until', 'latest');
      assert.equal(whole.status, 0, whole.said);
      await paydesk.moveTo(latest);
      await paydesk.start();
      await paydesk.ready();
      assert.deepEqual(sums(await operations(paydesk)), sums(all));
      for (const [key, { status }] of acknowledged)
        assert.ok(status === 400 || all.some((one) => one.key === key), `${key} is lost`);
    } finally {
      await paydesk.stop();
    }
  });
});
