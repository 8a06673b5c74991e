import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { openDatabase, type Database } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

let names: Promise<string[]> | undefined;

/** Those that this code was written for. */
export const migrationNames = (): Promise<string[]> =>
  (names ??= readdir(FOLDER).then((files) => files.filter((name) => name.endsWith('.sql'))));

/** As Kysely's migrator locks, which kept the books before and gave them their names. */
const LOCK = '3853314791062309107';
const BOOKS = `
  create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  create table if not exists kysely_migration_lock (
    id varchar(255) primary key, is_locked integer not null default 0)`;

/**
 * Brings the database at the url to the newest shape: the .sql files in the order of their names,
 * each once and in a transaction of its own, so that what one holds of a table is free before the next
 * begins. All under one lock: of processes that start at the same moment one does it. `upTo` names the last
 * that is wanted, for rows of an older shape.
 */
export async function migrate(url: string, upTo?: string): Promise<void> {
  const database = openDatabase(url, { statementTimeoutMs: 600_000, asOwner: true });
  try {
    const files = (await migrationNames()).toSorted();
    await refuseLater(database, files);
    const client = await database.pool.connect();
    try {
      await client.query(`select pg_advisory_lock(${LOCK})`);
      await client.query(BOOKS);
      const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
      const done = new Set(rows.map(({ name }) => name));
      for (const file of files.filter((name) => !done.has(name) && (!upTo || name <= upTo))) {
        await client.query('begin');
        await client.query(await readFile(join(FOLDER, file), 'utf8'));
        await client.query('insert into kysely_migration values ($1, $2)', [
          file,
          new Date().toISOString(),
        ]);
        await client.query('commit');
      }
    } finally {
      // its lock goes with the connection, and what was begun
      client.release(true);
    }
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
