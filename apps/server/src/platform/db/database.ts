import { createHash } from 'node:crypto';
import {
  Kysely,
  PostgresDialect,
  sql,
  type CompiledQuery,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { Refusal } from '../errors.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** True for a database that is down, starting or just gone: the same call may succeed a moment later. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // on a socket in the file system, nobody listening is a file that is not there
  if (syscall !== undefined) return /^(connect|read|write)$/.test(syscall);
  if (code !== undefined) return /^(08|57P0[1-3])/.test(code);
  // what the driver says itself has no code
  return /^Connection terminated|connection error and is not queryable$/.test(error.message);
}

/** Whose rows a statement may see: everybody's (staff and the system) or one merchant's. */
export type Sight = 'all' | { merchantId: string; userId: string };

// cents are bigint, instants are ISO text; everything else as pg reads it
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString(),
);

export interface Database {
  kysely: Db;
  pool: pg.Pool;
  /** A statement built with Kysely's `sql`, as a named prepared one; for what runs at every request. */
  run<T extends pg.QueryResultRow>(query: RawBuilder<T>, sight: Sight): Promise<T[]>;
  /** A transaction that sees the rows of the sight alone: the second lock (design, 'A permission is data'). */
  transaction<T>(sight: Sight, work: (tx: Tx) => Promise<T>): Promise<T>;
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
  close(): Promise<void>;
}

/** Filters by columns by sorts make far more texts than a connection should keep prepared. */
const MOST_NAMED = 500;
const NAMED_FROM = 3;

const LONG_READERS = 4;
const RETRY = { 'retry-after': '30' };

const UUID = /^[0-9a-f-]{36}$/i;

/** SET LOCAL takes no parameters; both ids are UUIDs out of our own tables, and checked to be. */
function sightStatements(sight: Sight): string[] {
  if (sight === 'all') return [];
  if (!UUID.test(sight.merchantId) || !UUID.test(sight.userId)) throw new Error('no such sight');
  return [
    'set local role paydesk_merchant',
    `set local paydesk.merchant_id = '${sight.merchantId}'`,
    `set local paydesk.user_id = '${sight.userId}'`,
  ];
}

export interface DatabaseOptions {
  statementTimeoutMs: number;
  /** How long a reader of a snapshot waits for its turn. */
  turnTimeoutMs?: number;
  /** Migrations and tests own the tables; everything else works as a role that can do less. */
  asOwner?: true;
}

/** May read and write rows, change no table, and only add to what is append-only (SB-46). */
const SERVER_ROLE = 'paydesk_server';

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const settings: pg.PoolConfig = {
    connectionString: url,
    max: 20,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'paydesk',
    // a plan made for any value at all reads whole months or merchants where the given one needs a page
    options: `-c plan_cache_mode=force_custom_plan${options.asOwner ? '' : ` -c role=${SERVER_ROLE}`}`,
    types,
  };
  const pool = new pg.Pool(settings);
  const longReaders = new pg.Pool({
    ...settings,
    max: LONG_READERS,
    connectionTimeoutMillis: options.turnTimeoutMs ?? 30_000,
  });
  for (const each of [pool, longReaders]) {
    // a connection that the database cuts must not end the process, at work or idle: its query fails,
    // and the next gets another
    each.on('error', () => {});
    each.on('connect', (client) => client.on('error', () => {}));
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const names = new Map<string, string>();
  const seen = new Map<string, number>();

  function named(query: RawBuilder<unknown>): pg.QueryConfig {
    const { sql: text, parameters } = query.compile(kysely);
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

  async function readOnly<T>(
    sight: Sight,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(['begin read only', ...sightStatements(sight)].join('; '));
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause;
      });
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
      if (longReaders.totalCount >= LONG_READERS) throw new Refusal('UNAVAILABLE', [], RETRY);
      throw error;
    });
    const end = () => discard(client);
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
      if (!signal?.aborted) discard(client);
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      client.release(broken);
    }
  }

  /** Ends a connection in the middle of its work: what it still runs is cancelled, its socket cut. */
  function discard(client: pg.PoolClient) {
    const { processID, connection } = client as unknown as {
      processID: number;
      connection: { stream: { destroy(): void } };
    };
    connection.stream.destroy();
    // the backend may have ended by itself already, which is as good
    pool.query('select cancel_paydesk($1)', [processID]).catch(() => {});
  }

  return {
    kysely,
    pool,
    compile: (query) => query.compile(kysely),
    async run<T extends pg.QueryResultRow>(query: RawBuilder<T>, sight: Sight) {
      const config = named(query);
      if (sight === 'all') return (await pool.query<T>(config)).rows;
      return readOnly(sight, async (client) => (await client.query<T>(config)).rows);
    },
    transaction: (sight, work) =>
      kysely.transaction().execute(async (tx) => {
        const statements = sightStatements(sight);
        if (statements.length) await sql.raw(statements.join('; ')).execute(tx);
        return work(tx);
      }),
    snapshot,
    close: async () => {
      await Promise.all([kysely.destroy(), longReaders.end()]);
    },
  };
}
