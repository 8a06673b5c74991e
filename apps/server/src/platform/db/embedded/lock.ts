import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../../cannot-start.ts';

/** Locks in force, kept reachable so that none is collected (and thereby released) early. */
const held = new Set<DatabaseSync>();

export interface DirectoryLock {
  release(): void;
}

export class DirectoryInUse extends CannotStart {
  override name = 'DirectoryInUse';
}

/**
 * One owner for a data directory at a time. Node has no flock; SQLite's exclusive transaction on
 * an empty file is the same thing (fcntl locks, LockFileEx), and the kernel lets go of it whatever
 * way the process ends, so there is no stale lock to guess about. An owner that is just ending
 * gets a second to be gone.
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const note = join(dir, 'paydesk.pid');
  const file = join(dir, 'paydesk.lock');
  // For the owner's eyes only, as others could lock it too. Never opened again besides SQLite:
  // closing a file drops every fcntl lock the process has on it.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  for (const deadline = performance.now() + 1000; ; await sleep(50)) {
    const database = tryLock(file);
    if (database) {
      held.add(database);
      writeFileSync(note, `${process.pid}\n`);
      return { release: () => release(database, note) };
    }
    if (performance.now() > deadline) break;
  }
  throw new DirectoryInUse(
    `The data directory ${dir} is in use by another Paydesk${owner(note)}. ` +
      'Stop that one first, or give this one a DATA_DIR of its own.',
  );
}

function tryLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    // No journal file: one would be left behind by a kill.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (/locked|busy/i.test(String(error))) return undefined;
    throw error;
  }
}

function release(database: DatabaseSync, note: string): void {
  if (!held.delete(database)) return;
  rmSync(note, { force: true });
  database.close();
}

function owner(note: string): string {
  try {
    return ` (process ${readFileSync(note, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
