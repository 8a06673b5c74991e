import { access, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Services } from '../services.ts';
import { dueNow, type Repeating } from '../tasks.ts';
import { placeOf } from '../db/backup/log-stream.ts';
import { archiveId, pruneArchives, type Base } from './log-files.ts';
import { isAbsent, readNote, type BackupNote } from './note.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A start has better things to do. */
const FIRST_AFTER_MS = 60_000;

/** A moment as a folder's name: 2026-03-01T02-00-00Z. */
const nameOf = (date: Date) => date.toISOString().replace(/:/g, '-').replace(/\.\d+/, '');
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Whether a note lies in it: what a disk that falters can’t say of one is no leave to take the backup away. */
const isNoted = (backup: string): Promise<boolean> =>
  access(join(backup, 'backup.json')).then(
    () => true,
    (error: unknown) => !isAbsent(error),
  );

/** The backups that were made here by the clock, oldest first; those begun and not ended apart. */
export async function backupsIn(folder: string): Promise<{ whole: string[]; begun: string[] }> {
  const all = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const [whole, begun]: [string[], string[]] = [[], []];
  for (const name of all.filter((one) => NAME.test(one)).toSorted())
    ((await isNoted(join(folder, name))) ? whole : begun).push(name);
  return { whole, begun };
}

/** When the newest backup was begun; null where there is none that can be read. */
export async function newestBackup(folder: string): Promise<Date | null> {
  const { whole } = await backupsIn(folder);
  for (const name of whole.toReversed()) {
    const note = await noteIn(join(folder, name));
    if (note) return new Date(note.createdDate);
  }
  return null;
}

/** What a backup says of itself; null where that can’t be read any more, and nothing can be restored from it. */
export const noteIn = (folder: string): Promise<BackupNote | null> =>
  readNote(folder).catch(() => null);

/** How many backups lie there that something can be restored from, and the newest of them. */
export async function backupsOf(folder: string): Promise<{
  count: number;
  newest: Date | null;
  bytes: number | null;
}> {
  const { whole } = await backupsIn(folder);
  const read = await Promise.all(whole.map((name) => noteIn(join(folder, name))));
  const notes = read.filter((note) => note !== null);
  const last = notes.at(-1);
  if (!last) return { count: 0, newest: null, bytes: null };
  return {
    count: notes.length,
    newest: new Date(last.createdDate),
    bytes: last.files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

const turnOf = ({ BACKUP_HOURS }: Services['config']) => ({
  name: 'back-up',
  everyMs: BACKUP_HOURS * HOUR_MS,
});

/** The next one is due at once: the log of writes was begun anew, and is of no use without a copy before it. */
export const backUpSoon = ({ config, database }: Pick<Services, 'config' | 'database'>) =>
  dueNow(database, turnOf(config));

/**
 * Backs up into BACKUP_DIR every BACKUP_HOURS and keeps the newest BACKUP_KEEP; by one process of all that
 * share the database. Null where no folder is named. A failure is the run's, and stands in its row.
 */
export function scheduledBackup({ config, backUp, log, realNow: now }: Services): Repeating | null {
  const { BACKUP_DIR, BACKUP_KEEP } = config;
  if (!BACKUP_DIR || !backUp) return null;
  const folder = resolve(BACKUP_DIR);
  return {
    ...turnOf(config),
    firstAfterMs: FIRST_AFTER_MS,
    async run() {
      const kind = config.DATABASE_URL ? 'tables' : 'cluster';
      await backUp({ folder: join(folder, nameOf(now())), kind });
      const { whole, begun } = await backupsIn(folder);
      const cutShort: string[] = [];
      for (const name of begun) {
        const { mtimeMs } = await stat(join(folder, name));
        if (now().getTime() - mtimeMs > DAY_MS) cutShort.push(name);
      }
      for (const name of [...whole.slice(0, -BACKUP_KEEP), ...cutShort])
        await rm(join(folder, name), { recursive: true });
      const bases: Base[] = [];
      let unread = 0;
      for (const name of (await backupsIn(folder)).whole) {
        const note = await noteIn(join(folder, name));
        if (!note) {
          unread++;
          log.error({ backup: name }, 'nothing can be restored from a backup');
        } else if (note.archive && note.from)
          bases.push({ archive: note.archive, from: placeOf(note.from.lsn) });
      }
      // of the log of one that can’t be read nobody knows how much it needs
      if (kind === 'cluster' && !unread)
        pruneArchives(folder, bases, archiveId(resolve(config.DATA_DIR)));
      return { processed: 1, failed: 0 };
    },
  };
}
