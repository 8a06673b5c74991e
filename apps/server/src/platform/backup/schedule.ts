import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Services } from '../services.ts';
import { dueNow, type Repeating } from '../tasks.ts';
import { placeOf } from '../db/backup/log-stream.ts';
import { archiveId, pruneArchives, type Base } from './log-files.ts';
import { readNote, type BackupNote } from './note.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A start has better things to do. */
const FIRST_AFTER_MS = 60_000;

/** A moment as a folder's name: 2026-03-01T02-00-00Z. */
const nameOf = (date: Date) => date.toISOString().replace(/:/g, '-').replace(/\.\d+/, '');
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** The backups that were made here by the clock, oldest first; those begun and not ended apart. */
export function backupsIn(folder: string): { whole: string[]; begun: string[] } {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  const { whole = [], begun = [] } = Object.groupBy(names.toSorted(), (name) =>
    existsSync(join(folder, name, 'backup.json')) ? 'whole' : 'begun',
  );
  return { whole, begun };
}

/** When the newest backup was begun; null where there is none. */
export const newestBackup = (folder: string): Date | null => backupsOf(folder).newest;

/** What a backup says of itself; null where that can’t be read any more, and nothing can be restored from it. */
export function noteIn(folder: string): BackupNote | null {
  try {
    return readNote(folder);
  } catch {
    return null;
  }
}

/** How many backups lie there that something can be restored from, and the newest of them. */
export function backupsOf(folder: string): {
  count: number;
  newest: Date | null;
  bytes: number | null;
} {
  const notes = backupsIn(folder).whole.flatMap((name) => noteIn(join(folder, name)) ?? []);
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
      const { whole, begun } = backupsIn(folder);
      const cutShort = begun.filter(
        (name) => now().getTime() - statSync(join(folder, name)).mtimeMs > DAY_MS,
      );
      for (const name of [...whole.slice(0, -BACKUP_KEEP), ...cutShort])
        rmSync(join(folder, name), { recursive: true });
      const bases: Base[] = [];
      let unread = 0;
      for (const name of backupsIn(folder).whole) {
        const note = noteIn(join(folder, name));
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
