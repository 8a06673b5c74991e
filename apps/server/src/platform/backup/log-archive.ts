import { mkdirSync, renameSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLogStream, placeText } from '../db/backup/log-stream.ts';
import type { LogStream, Sent } from '../db/backup/log-stream.ts';
import { endOfLog, logSlot, type LogEnd, type LogSlot } from '../db/backup/log-slot.ts';
import { errorLine, type Log } from '../log.ts';
import * as files from './log-files.ts';
import { LogWriter } from './log-writer.ts';

/** Of a crash of the machine so much is lost to the archive, at the most. */
const SYNC_MS = 500;
const ASK_MS = 5000;
const AGAIN_MS = 5000;
/** For what was written last before a stop. */
const LAST_MS = 3000;
/** More than this in memory, and PostgreSQL waits. */
const MOST_WAITING = 8 * 2 ** 20;
/** Less room than this for the database, and the archive is given up before it is: payments go on. */
const ROOM_BYTES = 2 ** 30;

export interface ArchiveFigures {
  folder: string;
  /** All that was committed until then can be restored from it. */
  reached: Date | null;
  /** How far the archive has come in the log. */
  place: string;
  failure: { date: Date; words: string } | null;
  /** The log was not kept for it meanwhile: nothing of that can be restored, nor what follows until the next backup. */
  gap: { since: Date; until: Date } | null;
}

export interface LogArchive {
  figures(): ArchiveFigures;
  stop(): Promise<void>;
}

interface Where {
  ownerUrl: string;
  /** Of the database, whose disk must not fill up for the archive. */
  dataDir: string;
  folder: string;
  log: Log;
  /** A backup is needed for the log to be of use: it begins anew, or after a gap. */
  backUpSoon: () => Promise<void>;
  roomBytes?: number;
  againMs?: number;
  /** What a stop waits for the last of the log. */
  lastMs?: number;
}

/**
 * Follows the log of writes and keeps it in a folder, second by second, until it is stopped. Whatever fails is tried
 * again; payments never wait for it. What can't be written stays with PostgreSQL, within the bounds that it has for
 * that (`max_slot_wal_keep_size`) and as long as its own disk has room; after that the archive has a gap, says so,
 * and asks for a backup to begin anew from.
 */
export function archiveLog(where: Where): LogArchive {
  const archiver = new Archiver(where);
  const running = archiver.run();
  return {
    figures: () => archiver.figures(),
    async stop() {
      await archiver.stop();
      await running;
    },
  };
}

class Archiver {
  readonly #where: Where;
  readonly #stopping = new AbortController();
  #stream: LogStream | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writer: LogWriter | undefined;
  /** Where what is heard next begins. */
  #expected = 0n;
  /** The end of the log at some moment, which makes that moment the one reached once all up to it is written. */
  #mark: LogEnd | undefined;
  #reached: Date | null;
  #failure: ArchiveFigures['failure'] = null;
  #gap: ArchiveFigures['gap'] = null;

  constructor(where: Where) {
    this.#where = where;
    mkdirSync(where.folder, { recursive: true, mode: 0o700 });
    this.#reached = files.reachedIn(where.folder);
  }

