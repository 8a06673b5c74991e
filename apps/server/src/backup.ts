import { resolve } from 'node:path';
import { backUp } from './platform/backup.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { onOwnersDatabase, runCommand, say } from './platform/command.ts';
import { readConfig } from './platform/config.ts';

/**
 * npm run backup -- DIR: copies the installation, beside its running server too, into a folder that is
 * empty or not there yet, and reads the copy again. With BACKUP_PASSPHRASE the encryption key is in it.
 * The embedded database is copied file by file, that of DATABASE_URL row by row; `--tables` copies the
 * embedded one row by row too, for a move to another database.
 */

await runCommand(async () => {
  const words = process.argv.slice(2);
  const [folder, ...more] = words.filter((word) => word !== '--tables');
  if (!folder || folder.startsWith('-') || more.length)
    throw new CannotStart('Usage: npm run backup -- DIR [--tables]');
  const config = readConfig(process.env);
  const kind = config.DATABASE_URL || words.includes('--tables') ? 'tables' : 'cluster';
  await onOwnersDatabase(config, async (url) => {
    const { files, sealedKey, createdDate } = await backUp(config, url, {
      folder: resolve(folder),
      kind,
    });
    const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    say(
      `${folder} holds all that was there at ${createdDate}: ${megabytes.toFixed(1)} MB, read again and whole.`,
    );
    say(
      sealedKey
        ? 'The encryption key is in it, under BACKUP_PASSPHRASE.'
        : 'The encryption key is NOT in it: keep that by itself, or set BACKUP_PASSPHRASE. Without the key nobody signs in again.',
    );
  });
});
