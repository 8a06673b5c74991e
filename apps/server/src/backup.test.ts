import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { prepareSandboxes } from './gateways/sandboxes.ts';
import { backUp, restore } from './platform/backup.ts';
import { readNote, sealKeys } from './platform/backup/note.ts';
import { backUpSoon, scheduledBackup } from './platform/backup/schedule.ts';
import { backupFor } from './platform/backup/until.ts';
import { isFull } from '@paydesk/contract/testing/proof.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { as, ownSignIn } from './platform/db/roles.ts';
import { surroundings } from './platform/db/testing/surroundings.ts';
import { keepKey } from './platform/encryption.ts';
import { testDatabase } from './platform/db/testing.ts';
import { Asking } from './seed/testing.ts';
import { TEST_KEY, testEncryption } from './testing/encryption.ts';
import { booksClose } from './testing/kills/books.ts';
import { Callers } from './testing/kills/callers.ts';
import { Paydesk } from './testing/kills/paydesk.ts';
import { planOf } from './testing/kills/plan.ts';
import { testServer, type TestServer } from './testing/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'paydesk-backup-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const BACKUP_PASSPHRASE = 'lantern over the quiet harbour';

/** A command as people run it; what it said, and its status. */
async function command(name: 'backup' | 'restore', to: string, settings: object) {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, to], {
    env: { PATH: process.env['PATH'], ...surroundings(), ...settings },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = await text(child.stderr);
  return { said, status: await ended };
}

const log = { debug() {}, info() {}, warn() {}, error() {} };
const tables = prepareSandboxes;

const refused = (from: string, settings: Record<string, string>, why: RegExp) =>
  assert.rejects(restore(readConfig(settings), from, { log, tables }), why);

// two starts and a recovery: whole in the full form (ADR 104)
const drilled = isFull && process.platform !== 'win32';

describe('the embedded database', { skip: !drilled }, () => {
  test('backed up while refunds go on, lost with its machine, restored elsewhere: what was acknowledged before is done, once, and the books close', async () => {
    const paydesk = new Paydesk();
    try {
      await paydesk.start();
      const callers = new Callers(paydesk);
      await callers.settleIn();
      const [first, second] = planOf(1).filter(({ kind }) => kind === 'refunds');
      await Promise.all(first!.steps.map((steps) => callers.run(steps)));
      const acknowledged = new Map(callers.heard);

      const going = Promise.all(second!.steps.map((steps) => callers.run(steps)));
      going.catch(() => undefined);
      const backup = join(folder, 'drill');
      const settings = { DATA_DIR: paydesk.folder, BACKUP_PASSPHRASE };
      const made = await command('backup', backup, settings);
      assert.equal(made.status, 0, made.said);
      await paydesk.killServer();
      paydesk.killPostmaster();

      // nothing of these begins what it can't end
      const elsewhere = mkdtempSync(join(tmpdir(), 'paydesk-restored-'));
      const there = { DATA_DIR: elsewhere };
      await refused(backup, there, /Set BACKUP_PASSPHRASE to it/);
      const another = { ...there, BACKUP_PASSPHRASE: 'lantern over the loud harbour' };
      await refused(backup, another, /not the one that the backup/);
      await refused(folder, there, /holds no whole backup/);
      const archive = join(backup, 'base.tar.zst');
      const bytes = readFileSync(archive);
      const flipped = Buffer.from(bytes);
      flipped[bytes.length >> 1]! ^= 1;
      writeFileSync(archive, flipped);
      const whole = { ...there, BACKUP_PASSPHRASE };
      await refused(backup, whole, /damaged: base\.tar\.zst/);
      assert.deepEqual(readdirSync(elsewhere), []);
      writeFileSync(archive, bytes);

      const restored = await command('restore', backup, whole);
      assert.equal(restored.status, 0, restored.said);
      assert.match(restored.said, /Counters agree\nThe money journal agrees in \d+ entries/);
      await refused(backup, whole, /holds an installation already/);
      await paydesk.moveTo(elsewhere);
      await paydesk.start();
      await paydesk.ready();
      const known = await paydesk.all<{ key: string }>(
        'select reason_note as key from money_operations',
      );
      const keys = new Set(known.map(({ key }) => key));
      for (const [key, { status }] of acknowledged)
        if (status !== 400) assert.ok(keys.has(key), `${key} was acknowledged, and is lost`);
      await going;
      await callers.repeat();
      await booksClose(paydesk, callers.heard);
    } finally {
      await paydesk.stop();
    }
  });
});

