import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUpCluster, CLUSTER_FILES, restoreCluster } from './backup/cluster.ts';
import { archiveId } from './backup/log-files.ts';
import * as notes from './backup/note.ts';
import { logOf, type Until } from './backup/until.ts';
import type { BackupNote } from './backup/note.ts';
import { backUpTables, holdsMore, mustBeBare, restoreTables } from './db/backup/tables.ts';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';
import { reachEmbedded, type EmbeddedLog } from './db/embedded.ts';
import { onClient } from './db/client.ts';
import { keysInUse } from './db/installation.ts';
import { migrate, migrationNames } from './db/migrate.ts';
import { ownerOf } from './db/prepare.ts';
import { mustMakeRoles } from './db/roles.ts';
import { keepKey } from './encryption.ts';
import { VERSION } from './version.ts';

interface Copy {
  from: BackupNote['from'];
  archive?: string;
  files: readonly string[];
}

/** The two ways: the files of a cluster of our own, the rows of a database that somebody else runs. */
const WAYS: Record<
  BackupNote['kind'],
  (ownerUrl: string, folder: string, dataDir: string) => Promise<Copy>
> = {
  async cluster(ownerUrl, folder, dataDir) {
    const { from } = await backUpCluster(ownerUrl, folder);
    return { from, archive: archiveId(dataDir), files: CLUSTER_FILES };
  },
  tables: async (ownerUrl, folder) => ({
    from: null,
    files: await backUpTables(ownerUrl, folder),
  }),
};

/**
 * Copies the database, while it is served, into a folder that is empty or not there yet, and reads the
 * copy again. The encryption key goes along under BACKUP_PASSPHRASE. Throws CannotStart with what to do;
 * what was begun is taken away then.
 */
export async function backUp(
  config: Config,
  ownerUrl: string,
  { folder, kind }: { folder: string; kind: BackupNote['kind'] },
): Promise<BackupNote> {
  const facts = await factsOf(ownerUrl);
  const keys = facts ? await keysInUse(ownerUrl, config) : [];
  if (!facts || !keys.length) throw new CannotStart('There is no installation here to back up.');
  const made = !existsSync(folder);
  try {
    notes.mustBeEmpty(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw whyNotWritten(folder, error);
  }
  try {
    const createdDate = new Date().toISOString();
    const { files, ...copy } = await WAYS[kind](ownerUrl, folder, resolve(config.DATA_DIR));
    const endedDate = new Date().toISOString();
    const note: BackupNote = {
      format: 1,
      kind,
      createdDate,
      endedDate,
      paydesk: VERSION,
      ...facts,
      keyFingerprint: keys[0]!.fingerprint,
      olderFingerprints: keys.slice(1).map(({ fingerprint }) => fingerprint),
      sealedKey: notes.sealKeys(
        keys.map(({ key }) => key),
        config.BACKUP_PASSPHRASE,
      ),
      ...copy,
      files: [],
    };
    for (const name of files) note.files.push(await notes.fileFacts(folder, name));
    await notes.writeNote(folder, note);
    return note;
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
    if (made) rmSync(folder, { recursive: true, force: true });
    throw whyNotWritten(folder, error);
  }
}

/** A folder without room or rights is named with what to do; any other error stays as it is. */
function whyNotWritten(folder: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!/^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR)$/.test(code ?? '')) return error;
  // what is written to an open file names none
  if (path !== undefined && !path.startsWith(folder)) return error;
  return new CannotStart(
    `${folder} can’t be written (${code}): name a folder that has room for the whole copy and that this user may write to. Nothing half made is left in it.`,
  );
}

interface Restore {
  log: EmbeddedLog;
  tables: (ownerUrl: string) => Promise<void>;
  until?: Until | null;
}

/**
 * Puts a backup into an installation that is empty: the embedded database of DATA_DIR, or that of
 * DATABASE_URL. The copy is read whole first, and the key it needs must be there: nothing is begun that
 * could not be ended. `tables` makes those that no migration makes; `until` goes on with the log of writes.
 */
export async function restore(
  config: Config,
  folder: string,
  { log, tables, until = null }: Restore,
): Promise<{ note: BackupNote; last: Date | null }> {
  const note = await notes.readNote(folder);
  const onward = until && { until, archive: logOf(note, folder, config, until) };
  const key = notes.keysOf(note, config);
  await notes.mustBeWhole(folder, note);
  const dataDir = resolve(config.DATA_DIR);
  if (note.kind === 'cluster') {
    if (config.DATABASE_URL)
      throw new CannotStart(
        'The backup is of an embedded database, file by file. Restore it without DATABASE_URL; a backup ' +
          'made with --tables goes into any database.',
      );
    const last = await restoreCluster(folder, note, { dataDir, key, log, onward });
    return { note, last };
  }
  if (!(await migrationNames()).includes(note.migration))
    throw new CannotStart(
      `The backup is of a later Paydesk (it has ${note.migration}). Restore it with that version.`,
    );
  notes.mustFitKeys(note, config);
  const embedded = config.DATABASE_URL ? null : await reachEmbedded({ dataDir, log });
  try {
    const url = ownerOf(config, embedded?.url);
    await mustBeBare(url);
    await mustMakeRoles(url);
    await migrate(url, { upTo: note.migration });
    if (holdsMore(folder)) await tables(url);
    await restoreTables(url, folder);
  } finally {
    await embedded?.stop();
  }
  if (!config.ENCRYPTION_KEY) keepKey(dataDir, key);
  return { note, last: null };
}

/** Which PostgreSQL it is and how far its migrations have come; null where it is no database of Paydesk. */
const factsOf = (url: string): Promise<Pick<BackupNote, 'postgres' | 'migration'> | null> =>
  onClient(url, async (client) => {
    const there = await client.query<{ there: boolean }>(
      `select to_regclass('public.installation') is not null as there`,
    );
    if (!there.rows[0]!.there) return null;
    const { rows } = await client.query<{ postgres: string; migration: string }>(
      `select current_setting('server_version_num')::integer / 10000 || '' as postgres,
         (select max(name) from kysely_migration) as migration`,
    );
    return rows[0]!;
  });
