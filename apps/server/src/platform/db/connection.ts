import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { CLOCK_PATH } from './clock.ts';

/** How connections are opened, watched and ended. */

// cents are bigint, instants are ISO text; everything else as pg reads it
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString(),
);

/** Until a connection is there, or one of the pool's is free. */
const CONNECT_MS = 5000;

/** May read and write rows, change no table, and only add to what is append-only (SB-46). */
const SERVER_ROLE = 'paydesk_server';

export interface ConnectionOptions {
  statementTimeoutMs: number;
  /** Migrations and tests own the tables; everything else works as a role that can do less. */
  asOwner?: true | undefined;
  /** A pooler stands between, which hands on no settings of a session. */
  pooled?: boolean;
  /** `now()` is the clock of a demo, which can be moved. */
  clock?: boolean | undefined;
}

export function poolSettings(url: string, options: ConnectionOptions): pg.PoolConfig {
  const address = new URL(url);
  // what an address says itself goes before ours, and would take its place
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  const settings: pg.PoolConfig = {
    connectionString: address.href,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'paydesk',
    types,
  };
  if (options.pooled) return settings;
  return {
    ...settings,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    // a plan made for any value at all reads whole months or merchants where the given one needs a page
    options: `${given} -c plan_cache_mode=force_custom_plan${options.asOwner ? '' : ` -c role=${SERVER_ROLE}`}${options.clock ? ` -c search_path=${CLOCK_PATH}` : ''}`,
  };
}

export function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  // a connection that the database cuts must not end the process, at work or idle: its query fails,
  // and the next gets another
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** What of pg's client has no name in its types; the version is pinned, and tests of this fail without it. */
interface Inner {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
  connection: {
    stream: {
      destroy(): void;
      cork(): void;
      uncork(): void;
      bytesRead: number;
      isPaused(): boolean;
    };
  };
  _activeQuery: unknown;
}
const inside = (client: pg.ClientBase) => client as unknown as Inner;

/**
 * Statements that leave in one message and are answered one after the other, on a connection that pipelines. Where
 * one fails the others have been asked all the same, and none of them is answered.
 */
export async function inOneGo(
  client: pg.ClientBase,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<pg.QueryResult[]> {
  const { stream } = inside(client).connection;
  stream.cork();
  const asked = statements.map((one) => client.query(one));
  stream.uncork();
  const answers = await Promise.allSettled(asked);
  return answers.map((answer) => {
    // the first to fail is why those behind it did
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}

const CANCEL_CODE = 80_877_102;
const CANCEL_MS = 2000;

/** Asks that what a connection runs be cancelled: by its own key, so that nobody's rights are asked for. */
function askToCancel(client: pg.ClientBase): Promise<void> {
  const { processID, secretKey, host, port } = inside(client);
  if (!processID) return Promise.resolve();
  const message = Buffer.alloc(16);
  [16, CANCEL_CODE, processID, secretKey].forEach((part, nth) =>
    message.writeInt32BE(part, 4 * nth),
  );
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // the backend may have ended by itself already, which is as good
  socket.on('error', () => {});
  socket.setTimeout(CANCEL_MS, () => socket.destroy());
  socket.unref().end(message);
  // the database closes it once it has told the backend
  return new Promise((done) => void socket.on('close', () => done()));
}

/** Ends a connection in the middle of its work: its socket is cut, and what it still runs cancelled. */
export function cutOff(client: pg.ClientBase): void {
  inside(client).connection.stream.destroy();
  askToCancel(client).catch(() => {});
}

const AGAIN_MS = 100;

/** A statement that is cancelled when nobody waits for it any more; its connection is as good as before. */
export async function cancellable<T>(
  client: pg.ClientBase,
  run: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const ended = new AbortController();
  let cancelled: Promise<void> | undefined;
  // once more where it came before the statement
  const cancel = async () => {
    while (!ended.signal.aborted) {
      await askToCancel(client);
      await wait(AGAIN_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  };
  const begin = () => {
    cancelled = cancel();
  };
  signal.addEventListener('abort', begin);
  try {
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    ended.abort();
    signal.removeEventListener('abort', begin);
    // none may be on its way that would meet the next statement
    await cancelled;
  }
}

/** What has said nothing for that long is looked at. */
const SILENT_MS = 2000;
const LOOK_MS = 500;

/** A pool, and the longest that one of its statements may run, where the database itself ends it then. */
export interface Watched {
  pool: pg.Pool;
  endsAfterMs?: number;
}

/**
 * A database that stands still ends no statement by its own clock. Connections that wait for it in
 * vain are cut off, so that every call has an answer: those that are silent while a question on another
 * connection has none either, and those that are silent for longer than any statement may take.
 */
export function watch(pools: readonly Watched[], answers: () => Promise<boolean>): () => void {
  const silent = new Map<pg.PoolClient, { bytes: number; since: number; endsAfterMs: number }>();
  for (const { pool, endsAfterMs = Infinity } of pools) {
    pool.on('acquire', (client) =>
      silent.set(client, { bytes: -1, since: performance.now(), endsAfterMs }),
    );
    pool.on('release', (_error, client) => silent.delete(client));
    pool.on('remove', (client) => silent.delete(client));
  }
  let asking = false;
  async function look() {
    const now = performance.now();
    for (const [client, seen] of silent) {
      const { connection, _activeQuery } = inside(client);
      const { bytesRead, isPaused } = connection.stream;
      const waits = _activeQuery && bytesRead === seen.bytes && !isPaused.call(connection.stream);
      if (!waits) Object.assign(seen, { bytes: bytesRead, since: now });
      else if (now - seen.since > seen.endsAfterMs) cutOff(client);
    }
    const began = now - SILENT_MS;
    const suspects = [...silent].filter(([, { since }]) => since < began);
    if (asking || !suspects.length) return;
    asking = true;
    const standsStill = !(await answers());
    asking = false;
    if (!standsStill) return;
    for (const [client, then] of suspects) {
      const seen = silent.get(client);
      // still the same wait
      if (seen === then && seen.since < began) cutOff(client);
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
