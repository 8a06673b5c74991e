import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client, ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { emptied } from '../backup/tables.ts';

/** A table with its columns, those apart that it reckons by itself; as SQL writes them. */
interface Table {
  name: string;
  columns: string[];
  /** Of its primary key; all columns where it has none. */
  key: string[];
}

export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select quote_ident(c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns,
       coalesce((select array_agg(quote_ident(k.attname) order by array_position(i.indkey, k.attnum))
           from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
           where i.indrelid = c.oid and i.indisprimary),
         array_agg(quote_ident(a.attname) order by a.attnum)) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^kysely_migration'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid order by 1`,
  );
  return rows;
}

const END = '\\.';

/** The rows of every table that are in `kept`, in the order of their keys, and where sequences stand, as text that `loadRows` takes. */
export async function dumpRows(client: Client): Promise<string> {
  await client.query('set row_security = off; set search_path = public');
  const blocks: string[] = [];
  for (const { name, columns, key } of await tablesOf(client)) {
    const list = columns.join(', ');
    const order = key.map((column) => `${column}::text collate "C"`).join(', ');
    const said: Buffer[] = [];
    await pipeline(
      client.query(
        copyTo(
          `copy (select ${list} from ${name} where row(${key.join(', ')})::text in (
             select k.key from kept k where k.name = '${name}') order by ${order}) to stdout`,
        ),
      ),
      new Writable({
        write(chunk: Buffer, _, done) {
          said.push(chunk);
          done();
        },
      }),
    );
    if (said.length) blocks.push(`${name} (${list})\n${Buffer.concat(said).toString()}${END}\n`);
  }
  const { rows: sequences } = await client.query<{ line: string }>(
    `select format('sequence %I %s', sequencename, last_value) as line
     from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  );
  return [...blocks, ...sequences.map(({ line }) => `${line}\n`)].join('\n');
}

/** Puts such rows in the place of what is there: as they were, nothing counted or told a second time. */
export async function loadRows(client: Client, text: string): Promise<void> {
  await client.query('set row_security = off; set search_path = public');
  const names = (await tablesOf(client)).map(({ name }) => name);
  await client.query('begin');
  const putTogether = await emptied(client, names);
  for (const [, table, rows] of text.matchAll(/^(\w+ \(.+\))\n([^]*?)^\\\.\n/gm))
    await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${table} from stdin`)));
  for (const [, name, value] of text.matchAll(/^sequence (\S+) (\d+)$/gm))
    await client.query('select setval($1::regclass, $2)', [name, value]);
  await putTogether();
  await client.query('commit');
  await client.query('analyze');
}

/** How many rows a table has, and what its amounts of money come to. */
export type Holdings = Record<string, Record<string, bigint>>;

export async function holdingsOf(client: ClientBase): Promise<Holdings> {
  await client.query('set row_security = off');
  const found: Holdings = {};
  for (const { name, columns } of await tablesOf(client)) {
    const sums = columns.filter((column) => column.endsWith('_cents'));
    const { rows } = await client.query<Record<string, string>>(
      `select count(*)::text as rows${sums.map((column) => `, coalesce(sum(${column}), 0)::text as ${column}`).join('')} from ${name}`,
    );
    found[name] = Object.fromEntries(
      Object.entries(rows[0]!).map(([what, value]) => [what, BigInt(value)]),
    );
  }
  return found;
}

type Row = Record<string, unknown>;
/** The rows of each table by their keys. */
export type Everything = Map<string, Map<string, Row>>;

export async function everyRow(client: ClientBase): Promise<Everything> {
  await client.query(`set row_security = off; set timezone = 'UTC'`);
  const found: Everything = new Map();
  for (const { name, key } of await tablesOf(client)) {
    const { rows } = await client.query<{ key: string; row: Row }>(
      `select row(${key.join(', ')})::text as key, to_jsonb(t) as row from ${name} t`,
    );
    found.set(name, new Map(rows.map(({ key: at, row }) => [at, row])));
  }
  return found;
}
