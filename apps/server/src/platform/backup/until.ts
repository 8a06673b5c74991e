import { existsSync, writeFileSync, chownSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { CannotStart } from '../cannot-start.ts';
import type { Config } from '../config.ts';
import type { Binaries } from '../db/embedded/binaries.ts';
import { asSuperuser } from '../db/embedded/initialise.ts';
import type { RunAs } from '../db/embedded/user.ts';
import { archiveFolder, layDownLog, reachedIn } from './log-files.ts';
import type { BackupNote } from './note.ts';
import { backupsIn, noteIn } from './schedule.ts';

/** Until when a database is restored: with all that was committed by then, or with all there is. */
export type Until = Temporal.Instant | 'latest';

export function readUntil(text: string): Until {
  if (text === 'latest') return text;
  const read = z.iso.datetime({ offset: true }).safeParse(text);
  if (!read.success)
    throw new CannotStart(
      `--until takes a moment with its zone, such as 2026-11-23T08:00:00Z, or latest; not ${text}`,
    );
  return Temporal.Instant.from(read.data);
}

/** The backup to begin from: the folder itself, or the newest in it that was whole by then and can still be read. */
export async function backupFor(folder: string, until: Until | null): Promise<string> {
  if (!until || existsSync(join(folder, 'backup.json'))) return folder;
  for (const name of (await backupsIn(folder)).whole.toReversed()) {
    const one = join(folder, name);
    const note = await noteIn(one);
    if (note && (until === 'latest' || wholeBy(note, until))) return one;
  }
  throw new CannotStart(
    `${folder} holds no backup that was whole ${until === 'latest' ? '' : `by ${String(until)}`}.`,
  );
}

const wholeBy = ({ createdDate, endedDate }: BackupNote, until: Temporal.Instant) =>
  Date.parse(endedDate ?? createdDate) <= until.epochMilliseconds;

/** Where the log of writes lies that goes on from a backup. */
export function logOf(
  { archive, kind, ...note }: BackupNote,
  backup: string,
  { BACKUP_DIR }: Pick<Config, 'BACKUP_DIR'>,
  until: Until,
): string {
  if (kind !== 'cluster' || !archive)
    throw new CannotStart(
      'The backup is none that a log of writes goes on from: --until is for copies of the embedded database.',
    );
  if (until !== 'latest' && !wholeBy({ archive, kind, ...note }, until))
    throw new CannotStart(
      `The backup was made later, it was whole at ${note.endedDate ?? note.createdDate}. Restore an earlier one.`,
    );
  const folders = [BACKUP_DIR && resolve(BACKUP_DIR), dirname(backup)].filter(Boolean) as string[];
  const kept = folders.map((one) => archiveFolder(one, archive));
  return kept.find((one) => existsSync(one)) ?? kept[0]!;
}

const TOO_SHORT = 'recovery ended before configured recovery target was reached';
const LAST = /last completed transaction was at log time (\S+ [\d:.]+)/;

interface Recovery {
  binaries: Binaries;
  user: RunAs | undefined;
  /** Where the log lies. */
  archive: string;
  until: Until;
}

/**
 * Has a cluster that was laid down go on with the log until then, and statements after it as a superuser. Gives
 * when the last was committed that is in it.
 */
export async function recoverUntil(
  cluster: string,
  { archive, until, ...run }: Recovery,
  statements: string,
): Promise<Date | null> {
  const { user } = run;
  const gap = await layDownLog(archive, { cluster, user });
  const broken = new CannotStart(
    `The log of writes in ${archive} has a gap at ${gap}, before what is asked for. Restore a backup that was made after it.`,
  );
  if (gap && until === 'latest') throw broken;
  const signal = join(cluster, 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  if (user) chownSync(signal, user.uid, user.gid);
  // all that there is of the log is in its place already
  const settings = { restore_command: 'exit 1', recovery_target_timeline: 'current' };
  const recover = (target: Temporal.Instant | null) =>
    asSuperuser(cluster, run, statements, {
      ...settings,
      hot_standby: 'off',
      recovery_target_action: 'promote',
      ...(target && { recovery_target_time: settingOf(target) }),
    });
  const target = until === 'latest' ? null : until;
  const said = await recover(target).catch((error: Error) => {
    const reached = reachedIn(archive);
    if (!target || !error.message.includes(TOO_SHORT)) throw error;
    if (gap) throw broken;
    // nothing was committed between the last that is there and then
    if (reached && target.epochMilliseconds <= reached.getTime()) return recover(null);
    throw new CannotStart(
      `The log of writes in ${archive} ends before: it reaches until ${momentIn(error.message)?.toISOString() ?? 'nothing'}. Name a moment by then, or latest.`,
    );
  });
  return momentIn(said);
}

/** As a setting reads it, to the microsecond. */
const settingOf = (moment: Temporal.Instant) =>
  String(moment).replace('T', ' ').replace('Z', '+00');

/** PostgreSQL runs in UTC, and says so: ‘UTC’ or ‘+00’, as its machine has it. */
export function momentIn(said: string): Date | null {
  const text = LAST.exec(said)?.[1];
  return text === undefined ? null : new Date(`${text.replace(' ', 'T')}Z`);
}
