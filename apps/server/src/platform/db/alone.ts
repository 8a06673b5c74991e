import { Client } from 'pg';

/**
 * Held by one process of the database as long as it runs, or until it lets go; null where another one has it. On
 * a connection of its own, so that what is held ends with the process, however that ends. `says` is what the
 * others may read of it (`saidBy`), as long as it is held: at most 40 characters.
 */
export async function holdAlone(
  databaseUrl: string,
  name: string,
  says = '',
): Promise<{ letGo(): Promise<void> } | null> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: `${name}: ${says}`,
  });
  // where the line breaks, another process may take it: nothing here depends on more
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtext('alone'), hashtext($1)) as held`,
    [name],
  );
  const letGo = () => client.end().catch(() => {});
  if (rows[0]?.held) return { letGo };
  await letGo();
  return null;
}

/** What whoever holds the name says; null where nobody holds it, or says nothing. */
export async function saidBy(databaseUrl: string, name: string): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ says: string }>(
      `select split_part(a.application_name, ': ', 2) as says
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and l.objsubid = 2
         and l.database = (select oid from pg_database where datname = current_database())
         and l.classid = hashtext('alone')::bit(32)::bigint::oid
         and l.objid = hashtext($1)::bit(32)::bigint::oid`,
      [name],
    );
    return rows[0]?.says || null;
  } finally {
    await client.end().catch(() => {});
  }
}
