import { Kysely, sql, type LogEvent, type Transaction } from 'kysely';
import type pg from 'pg';
import { openPool, poolSettings, watch } from './connection.ts';
import { KeptPlans, nameByKey } from './plans.ts';
import { openProbe, type Probe } from './probe.ts';
import { readingOn, sightStatements, type Reading, type Sight } from './reading.ts';
import { openReplica, type Replica, type ReplicaState } from './replica.ts';
import { isTraced, noteStatement } from '../tracing.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database extends Reading {
  kysely: Db;
  /** The same past any pooler: for locks that a session holds. */
  direct: Db;
  pool: pg.Pool;
  /** Whether the database answers, apart from the pools and in little time. */
  probe: Probe;
  /** A transaction that sees the rows of the sight alone: the second lock (design, 'A permission is data'). */
  transaction<T>(sight: Sight, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One whose statements may take as long as they take, on a connection apart from the pool's. */
  longTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Where staff's lists, files, reports and search may be read instead; null where there is no such place. */
  replica: Replica | null;
  /** Whether its rows are, or may be, on several machines (ADR 169); asked once. */
  isSpread(): Promise<boolean>;
  close(): Promise<void>;
}

const POOL = 20;
const LONG_READERS = 4;
const LONGEST_TURN_MS = 30_000;
/** As many as there are tasks that may run at once. */
const LOCKS = 20;
/** The database ends a statement by itself; only where it does not, we do. */
const GRACE_MS = 2000;

export interface DatabaseOptions {
  statementTimeoutMs: number;
  /** Where `url` leads to a pooler: the database itself, for what a session must hold. */
  directUrl?: string | undefined;
  /** A replica of it, and who is told how it stands. */
  readUrl?: string | undefined;
  onReplica?: ((state: ReplicaState) => void) | undefined;
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
  const { statementTimeoutMs, asOwner, directUrl, readUrl, onReplica, turnTimeoutMs, clock } =
    options;
  const direct = poolSettings(directUrl ?? url, { statementTimeoutMs, asOwner, clock });
  const pooled = directUrl !== undefined;
  const settings = pooled ? poolSettings(url, { statementTimeoutMs, asOwner, pooled }) : direct;
  const pool = openPool({ ...settings, max: POOL, pipeline: true });
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
  const reading = readingOn({ pool, longReaders, longest: LONG_READERS, pooled });
  const replica =
    readUrl === undefined
      ? null
      : openReplica({
          settings: poolSettings(readUrl, { statementTimeoutMs, asOwner, clock }),
          primary: reading,
          probe: openProbe(direct),
          size: { pool: POOL, longReaders: LONG_READERS },
          endsAfterMs,
          onChange: onReplica,
        });
  const inNoHurry = kyselyOn(longReaders);
  let spread: boolean | undefined;

  return {
    kysely,
    direct: pooled ? kyselyOn(directPool) : kysely,
    pool,
    probe,
    ...reading,
    replica,
    isSpread: async () => {
      spread ??=
        (await sql`select from pg_extension where extname = 'citus'`.execute(kysely)).rows.length >
        0;
      return spread;
    },
    transaction: transactionOn(kysely),
    longTransaction: (work) =>
      transactionOn(inNoHurry)('all', async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        return work(tx);
      }),
    close: async () => {
      unwatch();
      await replica?.close();
      await Promise.all([pool.end(), longReaders.end(), pooled && directPool.end(), probe.close()]);
    },
  };
}
