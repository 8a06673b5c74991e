import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chmod, chown, open, readdir, stat, truncate } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { CannotStart } from '../cannot-start.ts';
import { readOrMakeSecret } from '../db/embedded/initialise.ts';
import type { RunAs } from '../db/embedded/user.ts';
import { readCompressed, writeAnew } from './archive.ts';

/**
 * The archive of the log of writes (ADR 149): below BACKUP_DIR a folder for each data folder that wrote one, so that
 * a restored installation, whose log goes another way, never writes into that of the one it came from. Segments lie
 * in it as PostgreSQL names them, compressed; the one that is being written lies as it is.
 */
const ARCHIVES = 'wal';
const NOTE = 'archive.json';
const PARTIAL = '.partial';
const COMPRESSED = '.zst';
const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.zst|\.partial)?$/;

/** PostgreSQL's own size; another one takes another initdb than ours. */
export const SEGMENT_BYTES = 16 * 2 ** 20;
const SEGMENTS_A_FILE = 2 ** 32 / SEGMENT_BYTES;

/** Which archive is that of a data folder. */
export const archiveId = (dataDir: string): string =>
  readOrMakeSecret(join(dataDir, 'postgres.secret')).id;

export const archiveFolder = (backups: string, id: string): string => join(backups, ARCHIVES, id);

/** One that was moved aside has more to its name, and stays. */
const PLAIN = /^[0-9a-f]+$/;

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');

export const segmentName = (timeline: number, segment: number): string =>
  hex(timeline) + hex(Math.floor(segment / SEGMENTS_A_FILE)) + hex(segment % SEGMENTS_A_FILE);
export const segmentOf = (place: bigint): number => Number(place / BigInt(SEGMENT_BYTES));
export const startOf = (segment: number): bigint => BigInt(segment) * BigInt(SEGMENT_BYTES);

export interface Segment {
  file: string;
  timeline: number;
  segment: number;
  /** Still being written. */
  partial: boolean;
}

/** The segments of a folder, in their order. */
export function segmentsIn(folder: string): Segment[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name): Segment[] => {
      const [, timeline, high, low, end] = NAME.exec(name) ?? [];
      if (!timeline) return [];
      const segment = Number.parseInt(high!, 16) * SEGMENTS_A_FILE + Number.parseInt(low!, 16);
      return [
        {
          file: join(folder, name),
          timeline: Number.parseInt(timeline, 16),
          segment,
          partial: end === PARTIAL,
        },
      ];
    })
    .toSorted((a, b) => a.segment - b.segment || Number(b.partial) - Number(a.partial));
}

export const partialFile = (folder: string, timeline: number, segment: number): string =>
  join(folder, segmentName(timeline, segment) + PARTIAL);
export const finishedFile = (folder: string, timeline: number, segment: number): string =>
  join(folder, segmentName(timeline, segment) + COMPRESSED);

/** What its segments come to; one that is taken away meanwhile is none. */
export async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names
    .filter((name) => NAME.test(name))
    .map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Until when all that was committed lies in the archive. */
const noteOf = () => z.object({ format: z.literal(1), reached: z.iso.datetime() });

export async function noteReached(folder: string, reached: Date): Promise<void> {
  const note: z.output<ReturnType<typeof noteOf>> = { format: 1, reached: reached.toISOString() };
  await writeAnew(join(folder, NOTE), `${JSON.stringify(note)}\n`);
}

export function reachedIn(folder: string): Date | null {
  try {
    const note = noteOf().parse(JSON.parse(readFileSync(join(folder, NOTE), 'utf8')));
    return new Date(note.reached);
  } catch {
    return null;
  }
}

/** Throws where not even one segment can be written: then nothing is begun. */
export async function mustHaveRoom(folder: string): Promise<void> {
  const file = join(folder, 'room');
  const trial = await open(file, 'w', 0o600);
  try {
    await trial.write(Buffer.alloc(SEGMENT_BYTES));
    await trial.datasync();
  } finally {
    await trial.close();
    rmSync(file);
  }
}

/** A backup that the log can be put onto: whose it is, and where in its log it begins. */
export interface Base {
  archive: string;
  from: bigint;
}

/** Takes away what no backup needs any more, and the archives of data folders that have none left. */
export function pruneArchives(backups: string, bases: readonly Base[], own: string): void {
  const folder = join(backups, ARCHIVES);
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    const places = bases.filter(({ archive }) => archive === id).map(({ from }) => from);
    if (places.length) {
      const first = Math.min(...places.map(segmentOf));
      for (const { file, segment } of segmentsIn(join(folder, id)))
        if (segment < first) rmSync(file);
    } else if (id !== own && PLAIN.test(id)) rmSync(join(folder, id), { recursive: true });
  }
}

/**
 * Lays what an archive holds beyond a copied cluster down in it, for PostgreSQL to go on with, up to the first gap.
 * Says where that is; null: all of the archive is laid down. Throws where a piece is damaged.
 */
export async function layDownLog(
  archive: string,
  { cluster, user }: { cluster: string; user: RunAs | undefined },
): Promise<string | null> {
  const log = join(cluster, 'pg_wal');
  const copied = segmentsIn(log).at(-1);
  const known = segmentsIn(archive);
  if (!copied || !known.length)
    throw new CannotStart(
      `There is no log of writes in ${archive}: nothing was archived for this backup (BACKUP_WAL).`,
    );
  const { timeline } = copied;
  // one that was finished a moment ago may lie there twice
  const onward = Map.groupBy(
    known.filter((one) => one.timeline === timeline && one.segment > copied.segment),
    ({ segment }) => segment,
  );
  let next = copied.segment + 1;
  for (const [segment, files] of onward) {
    if (segment !== next) return segmentName(timeline, next);
    const { file, partial } = files.at(-1)!;
    const target = join(log, segmentName(timeline, segment));
    const damaged = new CannotStart(
      `The log of writes is damaged: ${file} is not what was written.`,
    );
    await pipeline(
      partial ? createReadStream(file) : readCompressed(file),
      createWriteStream(target, { mode: 0o600 }),
    ).catch(() => {
      throw damaged;
    });
    if (!partial && statSync(target).size !== SEGMENT_BYTES) throw damaged;
    // what is not written yet reads as nothing
    await truncate(target, SEGMENT_BYTES);
    await chmod(target, 0o600);
    if (user) await chown(target, user.uid, user.gid);
    // one that was never finished is the last, or the log was not kept after it
    if (!partial) next++;
  }
  return null;
}