  figures(): ArchiveFigures {
    return {
      folder: this.#where.folder,
      reached: this.#reached,
      place: placeText(this.#writer?.place ?? 0n),
      failure: this.#failure,
      gap: this.#gap,
    };
  }

  /** What was committed by now is taken along, where that goes quickly. */
  async stop(): Promise<void> {
    const { ownerUrl, lastMs = LAST_MS } = this.#where;
    const last = await endOfLog(ownerUrl).catch(() => undefined);
    for (const end = performance.now() + lastMs; performance.now() < end; await sleep(50)) {
      if (!last || !this.#stream || this.#failure || this.#reached! >= last.at) break;
      this.#mark ??= last;
    }
    this.#stopping.abort();
    this.#stream?.close();
  }

  async run(): Promise<void> {
    const { log, ownerUrl, againMs = AGAIN_MS } = this.#where;
    const { signal } = this.#stopping;
    for (; !signal.aborted; await sleep(againMs, undefined, { signal }).catch(() => {})) {
      try {
        const slot = await logSlot(ownerUrl);
        await this.#spareTheDatabase(slot);
        await this.#follow(slot);
      } catch (error) {
        if (signal.aborted) break;
        const words = errorLine(error);
        if (this.#failure?.words !== words)
          log.error({ err: error }, 'the log of writes is not archived');
        this.#failure = { date: new Date(), words };
      }
    }
  }

  /** Where writing has failed, and the database is short of room for what is kept for us. */
  async #spareTheDatabase(slot: LogSlot): Promise<void> {
    const { dataDir, roomBytes = ROOM_BYTES, log } = this.#where;
    if (!this.#failure || slot.kept === null) return;
    if (slot.end - slot.kept < BigInt(files.SEGMENT_BYTES)) return;
    const { bavail, bsize } = statfsSync(dataDir);
    if (bavail * bsize > roomBytes) return;
    log.error('the disk of the database is nearly full: it keeps no log for the archive any more');
    await slot.drop();
    slot.kept = null;
  }

  async #follow(slot: LogSlot): Promise<void> {
    const { ownerUrl, folder } = this.#where;
    const from = this.#resume(slot);
    const { kept, name, timeline } = slot;
    // a segment is kept whole
    const isKept = from !== null && kept !== null && files.segmentOf(kept) <= files.segmentOf(from);
    const place = isKept ? from : await this.#beginAnew(slot, from);
    const writer = (this.#writer = new LogWriter(folder, timeline, place));
    this.#expected = place;
    this.#mark = undefined;
    const stream = await openLogStream(ownerUrl, { slot: name, from: place, timeline }, (sent) =>
      this.#hear(sent),
    );
    this.#stream = stream;
    try {
      if (!this.#stopping.signal.aborted) await this.#writeOn(stream, writer);
    } finally {
      stream.close();
      this.#stream = undefined;
      this.#waiting = [];
      this.#waitingBytes = 0;
      await writer.close();
    }
  }

  /** The segment to go on with, from its beginning; null: there is none yet. */
  #resume({ timeline, end }: LogSlot): bigint | null {
    const { folder } = this.#where;
    const last = files.segmentsIn(folder).at(-1);
    if (!last) return null;
    const from = files.startOf(last.partial ? last.segment : last.segment + 1);
    if (from <= end && last.timeline === timeline) return from;
    // the machine was put back to an earlier day: what follows is another log under the same names
    renameSync(folder, `${folder}.${new Date().toISOString().replaceAll(':', '-')}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return null;
  }

  async #beginAnew(slot: LogSlot, before: bigint | null): Promise<bigint> {
    const { log, folder, backUpSoon } = this.#where;
    await files.mustHaveRoom(folder);
    const from = files.startOf(files.segmentOf(await slot.make()));
    // it is still there, though nobody was bound to keep it
    if (before !== null && from <= before) return before;
    if (before !== null) {
      this.#gap = { since: this.#reached ?? new Date(), until: new Date() };
      log.error({ reached: this.#reached }, 'the archive of the log of writes has a gap');
    }
    await backUpSoon();
    return from;
  }

  #hear({ from, bytes, end, at }: Sent): void {
    if (bytes.length && from !== this.#expected)
      throw new Error(`The log goes on at ${placeText(from)}, not ${placeText(this.#expected)}`);
    this.#expected += BigInt(bytes.length);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#expected === end) this.#mark = { end, at };
    if (this.#waitingBytes > MOST_WAITING) this.#stream?.pause();
  }

  async #writeOn(stream: LogStream, writer: LogWriter): Promise<void> {
    let asked = -ASK_MS;
    while (!this.#stopping.signal.aborted) {
      const why = stream.broken();
      if (why) throw why;
      const [pieces, mark] = [this.#waiting, this.#mark];
      this.#waiting = [];
      for (const piece of pieces) {
        await writer.write(piece);
        this.#waitingBytes -= piece.length;
      }
      if (pieces.length) await writer.sync();
      stream.resume();
      if (mark && mark.end <= writer.place) {
        this.#reached = mark.at;
        this.#failure = null;
        if (this.#mark === mark) this.#mark = undefined;
      }
      stream.safe(writer.place);
      if (performance.now() - asked > ASK_MS) {
        asked = performance.now();
        if (this.#reached) await files.noteReached(this.#where.folder, this.#reached);
        // where nothing is written
        if (!this.#mark) this.#mark = await endOfLog(this.#where.ownerUrl);
      }
      if (this.#waitingBytes < MOST_WAITING)
        await sleep(SYNC_MS, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    if (this.#reached) await files.noteReached(this.#where.folder, this.#reached);
  }
}
