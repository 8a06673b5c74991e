import { Pool, type QueryResult } from 'pg';
import { SANDBOX_SCHEMA } from './schema.ts';

export type Query = <R extends object>(text: string, values: unknown[]) => Promise<QueryResult<R>>;

/** Another company's database, on connections of its own (AM-103): the tables are there before the first statement. */
export class Books {
  readonly #pool: Pool;
  #prepared: Promise<unknown> | undefined;

  constructor(databaseUrl: string) {
    this.#pool = new Pool({ connectionString: databaseUrl, max: 4 });
    // an idle connection that breaks is replaced at the next request
    this.#pool.on('error', () => {});
  }

  readonly query: Query = async (text, values) => {
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    await this.#prepared;
    return this.#pool.query(text, values);
  };

  /** What is done for one payment by one at a time. */
  async alone<T>(paymentId: string, work: (query: Query) => Promise<T>): Promise<T> {
    await this.query('select 1', []);
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [paymentId]);
      const done = await work((text, values) => client.query(text, values));
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Two servers may come up at once: one makes the tables, the other waits for it. */
  async #prepare(): Promise<void> {
    const made = await this.#pool.query<{ made: boolean }>(
      `select to_regclass('acquirer_sandbox.notices_taken') is not null as made`,
    );
    if (made.rows[0]?.made) return;
    // one message is one transaction
    await this.#pool.query(
      `select pg_advisory_xact_lock(hashtext('acquirer_sandbox')); ${SANDBOX_SCHEMA}`,
    );
  }
}
