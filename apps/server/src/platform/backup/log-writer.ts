import { constants, createReadStream, rmSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { compressedFile } from './archive.ts';
import * as files from './log-files.ts';

/** Writes the log of writes on from a place, in segments. */
export class LogWriter {
  readonly #folder: string;
  readonly #timeline: number;
  #place: bigint;
  #handle: FileHandle | undefined;

  constructor(folder: string, timeline: number, from: bigint) {
    this.#folder = folder;
    this.#timeline = timeline;
    this.#place = from;
  }

  /** All before it is written. */
  get place(): bigint {
    return this.#place;
  }

  async write(piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length;) {
      const segment = files.segmentOf(this.#place);
      const inside = Number(this.#place - files.startOf(segment));
      const most = Math.min(piece.length - at, files.SEGMENT_BYTES - inside);
      const file = files.partialFile(this.#folder, this.#timeline, segment);
      // what lies there is written over by the same
      this.#handle ??= await open(file, constants.O_WRONLY | constants.O_CREAT, 0o600);
      await writeWhole(this.#handle, piece.subarray(at, at + most), inside);
      at += most;
      if (inside + most === files.SEGMENT_BYTES) await this.#finish(file, segment);
      this.#place += BigInt(most);
    }
  }

  /** It lies on the disk. */
  sync = async (): Promise<void> => this.#handle?.datasync();

  async close(): Promise<void> {
    await this.#handle?.close().catch(() => {});
    this.#handle = undefined;
  }

  /** Compressed under its own name once it is whole, and only then gone as it was. */
  async #finish(partial: string, segment: number): Promise<void> {
    await this.close();
    const finished = files.finishedFile(this.#folder, this.#timeline, segment);
    const { out, done } = compressedFile(`${finished}.new`);
    await Promise.all([pipeline(createReadStream(partial), out), done]);
    await rename(`${finished}.new`, finished);
    const parent = await open(this.#folder, 'r');
    try {
      await parent.sync();
    } finally {
      await parent.close();
    }
    rmSync(partial);
  }
}

async function writeWhole(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
