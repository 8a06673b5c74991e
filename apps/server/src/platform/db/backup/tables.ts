import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import * as z from 'zod';
import { CannotStart } from '../../cannot-start.ts';
import { takeApart } from '../apart.ts';
import { onClient } from '../client.ts';

const LIST = 'tables.json';

/** What a backup by tables holds, in the order of the names. */
const listOf = () =>
  z.object({
    tables: z.array(
      z.object({
        /** As SQL writes it, its schema before it. */
        name: z.string(),
        columns: z.array(z.string()),
        file: z.string(),
        rows: z.number(),
      }),
    ),
    sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  });

type List = z.output<ReturnType<typeof listOf>>;

/** The books of migrations are written by the migrations; the clock of a demo is the server's. */
const OURS = `n.nspname !~ '^(pg_|information_schema$|clock$)' and c.relname !~ '^kysely_migration'`;

/**
 * Writes every row of one moment into the folder, a file for each table. The owner's address; what the
 * database knows beside rows (tables, rights, roles) comes from the migrations again. Gives the files' names.
 */
export async function backUpTables(ownerUrl: string, folder: string): Promise<string[]> {
  return onClient(ownerUrl, async (client) => {
    // an owner from whom a policy would hide rows is told so, and copies nothing
    await client.query('set row_security = off');
    await client.query('begin isolation level repeatable read read only');
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
      `select format('%I.%I', n.nspname, c.relname) as name,
         array_agg(quote_ident(a.attname) order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and ${OURS}
       group by 1 order by 1`,
    );
    const list: List = { tables: [], sequences: [] };
    for (const { name, columns } of tables) {
      const file = `${createHash('sha256').update(name).digest('hex').slice(0, 8)}-${name.replace(/\W+/g, '-')}.zst`;
      const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
      const out = createWriteStream(join(folder, file), { mode: 0o600, flush: true });
      await pipeline(rows, createZstdCompress(), out);
      list.tables.push({ name, columns, file, rows: rows.rowCount });
    }
    const { rows: sequences } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'S' and ${OURS} order by 1`,
    );
    for (const { name } of sequences) {
      const { rows } = await client.query<{ value: string; called: boolean }>(
        `select last_value::text as value, is_called as called from ${name}`,
      );
      list.sequences.push({ name, ...rows[0]! });
    }
    await client.query('commit');
    await writeFile(join(folder, LIST), `${JSON.stringify(list, null, 1)}\n`, { mode: 0o600 });
    return [LIST, ...list.tables.map(({ file }) => file)];
  });
}

const readList = (folder: string): List =>
  listOf().parse(JSON.parse(readFileSync(join(folder, LIST), 'utf8')));

/** Whether there are rows of tables that no migration makes: the books of a demo's sandboxes. */
export const holdsMore = (folder: string): boolean =>
  readList(folder).tables.some(({ name }) => !name.startsWith('public.'));

/**
 * Puts the rows of a backup into a database whose tables are there, in one transaction: what the
 * migrations wrote goes, nothing is counted, told or sealed a second time, and every reference is checked.
 */
export async function restoreTables(ownerUrl: string, folder: string): Promise<void> {
  const list = readList(folder);
  const names = list.tables.map(({ name }) => name);
  await onClient(ownerUrl, async (client) => {
    await client.query('set row_security = off');
    await client.query('begin');
    const putTogether = await emptied(client, names);
    for (const { name, columns, file, rows } of list.tables) {
      const into = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
      await pipeline(createReadStream(join(folder, file)), createZstdDecompress(), into);
      if (into.rowCount !== rows)
        throw new CannotStart(
          `The backup is damaged: ${name} has ${into.rowCount} of ${rows} rows.`,
        );
    }
    for (const { name, value, called } of list.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [name, value, called]);
    await putTogether();
    await client.query('commit');
    await client.query('analyze');
  });
}

/**
 * Empties the tables within the caller's transaction, and has them take rows as they are: nothing is counted, told,
 * sealed or refused. Gives back a function that puts all of that back, every reference checked.
 */
export async function emptied(
  client: ClientBase,
  names: readonly string[],
): Promise<() => Promise<void>> {
  await client.query('set constraints all deferred');
  const putTogether = await takeApart(client, []);
  const { rows: triggers } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
       format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as on
     from pg_trigger where not tgisinternal and tgenabled = 'O'
       and tgrelid = any($1::text[]::regclass[])`,
    [names],
  );
  for (const { off } of triggers) await client.query(off);
  await client.query(`truncate ${names.join(', ')}`);
  return async () => {
    await putTogether();
    for (const { on } of triggers) await client.query(on);
  };
}

/** Throws where a database is not as it was made. */
export async function mustBeBare(ownerUrl: string): Promise<void> {
  const { rows } = await onClient(ownerUrl, (client) =>
    client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)' limit 1`,
    ),
  );
  if (rows.length)
    throw new CannotStart('The database has tables already. Restore into one that is empty.');
}
