import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import { openDatabase, type Database } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql'));

let names: Promise<string[]> | undefined;

/** Those that this code was written for. */
export const migrationNames = (): Promise<string[]> => (names ??= namesIn(FOLDER));

/** As Kysely's migrator locks, which kept the books before and gave them their names. */
const LOCK = '3853314791062309107';
const BOOKS = `
  create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  create table if not exists kysely_migration_lock (
    id varchar(255) primary key, is_locked integer not null default 0)`;

/** The first line of one whose statements run one by one, as `create index concurrently` asks for. */
export const OUTSIDE = '-- outside a transaction\n';
const LOOK_MS = 200;

/**
 * Waits for the lock without a statement that waits: an index that is built concurrently waits for every
 * statement that began before, and the two would wait for each other.
 */
async function lock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(${LOCK}) as held`,
    );
    if (rows[0]!.held) return;
    await setTimeout(LOOK_MS);
  }
}

const book = (client: pg.PoolClient, file: string) =>
  client.query('insert into kysely_migration values ($1, $2)', [file, new Date().toISOString()]);

/** How long a file waits for a table that others hold, all that came after it waiting behind. */
const WAIT = '3s';
/** So often it is tried anew, what waited behind it having gone on in between. */
const TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

/** All of a file or nothing; one outside a transaction can be run again after it was cut short. */
async function run(client: pg.PoolClient, file: string, text: string): Promise<void> {
  if (text.startsWith(OUTSIDE)) {
    for (const statement of text.split(/;\s*\n/).filter((part) => part.trim()))
      await client.query(statement);
    await book(client, file);
    return;
  }
  await client.query('begin');
  await client.query(`set local lock_timeout = '${WAIT}'`);
  await client.query(text);
  await book(client, file);
  await client.query('commit');
}

/** Runs it once nobody holds what it needs; what fails leaves the shape of the file before, and says so. */
async function apply(client: pg.PoolClient, file: string, text: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await run(client, file, text);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const { code, message } = error as { code?: string; message: string };
      // the connection, the disk, the rights: said by their own words
      if (reasonOf(error)) throw error;
      if (code === LOCK_NOT_AVAILABLE && tries < TRIES) {
        await setTimeout(LOOK_MS * 5);
        continue;
      }
      throw new CannotStart(
        `The migration ${file} failed: ${message}. ${
          text.startsWith(OUTSIDE)
            ? 'What it did before that stays, and it can be run again'
            : 'Nothing of it is in the database, which has the shape of the version before'
        }: start that version, mend what the line says, and start this one again (docs/operations.md, Upgrades).`,
      );
    }
}

/**
 * Brings the database at the url to the newest shape: the .sql files in the order of their names,
 * each once and in a transaction of its own, so that what one holds of a table is free before the next
 * begins; but for those that say they are outside one. All under one lock: of processes that start at
 * the same moment one does it. `upTo` names the last that is wanted, for rows of an older shape. Throws CannotStart with the name of a file that failed.
 */
export async function migrate(url: string, upTo?: string, folder = FOLDER): Promise<void> {
  const database = openDatabase(url, { statementTimeoutMs: 600_000, asOwner: true });
  try {
    const files = (await namesIn(folder)).toSorted();
    await refuseLater(database, files);
    const client = await database.pool.connect();
    try {
      await lock(client);
      await client.query(BOOKS);
      const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
      const done = new Set(rows.map(({ name }) => name));
      for (const file of files.filter((name) => !done.has(name) && (!upTo || name <= upTo)))
        await apply(client, file, await readFile(join(folder, file), 'utf8'));
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
