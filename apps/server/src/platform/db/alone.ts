import { Client } from 'pg';

/**
 * Held by one process of the database as long as it runs, or until it lets go; null where another one has it. On
 * a connection of its own, so that what is held ends with the process, however that ends.
 */
export async function holdAlone(
  databaseUrl: string,
  name: string,
): Promise<{ letGo(): Promise<void> } | null> {
  const client = new Client({ connectionString: databaseUrl });
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
