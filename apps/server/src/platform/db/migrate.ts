import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Migrator, sql, type Migration } from 'kysely';
import { CannotStart } from '../cannot-start.ts';
import { openDatabase, type Database } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

let names: Promise<string[]> | undefined;

/** Those that this code was written for. */
export const migrationNames = (): Promise<string[]> =>
  (names ??= readdir(FOLDER).then((files) => files.filter((name) => name.endsWith('.sql'))));

/**
 * Brings the database at the url to the newest shape: the .sql files in the order of their names,
 * each once, all under one lock, so that two processes may start at the same moment.
 */
export async function migrate(url: string): Promise<void> {
  const database = openDatabase(url, { statementTimeoutMs: 600_000, asOwner: true });
  try {
    const files = await migrationNames();
    await refuseLater(database, files);
    const migrations: Record<string, Migration> = {};
    for (const file of files) {
      const text = await readFile(join(FOLDER, file), 'utf8');
      migrations[file] = { up: async (db) => void (await sql.raw(text).execute(db)) };
    }
    const migrator = new Migrator({
      db: database.kysely,
      provider: { getMigrations: async () => migrations },
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await database.close();
  }
}

async function refuseLater({ pool }: Database, files: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('kysely_migration') is not null as there`,
  );
  if (!rows[0]!.there) return;
  const { rows: later } = await pool.query<{ name: string }>(
    'select name from kysely_migration where name <> all($1) order by name desc',
    [files],
  );
  if (later[0])
    throw new CannotStart(
      `The database is of a later Paydesk (it has ${later[0].name}). Start that version, ` +
        'or restore a backup that this one made.',
    );
}
