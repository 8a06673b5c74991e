import { createHash } from 'node:crypto';
import {
  Kysely,
  sql,
  type CompiledQuery,
  type LogEvent,
  type RawBuilder,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { Refusal } from '../errors.ts';
import { cutOff, openPool, poolSettings, watch } from './connection.ts';
import { KeptPlans, nameByKey } from './plans.ts';
import { openProbe, type Probe } from './probe.ts';
import { isTraced, noteStatement, statement } from '../tracing.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** Whose rows a statement may see: everybody's (staff and the system) or one merchant's. */
export type Sight = 'all' | { merchantId: string; userId: string };

export interface Database {
  kysely: Db;
  /** The same past any pooler: for locks that a session holds. */
  direct: Db;
  pool: pg.Pool;
  /** Whether the database answers, apart from the pools and in little time. */
  probe: Probe;
  /** A statement built with Kysely's `sql`, as a named prepared one; for what runs at every request. */
  run<T extends pg.QueryResultRow>(query: RawBuilder<T>, sight: Sight): Promise<T[]>;
  /** A transaction that sees the rows of the sight alone: the second lock (design, 'A permission is data'). */
  transaction<T>(sight: Sight, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One whose statements may take as long as they take, on a connection apart from the pool's. */
  longTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
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

const POOL = 20;
const LONG_READERS = 4;
const LONGEST_TURN_MS = 30_000;
/** As many as there are tasks that may run at once. */
const LOCKS = 20;
/** The database ends a statement by itself; only where it does not, we do. */
const GRACE_MS = 2000;
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
  /** Where `url` leads to a pooler: the database itself, for what a session must hold. */
  directUrl?: string | undefined;
  /** How long a reader of a snapshot waits for its turn. */
  turnTimeoutMs?: number;
  /** Migrations and tests own the tables; everything else works as a role that can do less. */
  asOwner?: true;
  /** Statements go by the clock of a demo, which can be moved; behind a pooler they can't. */
  clock?: boolean | undefined;
}

const kyselyOn = (pool: pg.Pool): Db =>
  new Kysely({
    dialect: new KeptPlans({ pool }),
    ...(isTraced() && {
      log: ({ level, query, queryDurationMillis, ...rest }: LogEvent) =>
        noteStatement(
          query.sql,
          queryDurationMillis,
          level === 'error' ? (rest as { error: unknown }).error : undefined,
        ),
    }),
  });

/** A transaction that sees the rows of the sight alone. */
const transactionOn =
  (db: Db) =>
  <T>(sight: Sight, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const statements = sightStatements(sight);
      if (statements.length) await sql.raw(statements.join('; ')).execute(tx);
      return work(tx);
    });

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { statementTimeoutMs, asOwner, directUrl, turnTimeoutMs, clock } = options;
  const direct = poolSettings(directUrl ?? url, { statementTimeoutMs, asOwner, clock });
  const pooled = directUrl !== undefined;
  const settings = pooled ? poolSettings(url, { statementTimeoutMs, asOwner, pooled }) : direct;
  const pool = openPool({ ...settings, max: POOL });
  // behind a pooler the next statement may come to another connection
  if (!pooled) nameByKey(pool);
  const longReaders = openPool({
    ...settings,
    max: LONG_READERS,
    connectionTimeoutMillis: turnTimeoutMs ?? LONGEST_TURN_MS,
  });
  const directPool = pooled ? openPool({ ...direct, max: LOCKS }) : pool;
  const probe = openProbe(direct);
  const endsAfterMs = statementTimeoutMs + GRACE_MS;
  const unwatch = watch(
    [
      { pool, endsAfterMs },
      { pool: longReaders },
      ...(pooled ? [{ pool: directPool, endsAfterMs }] : []),
    ],
    () => probe.answers(),
  );
  const kysely = kyselyOn(pool);
  const names = new Map<string, string>();
  const seen = new Map<string, number>();

  function named(query: RawBuilder<unknown>): pg.QueryConfig {
    const { sql: text, parameters } = query.compile(kysely);
    // behind a pooler the next statement may come to another connection
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

  const inNoHurry = kyselyOn(longReaders);

  return {
    kysely,
    direct: pooled ? kyselyOn(directPool) : kysely,
    pool,
    probe,
    compile: (query) => query.compile(kysely),
    async run<T extends pg.QueryResultRow>(query: RawBuilder<T>, sight: Sight) {
      const config = named(query);
      return statement(config.text, async () => {
        if (sight === 'all') return (await pool.query<T>(config)).rows;
        return readOnly(sight, async (client) => (await client.query<T>(config)).rows);
      });
    },
    transaction: transactionOn(kysely),
    longTransaction: (work) =>
      transactionOn(inNoHurry)('all', async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        return work(tx);
      }),
    snapshot: (sight, work, signal) => statement('snapshot', () => snapshot(sight, work, signal)),
    close: async () => {
      unwatch();
      await Promise.all([pool.end(), longReaders.end(), pooled && directPool.end(), probe.close()]);
    },
  };
}
