import type { ClientBase } from 'pg';

/** What a table is now: rows by merchant, a copy on each machine, or as PostgreSQL has it. */
export type Now = 'merchant' | 'everywhere' | 'one';

export interface Key {
  table: string;
  name: string;
  columns: string[];
  /** Of a primary key or a unique constraint; an index alone has none. */
  constraint: string | null;
  index: string;
}

export interface Reference {
  table: string;
  name: string;
  to: string;
  definition: string;
}

export interface Trigger {
  table: string;
  name: string;
  definition: string;
  /** Its function, whole. */
  source: string;
}

/** Which rows a role may see. */
export interface Policy {
  table: string;
  name: string;
  rows: string;
  /** And which it may write, where that is said. */
  adds: string | null;
}

/** What of a database its spreading is reckoned from. */
export interface Catalogue {
  tables: { name: string; now: Now }[];
  keys: Key[];
  references: Reference[];
  triggers: Trigger[];
  policies: Policy[];
  /** Functions that hold rows of tables until the transaction ends, whole. */
  holding: string[];
  /** Who is one of staff or of a firm, or from whom no money is taken, is asked of tables that no machine may ask for. */
  tellsAfar: boolean;
  /** Columns numbered by the database, which machines would number alike. */
  numbered: { table: string; column: string }[];
}

const KEYS = `
  select c.relname as table, i.relname as name, pg_get_constraintdef(k.oid) as constraint,
    pg_get_indexdef(x.indexrelid) as index,
    array(select a.attname::text from unnest(x.indkey) with ordinality n(num, at)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = n.num order by n.at) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  left join pg_constraint k on k.conindid = x.indexrelid and k.contype in ('p', 'u')
  where c.relnamespace = 'public'::regnamespace and x.indisunique order by 1, 2`;

const REFERENCES = `
  select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as to,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;

const TRIGGERS = `
  select c.relname as table, t.tgname as name, pg_get_triggerdef(t.oid) as definition,
    pg_get_functiondef(p.oid) as source
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1, 2`;

const POLICIES = `
  select tablename as table, policyname as name, qual as rows, with_check as adds from pg_policies
  where schemaname = 'public' and qual is not null order by 1, 2`;

const TELLS_AFAR = `
  select from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and p.proname in ('told_name', 'charge_refusal', 'blocked_by_hand')
    and l.lanname = 'sql'`;

const HOLDING = `
  select pg_get_functiondef(oid) as source from pg_proc
  where pronamespace = 'public'::regnamespace and prosrc ~ ' for (key )?share;' order by proname`;

const NUMBERED = `
  select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity = 'a' order by 1, 2`;

const PLAIN = `
  select relname as name, 'one' as now from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname !~ '^kysely_' order by 1`;

const SPREAD = `
  select c.relname as name, case p.partmethod when 'h' then 'merchant' when 'n' then 'everywhere' else 'one' end as now
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^kysely_'
    and relation_is_a_known_shard(c.oid) is not true order by 1`;

/** Whether Citus is in this database. */
export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  return Boolean(rowCount);
}

export async function readCatalogue(client: ClientBase): Promise<Catalogue> {
  const all = async <T extends object>(text: string) => (await client.query<T>(text)).rows;
  const tables = await all<Catalogue['tables'][number]>((await hasCitus(client)) ? SPREAD : PLAIN);
  const known = new Set(tables.map(({ name }) => name));
  const ofThem = <T extends { table: string }>(rows: T[]) =>
    rows.filter(({ table }) => known.has(table));
  return {
    tables,
    keys: ofThem(await all<Key>(KEYS)),
    references: ofThem(await all<Reference>(REFERENCES)),
    triggers: ofThem(await all<Trigger>(TRIGGERS)),
    policies: ofThem(await all<Policy>(POLICIES)),
    holding: (await all<{ source: string }>(HOLDING)).map(({ source }) => source),
    tellsAfar: (await all(TELLS_AFAR)).length > 0,
    numbered: ofThem(await all<{ table: string; column: string }>(NUMBERED)),
  };
}
