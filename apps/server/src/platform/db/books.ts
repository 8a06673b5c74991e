import type pg from 'pg';
import { CannotStart } from '../cannot-start.ts';

/**
 * Which migrations a database has had, and of each who brought it and whether it ended the time of the
 * processes before: by that an older one knows, without the file, if it may start (ADR 148).
 */

/** A line that a migration has which older processes can't go on with, and what they would do wrong. */
const BREAKS = /^-- breaks older processes: (.+)$/m;

export const breaksOf = (text: string): string | null => BREAKS.exec(text)?.[1] ?? null;

// the names are those of Kysely's migrator, which kept the books before
const BOOKS = `
  create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  create table if not exists kysely_migration_lock (
    id varchar(255) primary key, is_locked integer not null default 0);
  alter table kysely_migration add column if not exists release text, add column if not exists breaks text;`;

/** One that a database has had; without a release where a version before these books brought it. */
interface Had {
  name: string;
  release: string | null;
  breaks: string | null;
}

/** Null where there are no books yet, or not as they are kept now. */
export async function readBooks(client: pg.ClientBase | pg.Pool): Promise<Had[] | null> {
  const { rows } = await client.query<{ columns: number }>(
    `select count(*)::int as columns from pg_attribute
     where attrelid = to_regclass('kysely_migration') and attname in ('name', 'release', 'breaks')`,
  );
  if (rows[0]!.columns < 3) return null;
  const had = await client.query<Had>(
    'select name, release, breaks from kysely_migration order by name',
  );
  return had.rows;
}

export async function openBooks(client: pg.ClientBase): Promise<Had[]> {
  await client.query(BOOKS);
  return (await readBooks(client))!;
}

export const book = (client: pg.ClientBase, file: string, text: string, release: string) =>
  client.query(
    'insert into kysely_migration (name, timestamp, release, breaks) values ($1, $2, $3, $4)',
    [file, new Date().toISOString(), release, breaksOf(text)],
  );

const OR_RESTORE = 'or restore a backup that this one made.';

/**
 * Stops an older process where the database has had a migration that breaks it. One that has files that
 * the database has not is of another line: what came after them there was never tried without them.
 */
export function mustFit(had: readonly Had[], files: readonly string[], own: string): void {
  const later = had.filter(({ name }) => !files.includes(name)).toReversed();
  if (!later.length) return;
  const broken = later.find(({ breaks }) => breaks !== null);
  if (broken) {
    // a tree between two releases has the number of the one before
    const least =
      broken.release === own ? `a version after ${own}` : `${broken.release} or a later one`;
    throw new CannotStart(
      `The database is of a later Paydesk: ${broken.name} ends the time of older processes, since ` +
        `${broken.breaks}. Start ${least}, ${OR_RESTORE}`,
    );
  }
  const names = new Set(had.map(({ name }) => name));
  const unknown =
    later.find(({ release }) => release === null) ??
    (files.every((file) => names.has(file)) ? undefined : later[0]);
  if (unknown)
    throw new CannotStart(
      `The database is of a later Paydesk (it has ${unknown.name}). Start that version, ${OR_RESTORE}`,
    );
}
