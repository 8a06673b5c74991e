import { randomUUIDv7 } from 'node:crypto';
import { CLASSES } from '../../platform/db/classes.ts';
import type { TestServer } from '../server.ts';

/** The ground that is crawled over: whose each row is, a word that each merchant's rows bear, and how they stood. */

const named = async ({ all }: TestServer, column: string) =>
  all<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = $1 and not a.attisdropped order by 1`,
    [column],
  );

const tenantTables = async (server: TestServer) =>
  (await named(server, 'merchant_id')).map(({ name }) => name);

/** The merchant of every row that has one, by the row's id. */
export async function ownersOf(server: TestServer): Promise<Map<string, string>> {
  const withId = new Set((await named(server, 'id')).map(({ name }) => name));
  const owners = new Map<string, string>();
  for (const table of await tenantTables(server)) {
    if (!withId.has(table)) continue;
    const rows = await server.all<{ id: string; merchant_id: string }>(
      `select id::text, merchant_id from ${table} where merchant_id is not null`,
    );
    for (const { id, merchant_id } of rows) owners.set(id, merchant_id);
  }
  for (const { id } of await server.all<{ id: string }>('select id from merchants'))
    owners.set(id, id);
  return owners;
}

/** What of a row is words: the classes of the map of personal data in which nothing is read but by people. */
const WORDS = ['text', 'personal', 'contact', 'actor', 'identifying', 'financial'] as const;

/** Writes the word into all that is words of some rows of the merchant's, where the schema takes it; how many columns did. */
export async function mark(server: TestServer, merchantId: string, word: string): Promise<number> {
  let marked = 0;
  for (const table of await tenantTables(server)) {
    const classes = CLASSES[table as keyof typeof CLASSES] as Readonly<Record<string, string>>;
    const texts = await server.all<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and data_type in ('text', 'character varying')`,
      [table],
    );
    const [keyed] = await server.all(
      `select from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name = 'id'`,
      [table],
    );
    const some = keyed ? `and id in (select id from ${table} where merchant_id = $2 limit 20)` : '';
    for (const { name } of texts) {
      const isWords = WORDS.some((one) => classes?.[one]?.split(' ').includes(name));
      // by these the sign-in and the answers' own lists of values go
      if (!isWords || /country|^email$|first6|last4|_month$|language/.test(name)) continue;
      const done = await server.pool
        .query(`update ${table} set ${name} = $1 where merchant_id = $2 ${some}`, [
          word,
          merchantId,
        ])
        .catch(() => null);
      if (done?.rowCount) marked++;
    }
  }
  return marked;
}

/** What goes on by itself, or says that somebody was refused. */
const RESTLESS = /^(audit_|outbox|call_counts|sessions|daily_|.*_counts$|.*_deltas$|figures)/;

/** All rows of the merchant's, table by table, as one sum each. */
export async function sumsOf(
  server: TestServer,
  merchantId: string,
): Promise<Record<string, string>> {
  const tables = (await tenantTables(server)).filter((table) => !RESTLESS.test(table));
  const parts = tables.map(
    (table) =>
      `select '${table}' as of, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from ${table} t where merchant_id = $1`,
  );
  const all = [...parts, `select 'merchants', md5(m::text) from merchants m where id = $1`];
  const client = await server.pool.connect();
  try {
    // the server's own limit is none of this reading's, which a busy machine takes its time for
    await client.query('begin; set local statement_timeout = 0');
    const { rows } = await client.query<{ of: string; sum: string }>(all.join(' union all '), [
      merchantId,
    ]);
    return Object.fromEntries(rows.map(({ of, sum }) => [of, sum]));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

export const word = (): string => `Zq${randomUUIDv7().slice(-8)}`;
