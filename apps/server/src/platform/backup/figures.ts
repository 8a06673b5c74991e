import type { Call } from '@paydesk/contract/index.ts';
import { sql } from 'kysely';
import { resolve } from 'node:path';
import type { Services } from '../services.ts';
import { bytesIn } from './log-files.ts';
import { backupsOf } from './schedule.ts';

type Backups = Call<'GET /api/system'>['answer']['backups'];

const HOUR_MS = 3_600_000;

/** How the backups by the clock stand, and the archive beside them; null: nobody makes any. */
export async function backupFigures(services: Services): Promise<Backups> {
  const { config, database } = services;
  const { BACKUP_DIR, BACKUP_HOURS, BACKUP_KEEP } = config;
  if (!BACKUP_DIR) return null;
  const folder = resolve(BACKUP_DIR);
  const { count, newest, bytes } = await backupsOf(folder);
  const { rows: runs } = await sql<{ started: string }>`
    select started_date as started from task_runs where name = 'back-up'`.execute(database.kysely);
  const { rows: executions } = await sql<{ date: string; words: string | null }>`
    select started_date as date, error as words
    from task_executions where type = 'BACKUP' order by started_date desc limit 1`.execute(
    database.kysely,
  );
  const [run] = runs;
  const [last] = executions;
  const next = run && new Date(Date.parse(run.started) + BACKUP_HOURS * HOUR_MS);
  return {
    folder,
    everyHours: BACKUP_HOURS,
    keep: BACKUP_KEEP,
    count,
    newest: newest?.toISOString() ?? null,
    bytes,
    next: next?.toISOString() ?? null,
    failure: last?.words ? { date: last.date, words: last.words } : null,
    log: await logNow(services, newest),
  };
}

/** How far the archive of the log of writes has come, and how far the log has gone on since: nothing of its folder is read. */
export async function logReached({
  logArchive,
  database,
}: Pick<Services, 'logArchive' | 'database'>) {
  const figures = logArchive();
  if (!figures) return null;
  const { rows } = await sql<{ behind: string }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), ${figures.place}::pg_lsn)::text as behind`.execute(
    database.kysely,
  );
  return { ...figures, behindBytes: Math.max(0, Number(rows[0]!.behind)) };
}

async function logNow(
  services: Services,
  newest: Date | null,
): Promise<NonNullable<Backups>['log']> {
  const figures = await logReached(services);
  if (!figures) return null;
  const { folder, reached, behindBytes, failure, gap } = figures;
  return {
    folder,
    reached: reached?.toISOString() ?? null,
    behindBytes,
    bytes: await bytesIn(folder),
    failure: failure && { date: failure.date.toISOString(), words: failure.words },
    brokenOff: gap && (!newest || newest < gap.until) ? gap.since.toISOString() : null,
  };
}
