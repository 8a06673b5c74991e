import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrate, migrationNames } from '../migrate.ts';
import { testDatabase } from '../testing.ts';

type Row = Record<string, unknown>;

/** A database as it was before one migration: rows are put into it, it is migrated, and they are looked at. */
export interface BeforeMigration {
  /** A row, with what its table asks for where nothing is said, its parents included. */
  put(table: string, row?: Row): Promise<Row>;
  /** That one migration. */
  migrate(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export async function beforeMigration(file: string): Promise<BeforeMigration> {
  const names = (await migrationNames()).toSorted();
  const before = names[names.indexOf(file) - 1];
  if (before === undefined) throw new Error(`There is no ${file}, or nothing before it`);
  const made = await testDatabase();
  await migrate(made.url, { upTo: before });
  const client = new Client(made.url);
  await client.connect();

  async function put(table: string, given: Row = {}): Promise<Row> {
    const row = { ...given };
    for (const { columns, parent, keys } of await parentsOf(client, table)) {
      if (columns.some((column) => column in row) || parent === table) continue;
      const above = await put(parent);
      columns.forEach((column, at) => (row[column] = above[keys[at]!]));
    }
    for (const { name, type, first } of await askedOf(client, table))
      if (!(name in row)) row[name] = first ?? valueOf(type);
    const columns = Object.keys(row);
    const { rows } = await client.query<Row>(
      `insert into ${table} (${columns.join(', ')}) overriding system value
       values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
      Object.values(row),
    );
    return rows[0]!;
  }

  return {
    put,
    migrate: () => migrate(made.url, { upTo: file }),
    query: async (text, values) => (await client.query<Row>(text, values)).rows,
    async drop() {
      await client.end();
      await made.drop();
    },
  };
}

/** The rows that one must have above it. */
async function parentsOf(client: Client, table: string) {
  const { rows } = await client.query<{ columns: string[]; parent: string; keys: string[] }>(
    `select k.confrelid::regclass::text as parent,
       array(select attname::text from unnest(k.conkey) with ordinality c (number, nth)
         join pg_attribute on attrelid = k.conrelid and attnum = number order by nth) as columns,
       array(select attname::text from unnest(k.confkey) with ordinality c (number, nth)
         join pg_attribute on attrelid = k.confrelid and attnum = number order by nth) as keys
     from pg_constraint k
     where k.contype = 'f' and k.conrelid = $1::regclass and not exists (
       select from pg_attribute where attrelid = k.conrelid and attnum = any (k.conkey) and not attnotnull)`,
    [table],
  );
  return rows;
}

/** Columns that must have a value; where only some are let in, the first of these. */
async function askedOf(client: Client, table: string) {
  const { rows } = await client.query<{ name: string; type: string; first: string | null }>(
    `select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
       (select substring(pg_get_constraintdef(k.oid) from $$(?:ARRAY\\[|= )'([^']*)'$$) from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
        limit 1) as first
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
       and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''`,
    [table],
  );
  return rows;
}

function valueOf(type: string): unknown {
  if (type === 'uuid') return randomUUID();
  if (type === 'boolean') return false;
  if (type === 'date') return '2026-01-05';
  if (type.startsWith('timestamp')) return '2026-01-05T10:00:00.000Z';
  if (type === 'bytea') return Buffer.from('x');
  if (type.startsWith('json')) return '{}';
  if (type.endsWith('[]')) return '{}';
  if (/^(bigint|integer|smallint|numeric)/.test(type)) return 1;
  return randomUUID().slice(0, 8);
}
