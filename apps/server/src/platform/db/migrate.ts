import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Migrator, sql, type Migration } from 'kysely';
import { openDatabase } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/**
 * Brings the database at the url to the newest shape: the .sql files in the order of their names,
 * each once, all under one lock, so that two processes may start at the same moment.
 */
export async function migrate(url: string): Promise<void> {
  const database = openDatabase(url, { statementTimeoutMs: 600_000, asOwner: true });
  try {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));
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
