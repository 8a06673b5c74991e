import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import { VERSION } from '../version.ts';
import { book, breaksOf, mustFit, openBooks, readBooks } from './books.ts';
import { openDatabase } from './database.ts';
import { endedByOthers } from './deadlocks.ts';
import { GROUPS } from './roles.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql'));

let names: Promise<string[]> | undefined;

/** Those that this code was written for. */
export const migrationNames = (): Promise<string[]> => (names ??= namesIn(FOLDER));

/** As Kysely's migrator locks, which kept the books before. */
const LOCK = '3853314791062309107';

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

/** How long a file waits for a table that others hold, all that came after it waiting behind. */
const WAIT = '3s';
/** So often it is tried anew, what waited behind it having gone on in between. */
const TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

/** A word of SQL in which a semicolon ends nothing, the semicolon that does, or all between. */
const WORDS = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$|;|[^;'$-]+|[^]/g;

/** The statements of a text, one by one, with what is said of each. */
export function statementsIn(text: string): string[] {
  const statements = [''];
  for (const [word] of text.matchAll(WORDS))
    if (word === ';') statements.push('');
    else statements.push(statements.pop()! + word);
  return statements.filter((one) => one.replaceAll(/--[^\n]*/g, '').trim());
}

interface By {
  client: pg.PoolClient;
  release: string;
  /** A machine is told each by itself: where rows are spread it takes one statement at a time. */
  spread: boolean;
  /** One of this run on which the version before can't be started any more. */
  ended?: string;
}

/** All of a file or nothing; one outside a transaction can be run again after it was cut short. */
async function run({ client, release, spread }: By, file: string, text: string): Promise<void> {
  if (text.startsWith(OUTSIDE)) {
    for (const statement of text.split(/;\s*\n/).filter((part) => part.trim()))
      await client.query(statement);
    await book(client, file, text, release);
    return;
  }
  await client.query('begin');
  await client.query(`set local lock_timeout = '${WAIT}'`);
  for (const part of spread ? statementsIn(text) : [text]) await client.query(part);
  await book(client, file, text, release);
  await client.query('commit');
}

/** Runs it once nobody holds what it needs or ends it; what fails leaves the shape of the file before, and says so. */
async function apply(by: By, file: string, text: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await run(by, file, text);
    } catch (error) {
      await by.client.query('rollback').catch(() => undefined);
      const { code, message } = error as { code?: string; message: string };
      // the connection, the disk, the rights: said by their own words
      if (reasonOf(error)) throw error;
      if ((code === LOCK_NOT_AVAILABLE || endedByOthers({ code, message })) && tries < TRIES) {
        await setTimeout(LOOK_MS * 5);
        continue;
      }
      throw new CannotStart(
        `The migration ${file} failed: ${message}. ${
          text.startsWith(OUTSIDE)
            ? 'What it did before that stays, and it can be run again'
            : 'Nothing of it is in the database, which has the shape of the file before'
        }: ${
          by.ended
            ? `${by.ended} has run, and the version before can’t be started on that`
            : 'start the version before'
        }, mend what the line says, and start this one again (docs/operations.md, Upgrades).`,
      );
    }
}

/** The roles whose rights the migrations give, which belong to the cluster and not to one database. */
const CLUSTER_ROLES = [...GROUPS, 'paydesk_data'];

/**
 * Makes them before any file runs, each by a statement of its own: of two databases of a fresh cluster that are
 * migrated at once one makes a role, and the other finds it only once a new transaction begins. Within the one that
 * has looked for it in vain, as a file of migrations does, it would stay unknown.
 */
async function makeGroups(client: pg.PoolClient): Promise<void> {
  for (const name of CLUSTER_ROLES) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount) continue;
    await client.query(`create role ${name} nologin`).catch((error: { code?: string }) => {
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  }
}

export interface Migrating {
  /** The last that is wanted, for rows of an older shape. */
  upTo?: string;
  folder?: string;
  /** Who brings them, as an older process is told that can't go on with one. */
  release?: string;
}

/**
 * Brings the database at the url to the newest shape: the .sql files in the order of their names,
 * each once and in a transaction of its own, so that what one holds of a table is free before the next
 * begins; but for those that say they are outside one. All under one lock: of processes that start at
 * the same moment one does it, and who has nothing to bring waits for nobody. A database that is ahead is left as it
 * is, where what it has had does not break this process. Throws CannotStart with the name of a file that
 * failed, or of one that breaks it.
 */
export async function migrate(
  url: string,
  { upTo, folder = FOLDER, release = VERSION }: Migrating = {},
): Promise<void> {
  const database = openDatabase(url, { statementTimeoutMs: 600_000, asOwner: true });
  try {
    const all = (await namesIn(folder)).toSorted();
    const files = all.filter((name) => !upTo || name <= upTo);
    const before = await readBooks(database.pool);
    if (before) {
      mustFit(before, all, release);
      if (!missing(files, before).length) return;
    }
    const client = await database.pool.connect();
    try {
      await lock(client);
      const had = await openBooks(client);
      mustFit(had, all, release);
      if (missing(files, had).length) await makeGroups(client);
      const by: By = { client, release, spread: await database.isSpread() };
      for (const file of missing(files, had)) {
        const text = await readFile(join(folder, file), 'utf8');
        await apply(by, file, text);
        // who kept no books of who brought what knows none of this, and refuses whatever is new to it
        if (breaksOf(text) || !before) by.ended ??= file;
      }
    } finally {
      // its lock goes with the connection, and what was begun
      client.release(true);
    }
  } finally {
    await database.close();
  }
}

const missing = (files: readonly string[], had: readonly { name: string }[]): string[] => {
  const names = new Set(had.map(({ name }) => name));
  return files.filter((file) => !names.has(file));
};
