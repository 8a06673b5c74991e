import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { PassThrough, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import * as z from 'zod';
import { CannotStart } from '../cannot-start.ts';

/** A file that is written compressed; `done` resolves once all of it lies on the disk. */
export function compressedFile(file: string): { out: Writable; done: Promise<void> } {
  const out = new PassThrough();
  // a fast level: PostgreSQL's pages shrink to a quarter by it already
  const squeeze = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const done = pipeline(out, squeeze, createWriteStream(file, { mode: 0o600, flush: true }));
  return { out, done };
}

/**
 * Writes a short file anew, on the disk under its name or not at all. A handle that a full disk left open would be
 * closed with the garbage one day, and Node ends the process for that.
 */
export async function writeAnew(file: string, text: string): Promise<void> {
  const draft = await open(`${file}.new`, 'w', 0o600);
  try {
    await draft.writeFile(text);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.new`, file);
}

/** What such a file holds. */
export const readCompressed = (file: string) => createReadStream(file).pipe(createZstdDecompress());

/** PostgreSQL's list of a cluster's files. */
const manifestOf = () =>
  z.object({
    Files: z.array(
      z.object({ Path: z.string(), Size: z.number(), Checksum: z.string().optional() }),
    ),
  });

/** Where an archive's files are to lie, and whose they are to be; null: they are only held against the list. */
export interface Place {
  folder: string;
  user: { uid: number; gid: number } | undefined;
}

const damaged = (what: string) => new CannotStart(`The backup is damaged: ${what}.`);

/**
 * Reads a cluster's archive through, each file held against PostgreSQL's list of them, and lays them
 * down where a place is given. Throws CannotStart where one is missing, too many or not as it was.
 */
export async function readArchive(
  file: string,
  manifest: Buffer,
  place: Place | null,
): Promise<void> {
  const { Files } = manifestOf().parse(JSON.parse(manifest.toString('utf8')));
  const expected = new Map(Files.map((each) => [each.Path, each]));
  const entries = extract();
  const reading = pipeline(readCompressed(file), entries);
  // its failure shows where the entries are waited for
  reading.catch((error: unknown) => entries.destroy(error as Error));
  for await (const entry of entries) {
    const { name, type, mode } = entry.header;
    const path = normalize(name);
    if (path.startsWith('..') || path.startsWith(sep) || (type !== 'file' && type !== 'directory'))
      throw damaged(`${name} has no place in a cluster`);
    const target = place && join(place.folder, path);
    if (type === 'directory') {
      if (target) await laidDown(target, place, mode, () => mkdir(target, { recursive: true }));
      entry.resume();
      continue;
    }
    const hash = createHash('sha256');
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        hash.update(chunk);
        next(null, chunk);
      },
    });
    if (target) {
      await mkdir(dirname(target), { recursive: true });
      await laidDown(target, place, mode, () =>
        pipeline(entry, counted, createWriteStream(target)),
      );
    } else
      await pipeline(
        entry,
        counted,
        async (chunks) => void (await Array.fromAsync(chunks, () => 0)),
      );
    const known = expected.get(path);
    // the log of writes is no file of the list: it is recovered from, and holds its own sums
    if (!known && path.startsWith(`pg_wal${sep}`)) continue;
    if (!known) throw damaged(`${path} is not in its list`);
    expected.delete(path);
    if (known.Checksum && hash.digest('hex') !== known.Checksum)
      throw damaged(`${path} is not what was written`);
  }
  await reading;
  const [missing] = expected.keys();
  if (missing !== undefined) throw damaged(`${missing} is missing`);
}

async function laidDown(
  target: string,
  { user }: Place,
  mode: number | undefined,
  make: () => Promise<unknown>,
): Promise<void> {
  await make();
  await chmod(target, mode ?? 0o600);
  if (user) await chown(target, user.uid, user.gid);
}
