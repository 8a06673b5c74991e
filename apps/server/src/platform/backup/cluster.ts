import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { findBinaries } from '../db/embedded/binaries.ts';
import { asSuperuser, readOrMakeSecret } from '../db/embedded/initialise.ts';
import { lockDirectory } from '../db/embedded/lock.ts';
import type { EmbeddedLog } from '../db/embedded/log.ts';
import { databaseUser } from '../db/embedded/user.ts';
import { keepKey } from '../encryption.ts';
import { compressedFile, readArchive } from './archive.ts';
import { copyCluster, type Copied } from '../db/backup/base-backup.ts';
import type { BackupNote } from './note.ts';
import { recoverUntil, type Until } from './until.ts';

const ARCHIVE = 'base.tar.zst';
const MANIFEST = 'backup_manifest';

/** The files of a backup of a cluster, by name. */
export const CLUSTER_FILES = [ARCHIVE, MANIFEST] as const;

/** Copies the embedded cluster as it runs into the folder, and reads the copy again. */
export async function backUpCluster(ownerUrl: string, folder: string): Promise<Copied> {
  const { out, done } = compressedFile(join(folder, ARCHIVE));
  const copying = copyCluster(ownerUrl, out, 'Paydesk').then((copied) => {
    out.end();
    return copied;
  });
  copying.catch((error: unknown) => out.destroy(error as Error));
  const [copied] = await Promise.all([copying, done]);
  await writeFile(join(folder, MANIFEST), copied.manifest, { mode: 0o600 });
  await readArchive(join(folder, ARCHIVE), copied.manifest, null);
  return copied;
}

interface Restoring {
  dataDir: string;
  key: string;
  log: EmbeddedLog;
  /** The log of writes that goes on from the copy, and until when. */
  onward: { archive: string; until: Until } | null;
}

/**
 * Lays a cluster down in a data folder that has none, recovers it, and gives its owner a password of
 * its own. Nothing is in its place until all of that is done. Gives when the last was committed that came from the
 * log of writes.
 */
export async function restoreCluster(
  folder: string,
  note: BackupNote,
  { dataDir, key, log, onward }: Restoring,
): Promise<Date | null> {
  mkdirSync(dataDir, { recursive: true });
  const cluster = join(dataDir, 'postgres');
  const lock = await lockDirectory(dataDir);
  try {
    if (existsSync(cluster))
      throw new CannotStart(
        `${dataDir} holds an installation already. Restore into a DATA_DIR that is empty.`,
      );
    const draft = `${cluster}.new`;
    rmSync(draft, { recursive: true, force: true });
    const user = databaseUser(draft, log);
    const binaries = findBinaries(user, log);
    if (note.postgres !== binaries.major)
      throw new CannotStart(
        `The backup is of PostgreSQL ${note.postgres}, this Paydesk brings PostgreSQL ${binaries.major}. ` +
          'Restore it with the Paydesk that made it.',
      );
    await mkdir(draft, { mode: 0o700 });
    if (user) await chown(draft, user.uid, user.gid);
    await readArchive(join(folder, ARCHIVE), readFileSync(join(folder, MANIFEST)), {
      folder: draft,
      user,
    });
    await chmod(draft, 0o700);
    const secret = readOrMakeSecret(`${cluster}.secret`);
    // the start of it recovers what was under way while it was copied
    const statement = `alter role paydesk password '${secret.password}';\n`;
    let last: Date | null = null;
    if (onward) last = await recoverUntil(draft, { binaries, user, ...onward }, statement);
    else await asSuperuser(draft, { binaries, user }, statement);
    keepKey(dataDir, key);
    renameSync(draft, cluster);
    return last;
  } finally {
    lock.release();
  }
}
