import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely';
import type pg from 'pg';
import { Refusal } from '../errors.ts';
import { statement } from '../tracing.ts';
import { cancellable, cutOff, inOneGo } from './connection.ts';
import { settingsFor } from './plans.ts';

/** Whose rows a statement may see: everybody's (staff and the system), one merchant's, or those of some (ADR 182). */
export type Sight =
  | 'all'
  | { merchantId: string; userId: string }
  | { merchantIds: readonly string[]; userId: string };

/** A merchant's person's, and nobody's of the house. */
export const ofOneMerchant = (sight: Sight): boolean => sight !== 'all' && 'merchantId' in sight;

/** What is read, of the database itself or of a replica. */
export interface Reading {
  /**
   * A statement built with Kysely's `sql`, as a named prepared one; for what runs at every request. The
   * signal cancels it in the database too.
   */
  run<T extends pg.QueryResultRow>(
    query: RawBuilder<T>,
    sight: Sight,
    signal?: AbortSignal,
  ): Promise<T[]>;
  /**
   * A connection of the sight inside a read-only snapshot, for what reads for long. There are a few of
   * them apart from the pool's, so that files never take what lists need: who finds them taken waits a
   * while and is refused then. The signal ends the work at once, whatever it does.
   */
  snapshot<T>(
    sight: Sight,
    work: (client: pg.PoolClient) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  compile(query: RawBuilder<unknown>): CompiledQuery;
}

export interface ReadingPools {
  pool: pg.Pool;
  /** So many, for what reads for long. */
  longReaders: pg.Pool;
  longest: number;
  /** Behind a pooler the next statement may come to another connection. */
  pooled: boolean;
}

/** Filters by columns by sorts make far more texts than a connection should keep prepared. */
const MOST_NAMED = 500;
const NAMED_FROM = 3;
const RETRY = { 'retry-after': '30' };

const UUID = /^[0-9a-f-]{36}$/i;

/** SET LOCAL takes no parameters; both ids are UUIDs out of our own tables, and checked to be. */
export function sightStatements(sight: Sight): string[] {
  if (sight === 'all') return [];
  const some = 'merchantIds' in sight ? sight.merchantIds : [sight.merchantId];
  if (![...some, sight.userId].every((id) => UUID.test(id))) throw new Error('no such sight');
  if ('merchantIds' in sight)
    return [
      'set local role paydesk_confined',
      `set local paydesk.merchant_ids = '{${some.join(',')}}'`,
      `set local paydesk.user_id = '${sight.userId}'`,
    ];
  return [
    'set local role paydesk_merchant',
    `set local paydesk.merchant_id = '${sight.merchantId}'`,
    `set local paydesk.user_id = '${sight.userId}'`,
  ];
}

/** Makes texts of statements, and asks nobody. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const compile = (query: RawBuilder<unknown>) => query.compile(compiler);

/** Reads on these connections. */
export function readingOn({ pool, longReaders, longest, pooled }: ReadingPools): Reading {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();

  function named(query: RawBuilder<unknown>): pg.QueryConfig {
    const { sql: text, parameters } = compile(query);
    if (pooled) return { text, values: parameters as unknown[] };
    const name = names.get(text) ?? nameFor(text);
    return { ...(name && { name }), text, values: parameters as unknown[] };
  }

  /** Only a text that comes again gets a name: a connection keeps what is prepared until it ends. */
  function nameFor(text: string): string | undefined {
    if (names.size >= MOST_NAMED) return undefined;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < NAMED_FROM) {
      if (seen.size > 5000) seen.clear();
      seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    const name = `q${createHash('sha1').update(text).digest('base64url')}`;
    names.set(text, name);
    return name;
  }

  /** A statement in a transaction of its own, which begins and ends in the same message. */
  async function readOnly<T extends pg.QueryResultRow>(
    settings: readonly string[],
    query: pg.QueryConfig,
    signal?: AbortSignal,
  ): Promise<T[]> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const begin = ['begin read only', ...settings].join('; ');
      const ask = () => inOneGo(client, [begin, query, 'commit']);
      const [, answer] = await (signal ? cancellable(client, ask, signal) : ask());
      return answer!.rows as T[];
    } catch (error) {
      // 'commit' has ended what failed, unless it was cancelled itself
      if (client.getTransactionStatus() !== 'I')
        await client.query('rollback').catch((cause: Error) => {
          broken = cause;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** For what needs no transaction. */
  async function onOne<T>(work: (client: pg.PoolClient) => Promise<T>, signal: AbortSignal) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (!signal.aborted) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function snapshot<T>(
    sight: Sight,
    work: (client: pg.PoolClient) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const client = await longReaders.connect().catch((error: Error) => {
      // pg-pool has no code for it
      if (longReaders.totalCount >= longest) throw new Refusal('UNAVAILABLE', [], RETRY);
      throw error;
    });
    const end = () => cutOff(client);
    let broken: Error | undefined;
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', end);
      const begin = 'begin isolation level repeatable read, read only';
      await client.query([begin, ...sightStatements(sight)].join('; '));
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      broken = error as Error;
      if (!signal?.aborted) cutOff(client);
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      client.release(broken);
    }
  }

  return {
    async run<T extends pg.QueryResultRow>(
      query: RawBuilder<T>,
      sight: Sight,
      signal?: AbortSignal,
    ) {
      const config = named(query);
      const needed = pooled ? null : settingsFor(config.text);
      const settings = [...(needed ? [needed] : []), ...sightStatements(sight)];
      return statement(config.text, async () => {
        if (settings.length) return readOnly<T>(settings, config, signal);
        if (!signal) return (await pool.query<T>(config)).rows;
        return onOne(
          async (client) => (await cancellable(client, () => client.query<T>(config), signal)).rows,
          signal,
        );
      });
    },
    snapshot: (sight, work, signal) => statement('snapshot', () => snapshot(sight, work, signal)),
    compile,
  };
}
