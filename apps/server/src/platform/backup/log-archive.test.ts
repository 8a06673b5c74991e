import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { Client } from 'pg';
import { dropLogSlot } from '../db/backup/log-slot.ts';
import { testDatabase, type TestDatabase } from '../db/testing.ts';
import { placeOf } from '../db/backup/log-stream.ts';
import { createLog } from '../log.ts';
import { archiveLog, type LogArchive } from './log-archive.ts';
import { archiveFolder, layDownLog, pruneArchives, segmentName, segmentsIn } from './log-files.ts';
import { SEGMENT_BYTES, startOf } from './log-files.ts';
import { readUntil } from './until.ts';

const folder = mkdtempSync(join(tmpdir(), 'paydesk-log-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const numbersIn = (place: string) => segmentsIn(place).map(({ segment }) => segment);

async function until(what: string, holds: () => boolean) {
  for (const end = performance.now() + 60_000; !holds(); await sleep(20))
    assert.ok(performance.now() < end, `never: ${what}`);
}

describe('the archive of the log of writes', () => {
  const kept = join(folder, 'kept');
  let database: TestDatabase;
  let client: Client;
  let archive: LogArchive | undefined;
  let asked = 0;
  before(async () => {
    database = await testDatabase();
    client = new Client({ connectionString: database.url });
    client.on('error', () => {});
    await client.connect();
    await dropLogSlot(database.url);
  });
  after(async () => {
    await archive?.stop();
    await dropLogSlot(database.url);
    await client.end();
    await database.drop();
  });

  const start = (roomBytes = 0) =>
    (archive = archiveLog({
      ownerUrl: database.url,
      dataDir: folder,
      folder: kept,
      log: createLog('silent'),
      backUpSoon: async () => void asked++,
      roomBytes,
      againMs: 50,
      // other tests write to the same log meanwhile
      lastMs: 60_000,
    }));
  /** So many megabytes of it. */
  const write = (megabytes: number) =>
    client.query(
      `select pg_logical_emit_message(true, 'test', repeat('x', 1000000)) from generate_series(1, ${megabytes})`,
    );
  const caughtUp = async () => {
    const now = Date.now();
    await until('it has it all', () => (archive!.figures().reached?.getTime() ?? 0) > now);
  };
  const finished = () => segmentsIn(kept).filter(({ partial }) => !partial);

  test('what is written is there in a moment, segment after segment, and goes on after a stop where it was', async () => {
    start();
    await until('it has begun', () => archive!.figures().place !== '0/0');
    await write(40);
    await caughtUp();
    assert.equal(asked, 1, 'a backup is needed to begin from');
    assert.ok(finished().length >= 2);
    await archive!.stop();
    await write(20);
    start();
    await caughtUp();
    const numbers = [...new Set(segmentsIn(kept).map(({ segment }) => segment))];
    assert.deepEqual(
      numbers,
      numbers.map((_, nth) => numbers[0]! + nth),
      'none is missing',
    );
    assert.equal(asked, 1);
    assert.deepEqual([archive!.figures().gap, archive!.figures().failure], [null, null]);
    // what was committed before a stop is taken along, however much of it is still to be sent
    for (let nth = 0; nth < 3; nth++) {
      await caughtUp();
      await write(20);
      const { rows } = await client.query<{ end: string }>(
        'select pg_current_wal_flush_lsn()::text as end',
      );
      await archive!.stop();
      assert.ok(placeOf(archive!.figures().place) >= placeOf(rows[0]!.end), 'all of it');
      start();
    }
  });

  test('what can’t be written is said and waits with PostgreSQL; short of room it is let go, and the gap is said and backed up', async () => {
    const aside = join(folder, 'aside');
    const away = () => {
      renameSync(kept, aside);
      writeFileSync(kept, '');
    };
    const back = () => {
      rmSync(kept);
      renameSync(aside, kept);
    };
    if (!archive) start();
    await caughtUp();
    const begun = asked;
    const { reached } = archive!.figures();
    away();
    await write(20);
    await until('it says so', () => archive!.figures().failure !== null);
    assert.match(archive!.figures().failure!.words, /ENOTDIR|ENOENT/);
    // whoever writes is not held up
    await write(1);
    back();
    await caughtUp();
    assert.ok(archive!.figures().reached! > reached!);
    assert.deepEqual(
      [archive!.figures().gap, archive!.figures().failure, asked],
      [null, null, begun],
    );

    await archive!.stop();
    start(Number.MAX_SAFE_INTEGER);
    await caughtUp();
    away();
    await write(40);
    const slots = `select from pg_replication_slots where slot_name = 'paydesk_archive'`;
    for (const end = Date.now() + 60_000; (await client.query(slots)).rowCount; await sleep(20))
      assert.ok(Date.now() < end, 'the log is let go');
    // and is gone
    await write(40);
    // a database that goes has PostgreSQL write all down, and let go of what was kept for that
    await (await testDatabase()).drop();
    const before = segmentsIn(aside).at(-1)!.segment;
    back();
    await caughtUp();
    assert.equal(asked, begun + 1, 'a backup is needed again');
    const { gap } = archive!.figures();
    assert.ok(gap && gap.since < gap.until);
    const numbers = segmentsIn(kept).map(({ segment }) => segment);
    assert.ok(!numbers.includes(before + 1) && numbers.at(-1)! > before);
  });
});

describe('the files of an archive', () => {
  const backups = join(folder, 'backups');
  const lay = (id: string, ...numbers: (number | [number, 'partial'])[]) => {
    const place = archiveFolder(backups, id);
    mkdirSync(place, { recursive: true });
    for (const one of numbers) {
      const [segment, partial] = Array.isArray(one) ? one : [one, null];
      const file = join(place, `${segmentName(1, segment)}.${partial ?? 'zst'}`);
      writeFileSync(file, partial ? Buffer.alloc(100, 1) : wholeSegment);
    }
    return place;
  };
  const wholeSegment = zstdCompressSync(Buffer.alloc(SEGMENT_BYTES, 1));

  test('stay as long as the oldest backup needs them; those of no backup go, but one’s own and what was put aside', () => {
    const places = { own: lay('aa', 254, 255, 256, 257), other: lay('bb', 7), last: lay('cc', 9) };
    const aside = lay('aa.2026-03-01T02-00-00.000Z', 3);
    assert.equal(segmentName(1, 256), '000000010000000100000000');
    const bases = [
      { archive: 'aa', from: startOf(256) + 40n },
      { archive: 'aa', from: startOf(255) + 1n },
      { archive: 'cc', from: startOf(9) },
    ];
    pruneArchives(backups, bases, 'aa');
    assert.deepEqual(numbersIn(places.own), [255, 256, 257]);
    assert.deepEqual([numbersIn(places.other), numbersIn(places.last)], [[], [9]]);
    assert.deepEqual(numbersIn(aside), [3]);
    pruneArchives(backups, [], 'aa');
    assert.deepEqual([numbersIn(places.own), numbersIn(places.last)], [[255, 256, 257], []]);
  });

  test('are laid down in a copy up to the first gap, padded; one that is damaged is refused', async () => {
    const cluster = join(folder, 'cluster');
    const log = join(cluster, 'pg_wal');
    const laid = () => segmentsIn(log).map(({ segment }) => segment);
    const into = (place: string) => {
      rmSync(cluster, { recursive: true, force: true });
      mkdirSync(log, { recursive: true });
      writeFileSync(join(log, segmentName(1, 20)), '');
      return layDownLog(place, { cluster, user: undefined });
    };
    assert.equal(await into(lay('dd', 19, 20, 21, [22, 'partial'])), null);
    assert.deepEqual(laid(), [20, 21, 22]);
    assert.equal(statSync(join(log, segmentName(1, 22))).size, SEGMENT_BYTES);
    assert.equal(await into(lay('ee', 21, 23)), segmentName(1, 22));
    // begun, and given up: what follows is another piece
    assert.equal(await into(lay('ff', 21, [22, 'partial'], 23)), segmentName(1, 22));
    assert.deepEqual(laid(), [20, 21, 22]);
    const damaged = lay('ab', 21);
    const flipped = Buffer.from(wholeSegment);
    flipped[flipped.length >> 1]! ^= 1;
    writeFileSync(join(damaged, readdirSync(damaged)[0]!), flipped);
    await assert.rejects(into(damaged), /damaged/);
    await assert.rejects(into(join(folder, 'none')), /nothing was archived/);
  });

  test('a moment is one with its zone', () => {
    for (const text of ['2026-11-23T08:00:00Z', '2026-11-23T10:00:00.000+02:00'])
      assert.equal(String(readUntil(text)), '2026-11-23T08:00:00Z');
    for (const text of ['2026-11-23', '2026-11-23T08:00:00', 'now', '2026-02-30T08:00:00Z'])
      assert.throws(() => readUntil(text), /with its zone/);
  });
});