const sumOf = (name: string) =>
  `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from ${name} t`;
const SHAPE = `
  select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  union all select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select table_name || ' ' || grantee || ' ' || privilege_type from information_schema.table_privileges
    where table_schema = 'public' and grantee like 'paydesk%'
  order by 1`;

async function looked<T>(url: string, look: (asking: Asking) => Promise<T>): Promise<T> {
  const asking = new Asking(url);
  await asking.connect();
  try {
    return await look(asking);
  } finally {
    await asking.end();
  }
}

describe('a database of one’s own', () => {
  const kept = join(folder, 'kept');
  let server: TestServer;
  before(async () => {
    server = await testServer({
      settings: { BACKUP_DIR: kept, BACKUP_KEEP: '2', BACKUP_HOURS: '6' },
    });
  });
  after(() => server.close());

  test('its rows, rights and counters stand in another database, where the server sees them; the next number is free', async () => {
    const from = server.url;
    const bare = await testDatabase();
    try {
      const backup = join(folder, 'rows');
      const config = readConfig({ DATABASE_URL: from, ENCRYPTION_KEY: TEST_KEY });
      await backUp(config, from, { folder: backup, kind: 'tables' });
      const to = readConfig({ DATABASE_URL: bare.url, ENCRYPTION_KEY: TEST_KEY });
      await assert.rejects(
        backUp(config, from, { folder: backup, kind: 'tables' }),
        /is not empty/,
      );
      const file = join(folder, 'no folder');
      writeFileSync(file, '');
      await assert.rejects(backUp(config, from, { folder: join(file, 'below'), kind: 'tables' }), {
        name: 'CannotStart',
        message: /no folder.below can’t be written \(ENOTDIR\): name a folder that has room/,
      });
      await assert.rejects(
        restore({ ...to, ENCRYPTION_KEY: undefined }, backup, { log, tables }),
        /made without BACKUP_PASSPHRASE.*Set ENCRYPTION_KEY/,
      );
      await assert.rejects(
        restore({ ...to, ENCRYPTION_KEY: 'x'.repeat(40) }, backup, { log, tables }),
        /ENCRYPTION_KEY is not the key/,
      );
      // with a key of its own it is started with no other, which a machine may have by now
      const passphrase = join(folder, 'rows-with-key');
      cpSync(backup, passphrase, { recursive: true });
      const sealedKey = sealKeys([TEST_KEY], BACKUP_PASSPHRASE);
      writeFileSync(
        join(passphrase, 'backup.json'),
        JSON.stringify({ ...(await readNote(passphrase)), sealedKey }),
      );
      const elsewhere = { ...to, BACKUP_PASSPHRASE, DATA_DIR: join(folder, 'another') };
      const other = { ...elsewhere, ENCRYPTION_KEY: 'x'.repeat(40) };
      await assert.rejects(
        restore(other, passphrase, { log, tables }),
        /ENCRYPTION_KEY is not .* Leave it unset/,
      );
      keepKey(elsewhere.DATA_DIR, 'y'.repeat(40));
      await assert.rejects(
        restore({ ...elsewhere, ENCRYPTION_KEY: undefined }, passphrase, { log, tables }),
        /another.encryption\.key is not .* Set DATA_DIR/,
      );
      await restore(to, backup, { log, tables });
      await assert.rejects(restore(to, backup, { log, tables }), /has tables already/);
      await looked(from, (one) =>
        looked(bare.url, async (other) => {
          const names = await one.column<string>(
            `select format('%I.%I', table_schema, table_name) from information_schema.tables
             where table_type = 'BASE TABLE' and table_schema !~ '^(pg_|information_schema)'
               and table_name !~ '^kysely' order by 1`,
          );
          assert.ok(
            names.length > 80 && names.some((name) => name.startsWith('acquirer_sandbox.')),
          );
          for (const name of names)
            assert.deepEqual(await other.column(sumOf(name)), await one.column(sumOf(name)), name);
          assert.deepEqual(await other.column(SHAPE), await one.column(SHAPE));
          const next = `select nextval('merchants_merchant_number_seq')`;
          assert.deepEqual(await other.column(next), await one.column(next));
        }),
      );
      // as the server signs in: it sees what its owner sees
      const database = openDatabase(as(bare.url, await ownSignIn(bare.url, testEncryption)), {
        statementTimeoutMs: 10_000,
      });
      const { rows } = await database.pool.query('select count(*)::integer as n from transactions');
      assert.ok((rows[0] as { n: number }).n >= 2000);
      await database.close();
    } finally {
      await bare.drop();
    }
  });

  test('by the clock: the newest are kept, one that fails leaves nothing behind, and the age is told', async () => {
    const config = { ...server.services.config, ENCRYPTION_KEY: TEST_KEY };
    let now = new Date('2026-03-01T02:00:00Z');
    let fails = false;
    const task = scheduledBackup({
      ...server.services,
      realNow: () => now,
      backUp: async (to) => {
        if (fails) throw new Error('the disk is full');
        return backUp(config, server.url, to);
      },
    })!;
    assert.equal(task.everyMs, 6 * 3_600_000);
    for (const hour of [2, 8, 14]) {
      now = new Date(Date.UTC(2026, 2, 1, hour));
      assert.deepEqual(await task.run(), { processed: 1, failed: 0 });
    }
    const names = ['2026-03-01T08-00-00Z', '2026-03-01T14-00-00Z'];
    assert.deepEqual(readdirSync(kept).toSorted(), names);
    fails = true;
    now = new Date(Date.UTC(2026, 2, 1, 20));
    await assert.rejects(Promise.resolve(task.run()), /disk is full/);
    assert.deepEqual(readdirSync(kept).toSorted(), names);
    const unasked = { ...config, BACKUP_DIR: undefined };
    assert.equal(scheduledBackup({ ...server.services, config: unasked }), null);

    const { payload } = await server.app.inject({ url: '/metrics' });
    const age = Number(/^paydesk_backup_age_seconds (\S+)$/m.exec(payload)?.[1]);
    assert.ok(age >= 0 && age < 600, payload.slice(-300));

    const staff = await server.as('admin@paydesk.test');
    const told = async () => (await staff.call('GET /api/system')).body.backups!;
    // due before its time, it is due now and not since 1970
    await server.pool.query(
      `insert into task_runs (name, started_date, ended_date) values ('back-up', now(), now())`,
    );
    const next = async () => Date.parse((await told()).next!) - Date.now();
    assert.ok((await next()) > 5 * 3_600_000);
    await backUpSoon(server.services);
    assert.ok(Math.abs(await next()) < 60_000);

    // one that is damaged is none: the others are told of, and the next one is made and kept
    writeFileSync(join(kept, names[1]!, 'backup.json'), '{"format":1');
    assert.equal((await told()).count, 1);
    for (const until of ['latest', Temporal.Now.instant()] as const)
      assert.equal(await backupFor(kept, until), join(kept, names[0]!));
    const { statusCode, body } = await server.app.inject({ url: '/metrics' });
    assert.equal(statusCode, 200);
    assert.match(body, /^paydesk_backup_age_seconds \d/m);
    fails = false;
    now = new Date(Date.UTC(2026, 2, 2, 2));
    assert.deepEqual(await task.run(), { processed: 1, failed: 0 });
    assert.deepEqual(readdirSync(kept).toSorted(), [names[1], '2026-03-02T02-00-00Z']);
    assert.equal((await told()).count, 1);

    // one whose note can’t be looked at is not taken for one that was cut short
    const unsure = join(kept, '2026-03-02T03-00-00Z');
    mkdirSync(unsure);
    symlinkSync('backup.json', join(unsure, 'backup.json'));
    utimesSync(unsure, 0, 0);
    now = new Date(Date.UTC(2026, 2, 2, 8));
    assert.deepEqual(await task.run(), { processed: 1, failed: 0 });
    assert.deepEqual(readdirSync(kept).toSorted(), [
      '2026-03-02T03-00-00Z',
      '2026-03-02T08-00-00Z',
    ]);
  });
});
