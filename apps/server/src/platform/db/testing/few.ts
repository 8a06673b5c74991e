import type { ClientBase } from 'pg';
import { tablesOf } from './rows.ts';

type Row = Record<string, unknown>;

/** Of each state that rows of a table can be in, so many are kept. */
const OF_EACH = 2;
/** A table that is as small as that stays as it is. */
const SMALL = 30;
/** The books agree in what is kept because all of these are, and what says the same again. */
const WHOLE =
  /^(transactions|money_|transaction_count|business_day|recurring_|payment_(attempts|operations)|audit_seals)/;
/** What no reference says: a row goes with the other. */
const WITH: Record<string, string> = { audit_unsealed: 'audit_logs' };

interface Reference {
  child: string;
  columns: string[];
  parent: string;
  keys: string[];
}

const namesIn = (numbers: string, table: string) =>
  `array(select attname::text from unnest(${numbers}) with ordinality c (number, nth)
     join pg_attribute on attrelid = ${table} and attnum = number order by nth)`;

/**
 * A few rows of each table, of every state that its columns tell of, and whatever these refer to: written into the
 * connection's own table `kept`, by the names of the tables and the keys of the rows.
 */
export async function keepFew(client: ClientBase): Promise<void> {
  const { rows: references } = await client.query<Reference>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       ${namesIn('conkey', 'conrelid')} as columns, ${namesIn('confkey', 'confrelid')} as keys
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: states } = await client.query<{ name: string; columns: string[] }>(
    `select a.attrelid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_attribute a
     where a.attnum > 0 and not a.attisdropped and (a.atttypid = 'boolean'::regtype or exists (
       select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c'
         and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'ANY'))
     group by 1`,
  );
  const all = new Map<string, Map<string, Row>>();
  for (const { name, key } of await tablesOf(client)) {
    const { rows } = await client.query<{ key: string; row: Row }>(
      `select row(${key.join(', ')})::text as key, to_jsonb(t) as row from ${name} t
       order by row(${key.join(', ')})::text collate "C"`,
    );
    all.set(name, new Map(rows.map((each) => [each.key, each.row])));
  }
  const kept = new Map([...all.keys()].map((name) => [name, new Set<string>()]));
  const found = finder(all);

  function keep(name: string, key: string): void {
    if (kept.get(name)!.has(key)) return;
    kept.get(name)!.add(key);
    const row = all.get(name)!.get(key)!;
    for (const { child, columns, parent, keys } of references)
      if (child === name && columns.every((column) => row[column] !== null))
        for (const above of found(
          parent,
          keys,
          columns.map((column) => row[column]),
        ))
          keep(parent, above);
  }

  for (const [name, rows] of all) {
    if (name in WITH) continue;
    const told = states.find((each) => each.name === name)?.columns ?? [];
    const seen = new Map<string, number>();
    for (const [key, row] of rows) {
      const state = JSON.stringify(told.map((column) => row[column]));
      const nth = seen.get(state) ?? 0;
      seen.set(state, nth + 1);
      if (rows.size <= SMALL || WHOLE.test(name) || nth < OF_EACH) keep(name, key);
    }
  }
  for (const [name, other] of Object.entries(WITH))
    for (const key of all.get(name)?.keys() ?? [])
      if (kept.get(other)!.has(key)) kept.get(name)!.add(key);

  await client.query('create temp table kept (name text, key text)');
  for (const [name, keys] of kept)
    await client.query('insert into kept select $1, unnest($2::text[])', [name, [...keys]]);
}

/** The rows of a table by what some of its columns hold. */
function finder(all: Map<string, Map<string, Row>>) {
  const indexes = new Map<string, Map<string, string[]>>();
  return (table: string, columns: readonly string[], values: readonly unknown[]): string[] => {
    const name = `${table} ${columns.join()}`;
    let index = indexes.get(name);
    if (!index) {
      index = new Map();
      for (const [key, row] of all.get(table)!) {
        const at = JSON.stringify(columns.map((column) => row[column]));
        index.set(at, [...(index.get(at) ?? []), key]);
      }
      indexes.set(name, index);
    }
    return index.get(JSON.stringify(values)) ?? [];
  };
}
