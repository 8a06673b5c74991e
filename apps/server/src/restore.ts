import { join, resolve } from 'node:path';
import { booksAgree } from './books.ts';
import { prepareSandboxes } from './gateways/sandboxes.ts';
import { restore } from './platform/backup.ts';
import { backupFor, readUntil } from './platform/backup/until.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { onDatabase, runCommand, say } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';

/**
 * npm run restore -- DIR: puts a backup into an installation that is empty, the embedded one of DATA_DIR
 * or the database of DATABASE_URL, and checks its books. BACKUP_PASSPHRASE, or ENCRYPTION_KEY where the
 * key is not in it. `--until 2026-11-23T08:00:00Z` goes on from the backup with the log of writes (BACKUP_WAL), and
 * takes in all that was committed by then; DIR may be BACKUP_DIR then, of which the fitting backup is taken.
 * `--until latest` takes in all there is.
 */

await runCommand(async () => {
  const [folder, option, moment, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || more.length || option !== (moment && '--until'))
    throw new CannotStart('Usage: npm run restore -- DIR [--until MOMENT|latest]');
  const config = readConfig(process.env);
  const log = { debug() {}, info() {}, warn: say, error: say };
  const until = moment ? readUntil(moment) : null;
  const backup = await backupFor(resolve(folder), until);
  if (until) say(`Begins with ${backup}`);
  const { note, last } = await restore(config, backup, { log, tables: prepareSandboxes, until });
  const createdDate = last?.toISOString() ?? note.createdDate;
  // what the folder has is what it will be started with
  const started = config.DATABASE_URL
    ? config
    : { ...config, ENCRYPTION_KEY: undefined, ENCRYPTION_KEY_OLD: undefined };
  await onDatabase(started, async ({ addresses }) => {
    const database = openDatabase(addresses.server, { statementTimeoutMs: 600_000 });
    try {
      const agree = await booksAgree(database, { result: say, fault: say });
      if (!agree) process.exitCode = 1;
    } finally {
      await database.close();
    }
  });
  if (config.DATABASE_URL && !config.ENCRYPTION_KEY)
    say(
      `Its encryption key is in ${join(config.DATA_DIR, 'encryption.key')}: every process needs it, as ENCRYPTION_KEY or by that file.`,
    );
  say(
    config.DATABASE_URL
      ? `The database holds what was there at ${createdDate}. Start it as before: npm start`
      : `${config.DATA_DIR} holds what was there at ${createdDate}. Start it: DATA_DIR=${config.DATA_DIR} npm start`,
  );
});
