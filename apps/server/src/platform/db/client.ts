import { Client } from 'pg';

const CONNECT_MS = 10_000;

/** Work on one connection of its own, which ends with it. */
export async function onClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // what breaks it shows in the statement that it breaks
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
