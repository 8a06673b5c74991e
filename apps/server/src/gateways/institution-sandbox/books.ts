import { Pool, type QueryResult } from 'pg';

export type Query = <R extends object>(text: string, values: unknown[]) => Promise<QueryResult<R>>;

interface Kept {
  databaseUrl: string;
  /** Its name, its tables, and the one that is made last. */
  schema: string;
  tables: string;
  last: string;
}

/** Another company's database, on connections of its own: the tables are there before the first statement. */
export function booksOf({ databaseUrl, schema, tables, last }: Kept) {
  const pool = new Pool({ connectionString: databaseUrl, max: 3 });
  // an idle connection that breaks is replaced at the next request
  pool.on('error', () => {});
  let prepared: Promise<unknown> | undefined;

  /** Two servers may come up at once: one makes the tables, the other waits for it. */
  async function prepare(): Promise<void> {
    const made = await pool.query<{ made: boolean }>('select to_regclass($1) is not null as made', [
      `${schema}.${last}`,
    ]);
    if (made.rows[0]?.made) return;
    // one message is one transaction
    await pool.query(`select pg_advisory_xact_lock(hashtext('${schema}')); ${tables}`);
  }

  const ready = () =>
    (prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    }));

  const query: Query = async (text, values) => {
    await ready();
    return pool.query(text, values);
  };

  return {
    query,
    /** Order and question under one id take turns, each seeing what the other has written. */
    async alone<T>(ids: readonly string[], work: (query: Query) => Promise<T>): Promise<T> {
      await ready();
      const client = await pool.connect();
      try {
        await client.query('begin');
        for (const id of ids.toSorted())
          await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [id]);
        const done = await work((text, values) => client.query(text, values));
        await client.query('commit');
        return done;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
export type Books = ReturnType<typeof booksOf>;

/** How often the clock of a demo is looked at. */
const LOOK_MS = 1000;

/** The clock of the house that these books are kept beside: a demo's goes on when it is moved (ADR 119). */
export function clockOf(databaseUrl: string): () => Date {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => {});
  let offsetMs = 0;
  const look = async () => {
    const { rows } = await pool.query<{ there: boolean }>(
      `select to_regclass('clock.moved') is not null as there`,
    );
    if (!rows[0]?.there) return;
    const moved = await pool.query<{ seconds: number }>(
      'select seconds::float8 as seconds from clock.moved',
    );
    offsetMs = (moved.rows[0]?.seconds ?? 0) * 1000;
  };
  // a database that is away is asked again
  const again = () => void look().catch(() => {});
  again();
  setInterval(again, LOOK_MS).unref();
  return () => new Date(Date.now() + offsetMs);
}
