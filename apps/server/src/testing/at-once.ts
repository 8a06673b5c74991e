import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { workers } from '../platform/db/testing/nodes.ts';
import type { TestServer } from './server.ts';

/** How many of the server's statements wait for somebody's lock, on whichever machine. */
const HERE = `select count(*)::int as n from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;
const WAITING = workers.length
  ? `select sum(result::int)::int as n from run_command_on_all_nodes($$ ${HERE} $$)`
  : HERE;

/** Until so many wait for a lock; without that the race that a test is about was none. */
export async function waiting(server: TestServer, many: number): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if ((await server.one<{ n: number }>(WAITING)).n >= many) return;
    await sleep(10);
  }
  assert.fail(`${many} never waited for a lock`);
}

/**
 * Calls that change something and leave an audit row, surely at once: none comes to its end before every
 * one has read what it reads and waits, the first for its audit row and the others for its lock.
 */
export async function atOnce<T>(server: TestServer, begin: () => Promise<T>[]): Promise<T[]> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table audit_logs in share mode');
    const calls = begin();
    await waiting(server, calls.length);
    await client.query('commit');
    return await Promise.all(calls);
  } finally {
    client.release();
  }
}

/** A call that begins while somebody else has changed rows, and has not committed yet. */
export async function meanwhile<T>(
  server: TestServer,
  [statement, ...values]: readonly [string, ...unknown[]],
  begin: () => Promise<T>,
): Promise<T> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement, values);
    const call = begin();
    await waiting(server, 1);
    await client.query('commit');
    return await call;
  } finally {
    client.release();
  }
}
